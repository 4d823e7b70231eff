package booster_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// shapes are the tables that every property should hold for.
var shapes = map[string]traintest.Shape{
	"binary":             {Rows: 3000, Cols: 9, Classes: 2},
	"few values":         {Rows: 400, Cols: 5, Classes: 2, Values: 6},
	"classes":            {Rows: 2000, Cols: 6, Classes: 5},
	"missing":            {Rows: 2000, Cols: 6, Classes: 3, Missing: 0.2},
	"sparse":             {Rows: 3000, Cols: 40, Classes: 3, Zeros: 0.8, Values: 200},
	"target":             {Rows: 2000, Cols: 4},
	"levels":             {Rows: 2000, Cols: 6, Classes: 2, Levels: 7, Missing: 0.1},
	"few levels":         {Rows: 600, Cols: 5, Classes: 3, Levels: 3},
	"300 levels":         {Rows: 3000, Cols: 4, Classes: 2, Levels: 300},
	"levels of a target": {Rows: 1500, Cols: 4, Levels: 40},
	"tiny":               {Rows: 7, Cols: 2, Classes: 2},
	"one row":            {Rows: 1, Cols: 1, Classes: 2},
}

func everywhere(t *testing.T, property func(t *testing.T, name string, p trainer.Params, table *data.Table)) {
	for _, name := range booster.Names {
		for shape, s := range shapes {
			t.Run(name+"/"+shape, func(t *testing.T) {
				p := trainer.Defaults(name)
				p.Rounds, p.Threads = 6, 1
				property(t, name, p, traintest.Table(s, 1))
			})
		}
	}
}

func TestSameModelForAnyNumberOfThreads(t *testing.T) {
	everywhere(t, func(t *testing.T, name string, p trainer.Params, table *data.Table) {
		p.Subsample, p.ColsampleByNode = 0.7, 0.6
		one := traintest.Train(t, name, p, table)
		for _, threads := range []int{2, 5} {
			p.Threads = threads
			if d := cmp.Diff(one, traintest.Train(t, name, p, table)); d != "" {
				t.Fatal(d)
			}
		}
	})
}

func TestLearns(t *testing.T) {
	for _, name := range booster.Names {
		for _, classes := range []int{2, 4} {
			t.Run(fmt.Sprint(name, classes), func(t *testing.T) {
				s := traintest.Shape{Rows: 4000, Cols: 6, Classes: classes}
				p := trainer.Defaults(name)
				p.ColsampleByNode = 1
				e := traintest.Train(t, name, p, traintest.Table(s, 1))
				test := traintest.Table(s, 2)
				// The noise of the generator leaves 0.89 and 0.76 to the best
				// of classifiers; half of these are guesses.
				want := map[int]float64{2: 0.84, 4: 0.68}[classes]
				if got := traintest.Accuracy(test, e.Class); got < want {
					t.Errorf("accuracy %v, want at least %v", got, want)
				}
			})
		}
	}
}

// A table that is large enough for several threads inside one tree.
func TestSameModelForAnyNumberOfThreadsOnManyRows(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 70_000, Cols: 5, Classes: 2, Missing: 0.05}, 1)
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.BatchTrees, p.Threads, p.MaxDepth = 2, 1, 1, 12
		one := traintest.Train(t, name, p, table)
		p.Threads = 3
		traintest.SameTrees(t, one, traintest.Train(t, name, p, table))
	}
}

// Runs leave their memory to later ones, which must not depend on its content.
func TestModelDoesNotDependOnEarlierRuns(t *testing.T) {
	shapes := maps.Clone(shapes)
	shapes["many rows"] = traintest.Shape{Rows: 70_000, Cols: 3, Classes: 2} // enough to be copied
	shapes["wide"] = traintest.Shape{Rows: 70_000, Cols: 17, Classes: 2}
	type run struct{ name, shape string }
	var runs []run
	for _, name := range booster.Names {
		for shape := range shapes {
			runs = append(runs, run{name, shape})
		}
	}
	models := map[run]*ensemble.Ensemble{}
	for range 2 {
		for _, r := range runs {
			p := trainer.Defaults(r.name)
			p.Rounds, p.MaxDepth, p.Threads = 2, 8, 2
			e := traintest.Train(t, r.name, p, traintest.Table(shapes[r.shape], 1))
			if models[r] == nil {
				models[r] = e
			} else if d := cmp.Diff(models[r], e); d != "" {
				t.Errorf("%s on %s: %s", r.name, r.shape, d)
			}
		}
		slices.Reverse(runs)
	}
}

func TestStreamTrainsTheSameModel(t *testing.T) {
	everywhere(t, func(t *testing.T, name string, p trainer.Params, table *data.Table) {
		p.Rounds = 3
		b := traintest.New(t, name, p)
		e, err := b.Train(context.Background(), traintest.Stream{Table: table})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(traintest.Train(t, name, p, table), e); d != "" {
			t.Error(d)
		}
	})
}

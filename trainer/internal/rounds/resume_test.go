package rounds_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// checkpoints trains and returns the checkpoints beside the model.
func checkpoints(t *testing.T, name string, p trainer.Params, table *data.Table) (e *ensemble.Ensemble, saved []*ensemble.Ensemble) {
	p.CheckpointRounds = 3
	p.Checkpoint = func(e *ensemble.Ensemble) error { saved = append(saved, e); return nil }
	return traintest.Train(t, name, p, table), saved
}

func resumable(name string) trainer.Params {
	p := trainer.Defaults(name)
	p.Rounds, p.BatchTrees, p.Subsample, p.ColsampleByNode, p.ParallelTrees = 12, 1, 0.7, 0.5, 2
	p.OOBScore = true
	return p
}

func TestResumeGivesTheSameModel(t *testing.T) {
	for _, name := range booster.Names {
		for _, classes := range []int{2, 3} {
			table := traintest.Table(traintest.Shape{Rows: 500, Cols: 5, Classes: classes}, 1)
			p := resumable(name)
			p.Valid = []trainer.Validation{{Name: "test", Table: traintest.Table(traintest.Shape{Rows: 100, Cols: 5, Classes: classes}, 2)}}
			whole, saved := checkpoints(t, name, p, table)
			if len(saved) != 4 {
				t.Fatalf("%d checkpoints", len(saved))
			}
			for _, s := range saved {
				p.Resume = s
				if d := cmp.Diff(whole, traintest.Train(t, name, p, table)); d != "" {
					t.Errorf("%s: %s", name, d)
				}
			}
		}
	}
}

// A checkpoint that was written to a file and read again is the same; one in which a disk has changed a
// number is refused.
func TestResumeRefusesDamage(t *testing.T) {
	for _, name := range booster.Names {
		table := traintest.Table(traintest.Shape{Rows: 300, Cols: 4, Classes: 3, Levels: 6}, 1)
		p := resumable(name)
		whole, saved := checkpoints(t, name, p, table)
		read := func() *ensemble.Ensemble {
			var file bytes.Buffer
			if err := format.Write(&file, saved[1], format.Hardwood); err != nil {
				t.Fatal(err)
			}
			e, err := format.Read(&file)
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
		p.Resume = read()
		if d := cmp.Diff(whole, traintest.Train(t, name, p, table)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		set := func(e *ensemble.Ensemble) *ensemble.Set {
			for _, tree := range e.Trees {
				for _, s := range tree.Splits {
					if s.Set != nil {
						return s.Set
					}
				}
			}
			t.Fatal("no split on levels")
			return nil
		}
		for what, damage := range map[string]func(e *ensemble.Ensemble){
			"leaf":  func(e *ensemble.Ensemble) { e.Trees[2].Leaves[0] = math.Nextafter(e.Trees[2].Leaves[0], 9) },
			"split": func(e *ensemble.Ensemble) { e.Trees[1].Splits[0].DefaultLeft = !e.Trees[1].Splits[0].DefaultLeft },
			"gain":  func(e *ensemble.Ensemble) { e.Trees[1].Splits[0].Gain++ },
			"base":  func(e *ensemble.Ensemble) { e.Base[1]++ },
			"set":   func(e *ensemble.Ensemble) { set(e).Right = !set(e).Right },
			"level": func(e *ensemble.Ensemble) { e.Columns[0].Names = append([]string{"x"}, e.Columns[0].Names[1:]...) },
		} {
			p.Resume = read()
			damage(p.Resume)
			if _, err := traintest.New(t, name, p).Train(t.Context(), table); err == nil || err.Error() != "cannot resume: the checkpoint is damaged" {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

// A stream is read once more for the scores of the trees that are there, also of levels.
func TestStreamContinues(t *testing.T) {
	for _, name := range booster.Names {
		for _, classes := range []int{0, 2, 3} {
			table := traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: classes, Levels: 6, Missing: 0.1}, 1)
			p := resumable(name)
			p.OOBScore = false
			whole, saved := checkpoints(t, name, p, table)
			again := func() *ensemble.Ensemble {
				e, err := traintest.New(t, name, p).Train(t.Context(), traintest.Stream{Table: table})
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			for _, s := range saved {
				p.Resume = s
				if d := cmp.Diff(whole, again()); d != "" {
					t.Errorf("%s, %d classes: %s", name, classes, d)
				}
			}
			p.Init, p.Resume = whole, nil
			if d := cmp.Diff(traintest.Train(t, name, p, table), again()); d != "" {
				t.Errorf("%s, %d classes, further rounds: %s", name, classes, d)
			}
		}
	}
}

// resumedFromTwo expects two checkpoints of a run, which it returns, and the same model from each of them.
func resumedFromTwo(t *testing.T, booster string, p trainer.Params, table *data.Table) (saved []*ensemble.Ensemble) {
	t.Helper()
	p.Checkpoint = func(e *ensemble.Ensemble) error { saved = append(saved, e); return nil }
	whole := traintest.Train(t, booster, p, table)
	p.Checkpoint = nil
	for _, s := range saved {
		p.Resume = s
		if d := cmp.Diff(whole, traintest.Train(t, booster, p, table)); d != "" {
			t.Errorf("from %d trees: %s", len(s.Trees), d)
		}
	}
	if len(saved) != 2 {
		t.Fatalf("%d checkpoints", len(saved))
	}
	return saved
}

// The last batch of a forest may be smaller than the others: its checkpoint used to be refused.
func TestResumeAfterSmallerBatch(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: 2}, 1)
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.BatchTrees, p.CheckpointRounds = 6, 4, 1
	p.Valid = []trainer.Validation{{Name: "same", Table: table}}
	saved := resumedFromTwo(t, trainer.Forest, p, table)
	for _, rounds := range []int{5, 7} { // with which the last batch would be another
		p.Rounds, p.Resume = rounds, saved[1]
		b := traintest.New(t, trainer.Forest, p)
		if _, err := b.Train(t.Context(), table); err == nil || !strings.Contains(err.Error(), "has 6 trees") {
			t.Errorf("%d trees: %v", rounds, err)
		}
	}
}

// A checkpoint of the round after which early stopping ended the run gives the same model, and not further
// rounds, even if these would be better.
func TestResumeAfterTheEnd(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 200, Cols: 5, Classes: 2}, 2)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.EarlyStoppingRounds, p.CheckpointRounds, p.LearningRate, p.EvalMetric = 60, 1, 1, 0.5, trainer.ErrorRate
	p.Valid = []trainer.Validation{{Name: "v", Table: traintest.Table(traintest.Shape{Rows: 60, Cols: 5, Classes: 2}, 52)}}
	resumedFromTwo(t, trainer.GBDT, p, table)
}

// The out-of-bag score is that of the bags that trees had, also if weights decided on these.
func TestResumeOfFewWeights(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 50, Cols: 3}, 1)
	table.Weights = make([]float64, table.Rows)
	for _, i := range []int{3, 5, 8} {
		table.Weights[i] = 1
	}
	p := resumable(trainer.Forest)
	whole, saved := checkpoints(t, trainer.Forest, p, table)
	for _, s := range saved {
		p.Resume = s
		if d := cmp.Diff(whole, traintest.Train(t, trainer.Forest, p, table)); d != "" {
			t.Error(d)
		}
	}
}

// An option whose usual value is not recorded is compared too.
func TestResumeComparesUnsaid(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: 3}, 1)
	words := [2]string{trainer.HessianXGBoost, trainer.HessianLightGBM}
	for i, then := range words {
		p, now := resumable(trainer.GBDT), words[1-i]
		p.SoftmaxHessian = then
		_, saved := checkpoints(t, trainer.GBDT, p, table)
		p.SoftmaxHessian, p.Resume = now, saved[0]
		want := "cannot resume: the checkpoint was made with softmax-hessian " + then + ", now it is " + now
		if _, err := traintest.New(t, trainer.GBDT, p).Train(t.Context(), table); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestResumeRefusesWhatDoesNotFit(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: 2}, 1)
	whole, saved := checkpoints(t, trainer.GBDT, resumable(trainer.GBDT), table)
	for message, change := range map[string]func(*trainer.Params) *data.Table{
		"max-depth":        func(p *trainer.Params) *data.Table { p.MaxDepth = 3; return table },
		"seed":             func(p *trainer.Params) *data.Table { p.Seed = 3; return table },
		"not a checkpoint": func(p *trainer.Params) *data.Table { p.Resume = whole; return table },
		"has 3 rounds":     func(p *trainer.Params) *data.Table { p.Rounds = 2; return table },
		"other data": func(*trainer.Params) *data.Table {
			return traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: 2}, 2)
		},
	} {
		p := resumable(trainer.GBDT)
		p.Resume = saved[0]
		other := change(&p)
		b := traintest.New(t, trainer.GBDT, p)
		if _, err := b.Train(context.Background(), other); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("error %v, want one with %q", err, message)
		}
	}
}

func TestContinueFromModel(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 500, Cols: 5, Classes: 3}, 1)
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds = 4
		first := traintest.Train(t, name, p, table)
		p.Init = first
		both := traintest.Train(t, name, p, table)
		if len(both.Trees) != 2*len(first.Trees) {
			t.Fatalf("%s: %d trees after %d", name, len(both.Trees), len(first.Trees))
		}
		if d := cmp.Diff(first.Trees, both.Trees[:len(first.Trees)]); d != "" {
			t.Error(d)
		}
		if cmp.Equal(both.Trees[len(first.Trees):], first.Trees) {
			t.Errorf("%s: the same trees again", name)
		}
		if name == trainer.GBDT { // without sampling the rounds just go on
			p.Init, p.Rounds = nil, 8
			traintest.SameTrees(t, traintest.Train(t, name, p, table), both)
		}
	}
}

func TestStreamRefusesHooks(t *testing.T) {
	b := traintest.New(t, trainer.GBDT, trainer.Defaults(trainer.GBDT))
	idle := trainer.HookFunc(func(context.Context, *trainer.Round) error { return nil })
	if _, err := b.Train(context.Background(), traintest.Stream{Table: traintest.Small()}, idle); err == nil || !strings.Contains(err.Error(), "hook") {
		t.Errorf("error %v", err)
	}
}

package rounds_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// TestFitted: the margins passed to Fitted are those that the model predicts, bit for bit, also for
// rows that no tree was grown on.
func TestFitted(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		table := traintest.Table(traintest.Shape{Rows: 700, Cols: 5, Classes: classes, Values: 40, Missing: 0.1, Zeros: 0.2, Levels: 9}, 1)
		table.Weights = make([]float64, table.Rows)
		for i := range table.Weights {
			table.Weights[i] = float64(i % 4)
		}
		some := traintest.Table(traintest.Shape{Rows: 300, Cols: 5, Classes: classes, Values: 40, Missing: 0.1, Levels: 9}, 2)
		for name, change := range map[string]func(*trainer.Params){
			"all":         func(*trainer.Params) {},
			"samples":     func(p *trainer.Params) { p.Subsample, p.ColsampleByNode, p.ParallelTrees = 0.6, 0.5, 2 },
			"leaf-wise":   func(p *trainer.Params) { p.GrowPolicy, p.MaxLeaves, p.MaxDepth = trainer.LossGuide, 9, 0 },
			"continued":   func(p *trainer.Params) { p.Init = traintest.Train(t, trainer.GBDT, *p, some) },
			"no set of 1": func(p *trainer.Params) { p.MaxCatToOneHot = 1 },
		} {
			p := trainer.Defaults(trainer.GBDT)
			p.Rounds = 8
			change(&p)
			var told []float64
			p.Fitted = func(margins []float64) { told = slices.Clone(margins) }
			e := traintest.Train(t, trainer.GBDT, p, table)
			want := make([]float64, table.Rows*e.Outputs)
			ensemble.NewPredictor(e).Margins(table.X, want, 1)
			same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
			if !slices.EqualFunc(told, want, same) {
				t.Errorf("%d classes, %s: %d margins, others than the model predicts", classes, name, len(told))
			}
		}
	}
}

// TestNotFitted: Fitted is not called if the ensemble predicts other margins.
func TestNotFitted(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 300, Cols: 3, Classes: 2}, 1)
	other := traintest.Table(traintest.Shape{Rows: 300, Cols: 3, Classes: 2}, 5)
	for i := range other.Y {
		other.Y[i] = 1 - other.Y[i] // so that the first rounds are the best
	}
	told := func(name string, change func(*trainer.Params), hooks ...trainer.Hook) (calls int) {
		p := trainer.Defaults(name)
		p.Rounds = 10
		change(&p)
		p.Fitted = func([]float64) { calls++ }
		b := traintest.New(t, name, p)
		if _, err := b.Train(t.Context(), table, hooks...); err != nil {
			t.Fatal(err)
		}
		return calls
	}
	plain := func(*trainer.Params) {}
	if told(trainer.GBDT, plain) != 1 || told(trainer.Forest, plain) != 0 {
		t.Error("told of a forest, or not of boosted trees")
	}
	if told(trainer.GBDT, func(p *trainer.Params) {
		p.EarlyStoppingRounds = 2
		p.Valid = []trainer.Validation{{Name: "test", Table: other}}
	}) != 0 {
		t.Error("told though trees were dropped")
	}
	replace := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		r.Rows.Replace(0, make([]float64, 3))
		return nil
	})
	if told(trainer.GBDT, plain, replace) != 0 {
		t.Error("told though a row was replaced")
	}
}

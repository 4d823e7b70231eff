package experiment

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A model that says that it was trained with monotone constraints keeps to them, and one that says nothing
// if options do.
func TestRefineKeepsDirections(t *testing.T) {
	rng := seed.At(1)
	table := &data.Table{Rows: 200, Cols: 2, Classes: []string{"a", "b"}, Features: []string{"x", "y"}}
	for range table.Rows {
		x, y, class := rng.Float64(), rng.Float64(), 0
		if x+y/2+0.6*rng.NormFloat64() > 0.75 {
			class = 1
		}
		table.X, table.Y = append(table.X, x, y), append(table.Y, class)
	}
	d, err := Split(table, 0.3, Never, 1)
	if err != nil {
		t.Fatal(err)
	}
	train := trainer.Defaults(trainer.GBDT)
	train.Rounds, train.MaxDepth, train.MinSamplesLeaf, train.MonotoneConstraints = 20, 4, 1, []int{1, 0}
	rising, _, err := d.Fit(t.Context(), train, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		t.Fatal(err)
	}
	silent := *rising
	silent.Origin.Trainer = nil
	for name, c := range map[string]struct {
		given      *ensemble.Ensemble
		directions []int
		keeps      bool
	}{
		"said by the model":     {rising, nil, true},
		"said by options":       {&silent, []int{1}, true},
		"said by nobody":        {&silent, nil, false},
		"lifted by the options": {rising, []int{}, false},
	} {
		o := quick(t, d)
		o.Refine, o.Params.MonotoneConstraints = c.given, c.directions
		o.Strategy.Norm, o.Strategy.Relabel, o.Strategy.Split, o.Evaluate.Eps = attack.L1, 3, 0.3, []float64{0.05}
		refined := harden(t, d, o).Hardened.Ensemble
		falls := 0
		for i := range table.Rows {
			before := math.Inf(-1)
			for x := -0.0025; x < 1; x += 0.005 {
				var margin [1]float64
				if refined.Margins([]float64{x, table.X[2*i+1]}, margin[:]); margin[0] < before {
					falls++
				}
				before = margin[0]
			}
		}
		if (falls == 0) != c.keeps {
			t.Errorf("%s: the margin falls %d times", name, falls)
		}
	}
}

// Leaf values that are refined after training show their progress: in norms other than inf that takes long.
func TestProgressOfRelabelling(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Strategy.Relabel, o.Evaluate.Eps = 2, []float64{0.1}
	most, phase := 0, ""
	o.Progress.Start = func(name string) { phase = name }
	o.Progress.At = func(done, of int, _ string) {
		if done == of && strings.HasPrefix(phase, "train a hardened") {
			most = max(most, done)
		}
	}
	e := harden(t, d, o).Hardened.Ensemble
	if want := 2 * len(e.Trees); most < want || len(e.Trees) == 0 {
		t.Errorf("at most %d steps are told, want %d", most, want)
	}
}

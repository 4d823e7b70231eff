package harden

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestExamplesLengthen checks what examples are for: on held-out rows the proved mean distance grows to at
// least 1.15 times that of the natural model (measured: 1.30), for at most 4 points of accuracy
// (measured: 2.3). The trees are the same for any number of threads.
func TestExamplesLengthen(t *testing.T) {
	all, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	train, test, err := all.Split(0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := scale(train, train, test); err != nil {
		t.Fatal(err)
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.LearningRate = 20, 3, 0.3
	b := benchmark{nodes: 20000, threads: 1}
	fit := func(s strategy, threads int) *ensemble.Ensemble {
		p.Threads = threads
		e, err := s.train(context.Background(), &split{train, test}, p, 0)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	judge := func(e *ensemble.Ensemble) score {
		s, err := b.measure(context.Background(), e, test, attack.L2)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	hardening := strategy{share: 0.5, how: advboost.Strategy{
		Norm: attack.L1, Attack: minimal, AnyDistance: true, Weight: 0.2, DistanceWeight: 1, Schedule: advboost.Schedule{Every: 5},
	}}
	e := fit(hardening, 1)
	natural, hardened := judge(fit(strategy{}, 1)), judge(e)
	t.Logf("distance %.4f and %.4f, natural accuracy %.3f and %.3f", natural.distance, hardened.distance, natural.natural, hardened.natural)
	if hardened.distance < 1.15*natural.distance {
		t.Errorf("mean distance %.4f, of the natural model %.4f", hardened.distance, natural.distance)
	}
	if hardened.natural < natural.natural-0.04 {
		t.Errorf("natural accuracy %.3f, of the natural model %.3f", hardened.natural, natural.natural)
	}
	if diff := cmp.Diff(e.Trees, fit(hardening, 2).Trees); diff != "" {
		t.Errorf("two threads train other trees: %s", diff)
	}
}

// TestMeasure: of a stump, what is measured can be counted by hand.
func TestMeasure(t *testing.T) {
	table := func(x []float64, y ...int) *data.Table {
		return &data.Table{Rows: len(x), Cols: 1, X: x, Y: y, Features: []string{"x"}, Classes: []string{"0", "1"}}
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.MinChildWeight = 1, 1, 0
	e, err := (&strategy{}).train(context.Background(), &split{train: table([]float64{0, 0.25, 0.75, 1}, 0, 0, 1, 1)}, p, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := e.Trees[0].Splits[0].Threshold
	b := benchmark{nodes: 100, threads: 1}
	// The fourth row, a wrong one, counts for the accuracies alone.
	got, err := b.measure(context.Background(), e, table([]float64{at - 0.4, at - 0.2, at - 0.05, at + 0.1, at + 0.3}, 0, 0, 0, 0, 1), attack.L2)
	if err != nil {
		t.Fatal(err)
	}
	want := score{natural: 0.8, balanced: (0.75 + 1) / 2, distance: (0.4 + 0.2 + 0.05 + 0.3) / 4, median: 0.2}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(score{}), cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Error(diff)
	}
}

// TestNaturals: a second natural model is there if the hardened one has trees of
// another depth, number or rate, and takes nothing else from it.
func TestNaturals(t *testing.T) {
	boxed := against{box: 0.3, params: map[string]string{"lambda": "2"}}
	if got := boxed.naturals(); len(got) != 1 || got[0].params != nil {
		t.Errorf("%d natural models, the first with %v", len(got), got[0].params)
	}
	got := farthest.naturals()
	if len(got) != 2 {
		t.Fatalf("%d natural models, not 2", len(got))
	}
	if diff := cmp.Diff(map[string]string{"max-depth": "6", "learning-rate": "0.15"}, got[1].params); diff != "" {
		t.Error(diff)
	}
	if got[1].how.Attack != nil || got[1].share != 0 {
		t.Errorf("the natural model is hardened: %+v", got[1])
	}
}

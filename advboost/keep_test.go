package advboost

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer"
)

func TestReplacedRowsComeBack(t *testing.T) {
	hook, err := NewExamples(ExamplesOptions{Attack: InBall{Eps: 0.5}, Eps: 0.5, Use: Replace, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	table := newRows(0, 0, 1, 1)
	own := table.clone()
	round := &trainer.Round{Number: 1, Of: 4, Rows: table, Ensemble: threshold(1.4)}
	if err := hook.Before(t.Context(), round); err != nil {
		t.Fatal(err)
	}
	if table.Len() != 4 || threshold(1.4).Class(table.X(1)) != 1 || cmp.Diff(own.x[2:], table.x[2:]) != "" {
		t.Errorf("rows are %v: only row 1 can be moved over 1.4", table.x)
	}
	round.Number, round.Ensemble = 2, threshold(10) // all of class 0: rows 0 and 1 are safe
	if err := hook.Before(t.Context(), round); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(own.x[:2], table.x[:2]); d != "" {
		t.Error("safe rows do not have their own features:", d)
	}
}

func TestReweighedRowsComeBack(t *testing.T) {
	hook, err := NewExamples(ExamplesOptions{Attack: InBall{Eps: 0.5}, Eps: 0.5, Use: Reweigh, Weight: 2, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	table := newRows(0, 0, 1, 1)
	round := &trainer.Round{Number: 1, Of: 3, Rows: table, Ensemble: threshold(1.4)}
	for range 2 { // weights do not pile up
		if err := hook.Before(t.Context(), round); err != nil {
			t.Fatal(err)
		}
		round.Number++
	}
	if d := cmp.Diff([]float64{1, 3, 1, 1}, table.weight); d != "" || table.Len() != 4 {
		t.Error("weights:", d)
	}
	round.Ensemble = threshold(10)
	if err := hook.Before(t.Context(), round); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]float64{1, 1, 1, 1}, table.weight); d != "" {
		t.Error("weights of safe rows:", d)
	}
}

// What an attack returned is memory for the next one.
func TestExamplesAreCopied(t *testing.T) {
	for use, name := range Uses {
		keep := newKeeper(Use(use), 0, 2)
		r := &trainer.Round{Number: 1, Rows: newRows(0, 1)}
		for range 2 {
			cells := moved.Cells{{Value: 7}}
			r.Rows.Put(keep.put(nil, r, &attack.Result{Trace: attack.Trace{Moved: cells}}, 1, true))
			cells[0].Value = 9
		}
		if cells, _, _ := keep.start(r.Rows, 0); cmp.Diff(moved.Cells{{Feature: 0, Value: 7}}, cells) != "" {
			t.Errorf("%s: the example has moved %v", name, cells)
		}
	}
}

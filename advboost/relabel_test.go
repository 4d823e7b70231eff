package advboost

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A tree of a forest that cuts at 1.4 gets the votes of row 1 on both sides,
// to which it can be moved; the other rows are out of reach.
func TestRowsVoteWhereTheyAreMoved(t *testing.T) {
	tree := ensemble.Tree{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 1.4}}, Leaves: []float64{-0.5, 0.5}}
	e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Average: true, Link: ensemble.Vote}
	for moved, want := range map[float64][]float64{
		0:   {-0.5, 0.5},
		0.5: {-0.5, 2/2.5 - 0.5}, // two rows of class 1 and half of row 1
		1:   {-0.5, 2.0/3 - 0.5},
	} {
		hook, err := NewRelabel(RelabelOptions{Ball: Ball{Eps: 0.5}, Moved: moved, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := &trainer.Round{Rows: newRows(0, 0, 1, 1), Ensemble: e}
		e.Trees = nil
		if err := hook.Before(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		tree.Leaves = []float64{-0.5, 0.5}
		e.Trees = []ensemble.Tree{tree}
		r.Trees = e.Trees
		if err := hook.(trainer.Grown).Grown(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, e.Trees[0].Leaves, cmpopts.EquateApprox(0, 1e-12)); d != "" {
			t.Errorf("%v of the votes moved: %s", moved, d)
		}
	}
	if _, err := NewRelabel(RelabelOptions{Moved: 2}); err == nil {
		t.Error("moves twice the votes")
	}
}

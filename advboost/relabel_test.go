package advboost

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
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

// Row 1 can be moved over 1.4, where one tree is worst for it, or under 0.6, where the other one is. In the
// inf norm it votes there in both, in other norms where one point takes it. Where the attacker
// cannot move it, it votes where it is.
func TestWhereRowsAreMoved(t *testing.T) {
	leftOnly, rightOnly := []float64{0.5, 0}, []float64{0, 0.5} // pure where row 1 is not
	for _, test := range []struct {
		name        string
		norm        attack.Norm
		constraints *attack.Constraints
		moved       int // in how many trees row 1 is moved
	}{
		{"inf", attack.LInf, nil, 2},
		{"2", attack.L2, nil, 1},
		{"inf, class 1 is attacked", attack.LInf, &attack.Constraints{Attackers: []bool{false, true}}, 0},
		{"inf, nothing moves", attack.LInf, &attack.Constraints{Frozen: []bool{true}}, 0},
	} {
		stump := func(threshold float64, leaves ...float64) ensemble.Tree {
			return ensemble.Tree{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: threshold}}, Leaves: leaves}
		}
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Average: true, Link: ensemble.Vote}
		hook, err := NewRelabel(RelabelOptions{Ball: Ball{Norm: test.norm, Eps: 0.5, Constraints: test.constraints}, Moved: 1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := &trainer.Round{Rows: newRows(1, 0, 1), Ensemble: e}
		if err := hook.Before(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		e.Trees = []ensemble.Tree{stump(1.4, -0.1, 0.5), stump(0.6, 0.5, -0.1)}
		r.Trees = e.Trees
		if err := hook.(trainer.Grown).Grown(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		moved := 0
		for i, leaves := range [2][2][]float64{{leftOnly, rightOnly}, {rightOnly, leftOnly}} {
			switch got := e.Trees[i].Leaves; {
			case slices.Equal(got, leaves[0]):
				moved++
			case !slices.Equal(got, leaves[1]):
				t.Errorf("%s: leaves %v, want %v or %v", test.name, got, leaves[0], leaves[1])
			}
		}
		if moved != test.moved {
			t.Errorf("%s: row 1 is moved in %d trees, want %d", test.name, moved, test.moved)
		}
	}
}

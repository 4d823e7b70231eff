package experiment

import (
	"errors"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

// A group and a link are obeyed in sparse rows too, though the natural model splits on one of their
// columns alone: the 1 of a group cannot go half of the way, and a column cannot exceed one that stays.
func TestSparseTied(t *testing.T) {
	for what, test := range map[string]struct {
		constraints *attack.Constraints
		robust      float64
	}{
		"alone": {&attack.Constraints{Frozen: []bool{true, false, false}}, 0},
		"group": {&attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{1, 2}}}}, 1},
		"link": {&attack.Constraints{
			Frozen: []bool{true, false, true}, Links: []attack.Link{{Feature: 1, Terms: []attack.Term{{Factor: -1, Times: []int{2}}, {Factor: 1}}}},
		}, 1},
	} {
		d, err := Prepare(sparse(), sparse(), Never)
		if err != nil {
			t.Fatal(err)
		}
		o := Default(trainer.GBDT, attack.L1, d.Train)
		o.Natural, o.Params, o.Strategy.Constraints, o.Evaluate.Eps = small(trainer.GBDT), small(trainer.GBDT), test.constraints, []float64{0.6}
		o.Strategy.Split, o.Strategy.Gradient, o.Strategy.Refit, o.Strategy.Loop = 0, "", 0, ""
		report, err := Train(t.Context(), d, "a", o)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if m := report.Models[0].Metrics; m.CleanAccuracy != 1 || m.At[0].Robust != test.robust {
			t.Errorf("%s: accuracy %v, robust %v, want 1 and %v", what, m.CleanAccuracy, m.At[0].Robust, test.robust)
		}
		// Afterwards options are about the columns that are left.
		o.Strategy.Constraints = &attack.Constraints{Frozen: make([]bool, d.Train.Cols)}
		if _, err := Train(t.Context(), d, "b", o); err != nil {
			t.Errorf("%s, again: %v", what, err)
		}
	}
}

// Lists of another length than the rows have columns were padded when sparse rows were reduced to some.
func TestSparseListsOfWrongLength(t *testing.T) {
	d, err := Prepare(sparse(), sparse(), Never)
	if err != nil {
		t.Fatal(err)
	}
	o := Default(trainer.GBDT, attack.LInf, d.Train)
	o.Params.Attacker.Up, o.Evaluate.Eps = []float64{0.1, 0.1}, []float64{0.1}
	if _, err := Train(t.Context(), d, "a", o); !errors.As(err, new(*trainer.OptionError)) {
		t.Errorf("two values for three columns: %v", err)
	}
}

// sparse returns rows of class a with 1 in the second column, and of class b with 1 in the third.
func sparse() *data.Table {
	table := &data.Table{Rows: 80, Cols: 3, Features: []string{"f1", "f2", "f3"}, Classes: []string{"a", "b"}, Sparse: &data.Sparse{Start: []int{0}}}
	for i := range table.Rows {
		y, s := i%2, table.Sparse
		s.Column, s.Value, s.Start = append(s.Column, int32(1+y)), append(s.Value, 1), append(s.Start, i+1)
		table.Y = append(table.Y, y)
	}
	return table
}

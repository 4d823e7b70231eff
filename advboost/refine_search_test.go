package advboost

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// favourite returns a model of stumps at 0.5 of as many columns, which trusts the first more than all
// others together.
func favourite(columns int, precision ensemble.Precision) *ensemble.Ensemble {
	e := &ensemble.Ensemble{Features: columns, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic, Input: precision, Sum: precision}
	for f := range columns {
		value := 0.25
		if f == 0 {
			value = 4
		}
		e.Trees = append(e.Trees, ensemble.Tree{
			Splits: []ensemble.Split{{Feature: ensemble.Feature(f), Left: ^0, Right: ^1, Threshold: 0.5}}, Leaves: []float64{-value, value},
		})
	}
	return e
}

// An attacker who moves one of five equal columns flips a model that trusts one of them, and none in which
// all of them vote. No tree knows that by itself.
func TestSearchesFindWhatTreesDoTogether(t *testing.T) {
	const columns = 5
	rows := &data.Table{Cols: columns, Classes: []string{"a", "b"}, Features: make([]string, columns)}
	for i := range 40 {
		rows.Rows, rows.Y = rows.Rows+1, append(rows.Y, i%2)
		rows.X = append(rows.X, slices.Repeat([]float64{float64(i % 2)}, columns)...)
	}
	rows.X[3*columns] = math.NaN() // the worst row of this one is not searched for
	for _, precision := range []ensemble.Precision{ensemble.Float32, ensemble.Float64} {
		for norm, eps := range map[attack.Norm]float64{attack.L0: 1, attack.L1: 0.6, attack.L2: 0.6} { // for one column
			e := favourite(columns, precision)
			refine := func(searches, threads int) *ensemble.Ensemble {
				ball := Ball{Norm: norm, Eps: eps}
				box := ball.Box(0)
				o := RefineOptions{Ball: ball, Bound: &box, Sweeps: 1, Searches: searches, Lambda: 0.1, Threads: threads}
				refined, err := Refine(t.Context(), e, rows, o)
				if err != nil {
					t.Fatal(err)
				}
				if o.Bound != &box || box.single || o.Ball.single {
					t.Error("the options are changed")
				}
				return refined
			}
			if n := flips(refine(0, 1)); n == 0 {
				t.Errorf("%v, %v: nothing to find", precision, norm)
			}
			searched := refine(9, 1)
			if n := flips(searched); n > 0 {
				t.Errorf("%v, %v: %d changes of one column flip the class: %v", precision, norm, n, searched.Trees)
			}
			if d := cmp.Diff(searched.Trees, refine(9, 3).Trees); d != "" {
				t.Errorf("%v, %v: threads change the model: %s", precision, norm, d)
			}
		}
	}
}

// flips counts the changes of one column, from all 0 or all 1, that flip the class.
func flips(e *ensemble.Ensemble) (n int) {
	for class := range 2 {
		for f := range e.Features {
			x := slices.Repeat([]float64{float64(class)}, e.Features)
			if x[f] = 1 - x[f]; e.Class(x) != class {
				n++
			}
		}
	}
	return n
}

// Tables of more rows than are searched at once have each row searched for in its turn.
func TestAllRowsHaveTheirTurn(t *testing.T) {
	e := favourite(3, ensemble.Float64)
	rows := &data.Table{Rows: 2*atOnce + 1, Cols: 3, Classes: []string{"a", "b"}, Features: make([]string, 3)}
	for i := range rows.Rows {
		rows.X, rows.Y = append(rows.X, 1, float64(i%2), 1), append(rows.Y, 1)
	}
	r := newRefiner(e, rows, &RefineOptions{Ball: Ball{Norm: attack.L1, Eps: 1}, Threads: 2})
	for number := range 3 {
		if err := r.search(t.Context(), e, number); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, worst := range r.worst {
			found += len(worst)
		}
		if want := min((number+1)*(atOnce*2/3+1), rows.Rows); found != want {
			t.Errorf("%d searches: %d rows, want %d", number+1, found, want)
		}
	}
}

// A worst row that is found again does not count twice, also if a level of it is missing.
func TestRowsFoundAgainCountOnce(t *testing.T) {
	e := favourite(2, ensemble.Float64)
	e.Trees[1].Splits[0] = ensemble.Split{Feature: 1, Left: ^0, Right: ^1, Set: &ensemble.Set{Levels: []int32{1}}}
	columns := []column.Column{{Kind: column.Numeric}, {Kind: column.Categorical, Codes: []int32{0, 1}}}
	rows := &data.Table{Rows: 2, Cols: 2, Classes: []string{"a", "b"}, Features: make([]string, 2), Columns: columns,
		X: []float64{1, 1, 1, math.NaN()}, Y: []int{1, 1}}
	e.Columns = columns
	r := newRefiner(e, rows, &RefineOptions{Ball: Ball{Norm: attack.L1, Eps: 1, Columns: columns}})
	for number := range 3 {
		if err := r.search(t.Context(), e, number); err != nil {
			t.Fatal(err)
		}
	}
	for i, worst := range r.worst {
		if len(worst) != 1 {
			t.Errorf("row %d: %v", i, worst)
		}
	}
}

package eval_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The second of two models reads the rows of the first: columns and classes are matched by
// their names, what names do not tell is said, and what is not the same is refused.
func TestAlike(t *testing.T) {
	stumps := func(change func(e *ensemble.Ensemble)) *ensemble.Ensemble {
		e := ensembletest.Stumps()
		e.Schema.Features, e.Schema.Classes = []string{"a", "b"}, []string{"no", "yes"}
		change(e)
		return e
	}
	first := stumps(func(*ensemble.Ensemble) {})
	for name, c := range map[string]struct {
		change   func(e *ensemble.Ensemble)
		says     string // what the only note holds, "" for no note
		fault    string
		row      []float64 // of the first model's columns
		sameText bool      // whether both predict the same class by name
	}{
		"the same": {change: func(*ensemble.Ensemble) {}, row: []float64{1, 0}, sameText: true},
		"columns": {change: func(e *ensemble.Ensemble) { *e = *e.Select([]int{1, 0}) },
			says: "two has the columns of one in another order", row: []float64{1, 0}, sameText: true},
		"classes": {change: func(e *ensemble.Ensemble) {
			swapped, ok := e.Swap()
			if !ok {
				t.Fatal("classes cannot be swapped")
			}
			*e = *swapped
		}, says: "two has the classes of one in another order", row: []float64{1, 0}, sameText: true},
		"other names":    {change: func(e *ensemble.Ensemble) { e.Schema.Features = []string{"a", "c"} }, says: `names columns otherwise ("c" for "b")`, row: []float64{1, 0}},
		"other place":    {change: func(e *ensemble.Ensemble) { e.Schema.Features = []string{"b", "c"} }, fault: `column "b" is feature 1 of one model and 0 of the other`},
		"other classes":  {change: func(e *ensemble.Ensemble) { e.Schema.Classes = []string{"good", "bad"} }, fault: "call their classes no, yes and good, bad"},
		"further column": {change: func(e *ensemble.Ensemble) { e.Features, e.Schema.Features = 3, []string{"a", "b", "c"} }, fault: "read 2 and 3 features"},
	} {
		t.Run(name, func(t *testing.T) {
			second := eval.Model{Name: "two", Ensemble: stumps(c.change), TrainSeconds: 3}
			got, notes, err := eval.Alike(eval.Model{Name: "one", Ensemble: first}, second)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("%v, want %q", err, c.fault)
				}
				return
			}
			if err != nil || got.Name != "two" || got.TrainSeconds != 3 {
				t.Fatalf("%+v, %v", got, err)
			}
			if says := strings.Join(notes, "; "); !strings.Contains(says, c.says) || (c.says == "") != (says == "") {
				t.Errorf("notes %q, want %q", says, c.says)
			}
			if !slices.Equal(got.Ensemble.Schema.Classes, first.Schema.Classes) {
				t.Errorf("classes %v", got.Ensemble.Schema.Classes)
			}
			if c.sameText && got.Ensemble.Class(c.row) != first.Class(c.row) {
				t.Errorf("row %v is of class %d, and of %d", c.row, got.Ensemble.Class(c.row), first.Class(c.row))
			}
		})
	}
}

package eval_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A level that a model does not know matters only in a column that the model reads: whoever restates one
// elsewhere changes nothing that was proved.
func TestStrangersOfColumnsInUse(t *testing.T) {
	town, name := column.Named([]string{"a", "b"}), column.Named([]string{"x", "y"})
	e := &ensemble.Ensemble{Features: 2, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Columns: []column.Column{town, name}}
	table := &data.Table{Rows: 2, Cols: 2, Features: []string{"town", "name"}, Classes: []string{"0", "1"}, X: []float64{0, 7, 1, 8}, Y: []int{0, 1}}
	on := func(f ensemble.Feature) string {
		e.Trees = []ensemble.Tree{{Leaves: []float64{-1, 1}, Splits: []ensemble.Split{{Feature: f, Left: -1, Right: -2, Set: &ensemble.Set{Levels: []int32{0}}}}}}
		return eval.StrangersSentence(e, nil, table)
	}
	if got := on(0); got != "" {
		t.Error(got)
	}
	const says = "2 of 2 rows hold a level that the model does not know, in name. It counts as a missing value, which stays missing: " +
		"what is proved of these rows leaves out an attacker who can restate it as a level that the model knows."
	if got := on(1); got != says {
		t.Error(got)
	}
}

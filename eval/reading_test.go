package eval_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Two models read a column as each does alone, in either order, or the comparison is refused.
func TestReadAlike(t *testing.T) {
	truth := func(words ...string) column.Column {
		return column.Column{Kind: column.Boolean, Codes: []int32{0, 1}, Names: words}
	}
	whole, number := column.Column{Kind: column.Integer}, column.Column{}
	gap := column.Column{Kind: column.Categorical, Codes: []int32{2, 5}, Names: []string{"b", "c"}}
	for name, c := range map[string]struct {
		a, b      column.Column
		want      column.Column // if a is of the first model
		turned    column.Column // if b is
		fault     string        // of both orders
		o         data.Options
		bothFirst bool // want is that of both orders
	}{
		"levels":         {a: column.Named([]string{"a", "b"}), b: column.Named([]string{"b", "c"}), want: column.Named([]string{"a", "b", "c"}), turned: column.Named([]string{"b", "c", "a"})},
		"prefix":         {a: column.Named([]string{"a", "b"}), b: column.Named([]string{"a"}), want: column.Named([]string{"a", "b"}), bothFirst: true},
		"gaps":           {a: column.Named([]string{"a"}), b: gap, want: column.Named([]string{"a", "b", "c"}), turned: column.Column{Kind: column.Categorical, Codes: []int32{2, 5, 6}, Names: []string{"b", "c", "a"}}},
		"codes":          {a: column.Column{Kind: column.Categorical}, b: gap, want: gap, bothFirst: true},
		"others":         {a: column.Column{Kind: column.Categorical, Codes: []int32{0}, Names: []string{"a"}, Others: true}, b: column.Named([]string{"a"}), want: column.Column{Kind: column.Categorical, Codes: []int32{0}, Names: []string{"a"}, Others: true}, bothFirst: true},
		"other levels":   {a: column.NamedOrOther([]string{"a"}), b: column.Named([]string{"b"}), want: column.NamedOrOther([]string{"a", "b"}), turned: column.NamedOrOther([]string{"b", "a"})},
		"truths":         {a: truth("no", "yes"), b: truth("false", "true"), want: truth("no", "yes"), turned: truth("false", "true")},
		"truth, numbers": {a: truth("no", "yes"), b: column.Column{Kind: column.Boolean}, want: truth("no", "yes"), bothFirst: true},
		"whole":          {a: whole, b: number, want: whole, bothFirst: true},
		"truth, whole":   {a: truth("no", "yes"), b: whole, want: column.Column{Kind: column.Boolean}, bothFirst: true}, // until Settle
		"dates":          {a: column.Column{Dates: column.DayFirst}, b: number, want: column.Column{Dates: column.DayFirst}, bothFirst: true},
		"missing words":  {a: column.Column{MissingWords: []string{"none"}}, b: number, want: column.Column{MissingWords: []string{"none"}}, bothFirst: true},
		"said missing": {a: column.Column{MissingWords: []string{"-1"}}, b: number, want: column.Column{}, bothFirst: true,
			o: data.Options{MissingWords: []string{"-1"}}},
		"said dates": {a: column.Column{Dates: column.DayFirst}, b: column.Column{Dates: column.MonthFirst}, want: column.Column{Dates: column.DayFirst}, turned: column.Column{Dates: column.MonthFirst},
			o: data.Options{Schema: &data.Schema{Columns: []data.SchemaColumn{{Name: "x", Kind: "numeric", Dates: column.DayFirst}}}}},

		"other dates":    {a: column.Column{Dates: column.DayFirst}, b: column.Column{Dates: column.MonthFirst}, fault: `column "x" has dates with the `},
		"other kinds":    {a: column.Named([]string{"1", "2"}), b: whole, fault: `column "x" holds categories to A and numbers to B: `},
		"other writing":  {a: column.Named([]string{"1"}), b: column.Named([]string{"01"}), fault: `column "x" has a level "01" to B, which is "1" to A: `},
		"other case":     {a: column.Named([]string{"Yes", "maybe"}), b: column.Named([]string{"maybe", "yes"}), fault: `column "x" has a level `},
		"other truths":   {a: truth("m", "f"), b: truth("f", "m"), fault: `column "x" has the words `},
		"strange truths": {a: truth("m", "f"), b: truth("no", "yes"), fault: `column "x" has the words `},
		"missing number": {a: column.Column{MissingWords: []string{"-1"}}, b: number, fault: `"-1" is a word for missing values to A and not to B: Options.MissingWords says which are`},
		"missing level":  {a: column.Column{Kind: column.Categorical, Codes: []int32{0}, Names: []string{"a"}, MissingWords: []string{"b"}}, b: column.Named([]string{"a", "b"}), fault: `"b" is a word for missing values to A`},
	} {
		t.Run(name, func(t *testing.T) {
			model := func(name string, of column.Column) eval.Model {
				return eval.Model{Name: name, Ensemble: &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Columns: []column.Column{of}, Schema: ensemble.Schema{Features: []string{"x"}}}}
			}
			for turn, models := range [][]eval.Model{{model("A", c.a), model("B", c.b)}, {model("B", c.b), model("A", c.a)}} {
				got, err := eval.ReadAlike(models, &c.o)
				if c.fault != "" {
					if err == nil || !strings.HasPrefix(err.Error(), c.fault) {
						t.Errorf("%v, want %q", err, c.fault)
					}
					continue
				}
				want := c.want
				if turn == 1 && !c.bothFirst {
					want = c.turned
				}
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]column.Column{want}, got.Reader.Columns, cmpopts.EquateEmpty()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// Yes and no are 1 and 0 to a model of numbers, but no other number is yes or no.
func TestReadAlikeSettle(t *testing.T) {
	words := column.Column{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"no", "yes"}}
	models := []eval.Model{
		{Name: "numbers", Ensemble: &ensemble.Ensemble{Features: 1, Columns: []column.Column{{Kind: column.Integer}}}},
		{Name: "words", Ensemble: &ensemble.Ensemble{Features: 1, Columns: []column.Column{words}}},
	}
	reading, err := eval.ReadAlike(models, &data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := &data.Table{Source: "t.csv", Rows: 2, Cols: 1, X: []float64{1, 2}, Columns: []column.Column{{Kind: column.Boolean}}}
	if err := reading.Settle(rows); err == nil || !strings.HasPrefix(err.Error(), `t.csv, row 1: column "0" holds 2, but is yes or no to one of the models`) {
		t.Error(err)
	}
	rows.X[1] = 0
	if err := reading.Settle(rows); err != nil || !cmp.Equal(rows.Columns, []column.Column{words}) || !cmp.Equal(reading.Reader.Columns, []column.Column{words}) {
		t.Error(err, rows.Columns, reading.Reader.Columns)
	}
}

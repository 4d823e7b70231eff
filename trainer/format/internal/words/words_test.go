package words_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// model splits on a category, features[0], and a boolean; a second category has no split.
func model() *ensemble.Ensemble {
	return &ensemble.Ensemble{
		Features: 3, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Columns: []column.Column{
			{Kind: column.Categorical, Codes: []int32{0, 2, 3}, Names: []string{"1", "b", ""}},
			{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"no", "yes"}},
			column.Named([]string{"x", "y"}),
		},
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{
				{Feature: 0, Set: &ensemble.Set{Levels: []int32{2}}, Left: 1, Right: ^0},
				{Feature: 1, Threshold: 0.5, Left: ^1, Right: ^2},
			},
			Leaves: []float64{1, 2, -3},
		}},
	}
}

// wordless is model as read from a format that knows levels by number.
func wordless() *ensemble.Ensemble {
	e := model()
	e.Columns = []column.Column{{Kind: column.Categorical, Codes: []int32{2}}, {}, {}}
	return e
}

func TestName(t *testing.T) {
	want, got := model(), wordless()
	words.Name(got, words.Text(want))
	if d := cmp.Diff(want.Columns, got.Columns); d != "" {
		t.Error(d)
	}
	for _, text := range []string{
		"", "{", "null", "[null,null]", `[{"codes":[0],"names":["a"]},null,null]`, `[{"codes":[0,2],"names":["a"]},null,null]`,
		`[{"codes":[2,2],"names":["a","b"]},null,null]`, `[{"codes":[2,3],"names":["a","a"]},null,null]`, `[null,{"codes":[0,1],"names":["a","b"]},null]`,
		`[null,{"boolean":true,"codes":[0,2],"names":["a","b"]},null]`,
	} {
		got := wordless()
		words.Name(got, text)
		if d := cmp.Diff(wordless(), got); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

// Dates go along, and what other programs need in their place is said.
func TestDates(t *testing.T) {
	want, got := model(), wordless()
	for _, e := range []*ensemble.Ensemble{want, got} {
		e.Features = 5
		e.Columns = append(e.Columns, column.Column{}, column.Column{})
	}
	want.Columns[3].Dates, want.Columns[4].Dates = column.DayFirst, column.TimeOfDay
	words.Name(got, words.Text(want))
	if d := cmp.Diff(want.Columns, got.Columns); d != "" {
		t.Error(d)
	}
	want.Schema.Features = []string{"colour", "old", "kind", "since", "at"}
	const caution = `other programs need rows with numbers for dates and times: "since" in days since 1970; "at" in hours since midnight`
	if got := words.Dates(want); got != caution {
		t.Errorf("got  %s\nwant %s", got, caution)
	}
	if got := words.Dates(wordless()); got != "" {
		t.Error(got)
	}
}

func TestCaution(t *testing.T) {
	e := model()
	e.Schema.Features = []string{"colour", "old", "kind"}
	const want = `other programs need rows with numbers for levels, in the order of the model: of "colour" 0 for "1", 2 for "b", 3 for ""; of "kind" 0 for "x", 1 for "y"`
	if got := words.Caution(e); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := words.Caution(wordless()); got != "" {
		t.Error(got)
	}
}

// Only kinds that a file does not know are named, and dates, which are numbers, are not.
func TestWhole(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 4, Schema: ensemble.Schema{Features: []string{"age", "member", "day", "size"}},
		Columns: []column.Column{{Kind: column.Integer}, {Kind: column.Boolean}, {Kind: column.Integer, Dates: column.DayFirst}, {}},
	}
	const before = "the file does not say that these columns hold whole numbers, and attacks on it move them by fractions, unless a threat file has integer = true for them: "
	for want, unknown := range map[string][]column.Kind{
		"":                         {},
		before + `"age"`:           {column.Integer},
		before + `"age", "member"`: {column.Integer, column.Boolean},
	} {
		if got := words.Whole(e, unknown...); got != want {
			t.Errorf("%v: %q, want %q", unknown, got, want)
		}
	}
}

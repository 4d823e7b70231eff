package data_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// TestIgnoredBesideFeatures: a column that is ignored is not counted among the features when the
// label is looked for.
func TestIgnoredBesideFeatures(t *testing.T) {
	o := data.Options{Cols: 3, Classes: []string{"0", "1"}, LabelOptional: true, Ignore: []string{"f1"}}
	table, err := data.Read(t.Context(), write(t, "a.csv", "7,1.5,2.5,3.5\n8,2.5,3.5,4.5\n"), o)
	if err != nil || table.Cols != 3 || table.X[0] != 1.5 || table.Y != nil {
		t.Errorf("%v, %v", table, err)
	}
}

// TestLabelElsewhere: a file without names has its label elsewhere than the training rows, whose
// third column it was, or the column that is left out is said.
func TestLabelElsewhere(t *testing.T) {
	const elsewhere, out = " is taken for the label, as it holds the classes", `column "f3", which is no feature, hardly holds classes that are known, and is left out`
	for _, c := range []struct{ content, label, doubt string }{
		{"1.5,2.5,1,3.5\n1.5,2.5,0,3.5\n1.5,2.5,1,3.5\n", "f3", ""},
		{"1.5,2.5,1,3.5\n1.5,2.5,0,3.5\n1.5,2.5,7,3.5\n", "f3", ""},
		{"1.5,2.5,,3.5\n1.5,2.5,,3.5\n1.5,2.5,,3.5\n", "", ""},
		{"1,1.5,2.5,3.5\n0,1.5,2.5,3.5\n1,1.5,2.5,3.5\n", "f1", `column "f1"` + elsewhere},
		{"1.5,2.5,3.5,1\n1.5,2.5,3.5,0\n1.5,2.5,1,1\n", "f4", ""},
		{"1.5,2.5,7,3.5\n1.5,2.5,8,3.5\n1.5,2.5,9,3.5\n", "", out},
		{"1.5,2.5,3.5\n1.5,2.5,3.5\n1.5,2.5,3.5\n", "", ""},
	} {
		o := data.Options{Cols: 3, Features: []string{"f1", "f2", "f4"}, Classes: []string{"0", "1"}, LabelOptional: true}
		table, err := data.Read(t.Context(), write(t, "a.csv", c.content), o)
		if err != nil {
			t.Errorf("%q: %v", c.content, err)
			continue
		}
		if doubts := strings.Join(table.Found.Doubts, "; "); !strings.HasPrefix(doubts, c.doubt) || c.doubt == "" && doubts != "" || table.Y != nil && table.Found.Label != c.label {
			t.Errorf("%q: label %q, want %q; %q", c.content, table.Found.Label, c.label, doubts)
		}
		if x := table.Row(0); x[0] != 1.5 || x[1] != 2.5 || x[2] != 3.5 {
			t.Errorf("%q: features %v", c.content, x)
		}
	}
}

// TestLabelLastAgain: among columns without names that hold the classes, the last is the label if it was
// in the training rows, unless the first may be meant as well.
func TestLabelLastAgain(t *testing.T) {
	for content, want := range map[string]string{
		"1.5,1,2.5,1\n2.5,0,3.5,0\n": "f4",
		"1,1.5,2.5,1\n0,2.5,3.5,0\n": `which column is the label, "f1" or "f4"?`,
		"1.5,1,0,2.5\n2.5,0,1,3.5\n": `which column is the label, "f2" or "f3"?`,
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", content), data.Options{Cols: 3, Features: []string{"f1", "f2", "f3"}, Classes: []string{"0", "1"}})
		if err == nil && (table.Found.Label != want || table.At(0, 1) != 1) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", content, table, err, want)
		}
	}
}

// TestLabelOfKnownClasses: in a file without the names of the features the label is the one
// column too many that holds the classes, wherever it stands.
func TestLabelOfKnownClasses(t *testing.T) {
	flags := []column.Column{{}, {Kind: column.Integer}, {}}
	colours := []column.Column{{}, column.Named([]string{"no", "yes"}), {}}
	for _, c := range []struct {
		name, content string
		kinds         []column.Column
		classes       string
		optional      bool
		label, doubt  string // or what is refused
	}{
		{"in the middle", "1.5,2.5,1,3.5\n2.5,3.5,0,4.5\n", nil, "0,1", true, "f3", `column "f3" is taken for the label, as it holds the classes that are known: Options.Label names another column`},
		{"in the middle, needed", "1.5,2.5,1,3.5\n2.5,3.5,0,4.5\n", nil, "0,1", false, "f3", `column "f3" is taken`},
		{"first", "1,1.5,2.5,3.5\n0,2.5,3.5,4.5\n", nil, "0,1", true, "f1", `column "f1" is taken`},
		{"last", "1.5,2.5,3.5,1\n2.5,3.5,4.5,0\n", nil, "0,1", true, "f4", ""},
		{"last, with classes that are not known", "1.5,2.5,3.5,1\n2.5,3.5,4.5,7\n", nil, "0,1", true, "f4", ""},
		{"written otherwise", "1.5,2.5,1.0,3.5\n2.5,3.5,?,4.5\n", nil, "0,1", true, "f3", `column "f3" is taken`},
		{"two columns", "1.5,1,2.5,1\n2.5,0,3.5,0\n", nil, "0,1", true, "", `which column is the label, "f2" or "f4"? Options.Label names it`},
		{"two columns, one with others", "1.5,1,2.5,1\n2.5,0,3.5,7\n", nil, "0,1", true, "", `which column is the label, "f2" or "f4"?`},
		{"three columns", "1,1,2.5,1\n0,0,3.5,0\n", nil, "0,1", true, "", `which column is the label? It may be one of "f1", "f2", "f4"`},
		{"a feature of whole numbers behind others", "1.5,1,2.5,1\n2.5,0,3.5,0\n", flags, "0,1", true, "f4", ""},
		{"a feature of whole numbers behind the label", "1.5,1,1,2.5\n2.5,0,0,3.5\n", flags, "0,1", true, "", `which column is the label, "f2" or "f3"?`},
		{"a feature of the same words", "1.5,yes,yes,2.5\n2.5,no,maybe,3.5\n", colours, "maybe,no,yes", true, "", `which column is the label, "f2" or "f3"?`},
		{"words as features have them", "1.5,yes,2.5,yes\n2.5,no,3.5,maybe\n", colours, "maybe,no,yes", true, "f4", ""},
		{"no class", "7,1.5,2.5,3.5\n8,2.5,3.5,4.5\n", nil, "0,1", true, "", `column "f4" is taken for the label, and holds no class that is known: Options.Label names another column`},
		{"a comma at the end", "1.5,2.5,3.5,\n2.5,3.5,4.5,\n", nil, "0,1", true, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, "a.csv", c.content)
			table, err := data.Read(t.Context(), path, data.Options{Cols: 3, Columns: c.kinds, Classes: strings.Split(c.classes, ","), LabelOptional: c.optional})
			if err != nil {
				if c.label != "" || c.doubt == "" || !strings.Contains(err.Error(), c.doubt) {
					t.Fatal(err)
				}
				return
			}
			doubts := strings.Join(table.Found.Doubts, "\n")
			if table.Found.Label != c.label && c.label != "" && table.Y != nil || strings.Contains(c.doubt, "which") || !strings.HasPrefix(doubts, c.doubt) || c.doubt == "" && doubts != "" {
				t.Errorf("label %q, want %q; %q, want %q", table.Found.Label, c.label, doubts, c.doubt)
			}
			if c.name == "a comma at the end" && (table.X[2] != 3.5 || table.Found.Missing > 0) {
				t.Errorf("rows %v", table.X)
			}
		})
	}
}

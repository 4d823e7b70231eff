package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// NA among codes of two letters may be one of them, unless other columns have it for what is missing.
func TestNotAvailable(t *testing.T) {
	const feature, label = `column "at": "NA" is taken for a missing value`, `rows whose label is "NA" are left out`
	continents, codes := []string{"EU", "NA", "SA", "AF"}, []string{"x1", "NA", "x3"}
	for name, c := range map[string]struct {
		at, class, other []string
		options          data.Options
		want             string
	}{
		"a continent":                 {continents, []string{"a", "b"}, []string{"1", "", "2"}, data.Options{}, feature},
		"a class":                     {[]string{"1", "2", "3"}, continents, []string{"5"}, data.Options{}, label},
		"the word of the file":        {continents, []string{"a", "b"}, []string{"1", "NA", "2"}, data.Options{}, ""},
		"the word, with codes":        {continents, continents, codes, data.Options{}, ""},
		"among other words":           {[]string{"EU", "NA", "Africa", "SA"}, []string{"a", "b"}, []string{"1"}, data.Options{}, ""},
		"none":                        {[]string{"EU", "", "SA", "AF"}, []string{"a", "b"}, []string{"1"}, data.Options{}, ""},
		"classes that somebody lists": {[]string{"1", "2", "3"}, continents, []string{"5"}, data.Options{Keep: continents}, ""},
	} {
		csv := "at,other,n,label\n" + rowsOf(70, func(i int) string {
			return fmt.Sprintf("%s,%s,%d,%s", c.at[i%len(c.at)], c.other[i/2%len(c.other)], i*7%11, c.class[i/3%len(c.class)])
		})
		table := readTable(t, write(t, "a.csv", csv), c.options)
		doubts := strings.Join(table.Found.Doubts, "\n")
		if (c.want == "") != !strings.Contains(doubts, `"NA"`) || !strings.Contains(doubts, c.want) {
			t.Errorf("%s: %q, want %q", name, doubts, c.want)
		}
	}
	// what the notes propose
	csv := "at,n,label\n" + rowsOf(70, func(i int) string { return fmt.Sprintf("%s,%d,%s", continents[i%4], i*7%11, continents[i/3%4]) })
	path := write(t, "a.csv", csv)
	levels := data.Options{Keep: continents, Schema: &data.Schema{Columns: []data.SchemaColumn{{Name: "at", Kind: column.Categorical.String(), Levels: continents}}}}
	if table := readTable(t, path, levels); table.Rows != 70 || table.Found.Missing != 0 || table.Found.Doubts != nil || len(table.Classes) != 4 {
		t.Errorf("%d rows, %+v, %q", table.Rows, table.Found, table.Classes)
	}
}

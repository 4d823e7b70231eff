package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// A last row that sums up the others is told, in features and in the label of a regression; numbers
// that add up by chance are not.
func TestTotalRow(t *testing.T) {
	rows := func(value func(i int) float64, last string) string {
		b := &strings.Builder{}
		b.WriteString("kind,x,label\n")
		for i := range 40 {
			fmt.Fprintf(b, "%c,%v,%d\n", "ab"[i%2], value(i), i%3)
		}
		return b.String() + last
	}
	tenths := func(i int) float64 { return float64(i) + 0.25 }  // their sum is 790
	few := func(i int) float64 { return float64(max(i-36, 0)) } // 1, 2 and 3
	for name, c := range map[string]struct {
		file string
		o    data.Options
		want string // "" for no doubt
	}{
		"a class of its own":        {rows(tenths, "Total,790,Total\n"), data.Options{}, `column "x": the last row has 790, the sum of all others: if it is a total, leave the row out`},
		"rounded":                   {rows(tenths, "Total,790.0003,2\n"), data.Options{}, "790.0003"},
		"of a regression":           {rows(func(int) float64 { return 1 }, "Total,,39\n"), data.Options{Regression: true}, `the label: the last row has 39, the sum of all others`},
		"another number":            {rows(tenths, "Total,791,2\n"), data.Options{}, ""},
		"a few that add up":         {rows(few, "a,6,2\n"), data.Options{}, ""},
		"a total without its label": {rows(tenths, "Total,790,\n"), data.Options{}, ""},
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", c.file), c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		doubts := strings.Join(table.Found.Doubts, "\n")
		if !strings.Contains(doubts, c.want) || c.want == "" && strings.Contains(doubts, "sum of all") {
			t.Errorf("%s: %q", name, doubts)
		}
	}
}

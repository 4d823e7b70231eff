package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Numbers of nines that are far from all others may stand for missing values, and so may any that
// are further still; what may be one of the values is not doubted.
func TestStandIns(t *testing.T) {
	for name, c := range map[string]struct {
		cells string // after twenty that go from 1 to 20
		want  string
	}{
		"one below":             {cells: "-999", want: `column "x": 1 value is -999, and the others from 1 to 20: Options.MissingWords=-999 takes it for a missing value, if it stands for one`},
		"some below":            {cells: "-999.9 -999.9", want: `column "x": 2 values are -999.9, and the others from 1 to 20: Options.MissingWords=-999.9 `},
		"two above":             {cells: "99 99", want: `column "x": 2 values are 99, and the others from 1 to 20: Options.MissingWords=99 `},
		"the least integer":     {cells: "-9223372036854775808 -9223372036854775808", want: `column "x": 2 values are -9223372036854775808, and the others from 1 to 20: Options.MissingWords=-9223372036854775808 `},
		"the least float32":     {cells: "-3.4028234663852886e+38", want: `column "x": 1 value is -3.4028234663852886e+38, and the others from 1 to 20: Options.MissingWords=-3.4028234663852886e+38 `},
		"far below":             {cells: "-1e18", want: `column "x": 1 value is -1000000000000000000, and the others from 1 to 20: `},
		"far above":             {cells: "2147483647 2147483647", want: `column "x": 2 values are 2147483647, and the others from 1 to 20: Options.MissingWords=2147483647 `},
		"large, not far":        {cells: "-10000000"},
		"one above, as a price": {cells: "999"},
		"near the others":       {cells: "29 29"},
		"near, of nines":        {cells: "60 99 99"},
		"not of nines":          {cells: "-500 -500"},
		"a single nine":         {cells: "-9 -9 -9"},
	} {
		t.Run(name, func(t *testing.T) {
			var csv strings.Builder
			csv.WriteString("x,label\n")
			for i := range 20 {
				fmt.Fprintf(&csv, "%d,%c\n", i+1, "ab"[i%2])
			}
			for _, cell := range strings.Fields(c.cells) {
				fmt.Fprintf(&csv, "%s,a\n", cell)
			}
			path := write(t, "a.csv", csv.String())
			table := readTable(t, path, data.Options{})
			got := strings.Join(table.Found.Doubts, "; ")
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.want == "" {
				return
			}
			word := strings.Fields(c.cells)[0]
			if doubts := readTable(t, path, data.Options{MissingWords: []string{word}}).Found.Doubts; doubts != nil {
				t.Errorf("%s is missing: %q", word, doubts)
			}
		})
	}
}

// Numbers beside limits, as of what laboratories measure, are no levels, and these are not missing.
func TestLimits(t *testing.T) {
	beside := func(words ...string) data.Options {
		return data.Options{MissingWords: words}
	}
	for name, c := range map[string]struct {
		limits  []string
		options data.Options
		want    string
	}{
		"one below":       {[]string{"<0.1"}, data.Options{}, `column "x": numbers beside limits such as "<0.1", taken for a category of 26 levels: a number in the place of each, such as the limit, keeps their order`},
		"many":            {[]string{"<0.1", "> 30", "≥40", "<=0.05"}, data.Options{}, `column "x": numbers beside limits such as "<0.1", taken for a category of 29 levels: a number in the place of each, such as the limit, keeps their order`},
		"and more":        {[]string{"50+"}, data.Options{}, `column "x": numbers beside limits such as "50+", taken for a category of 26 levels: a number in the place of each, such as the limit, keeps their order`},
		"beside a word":   {[]string{"<0.1", "none seen"}, data.Options{}, `column "x": numbers beside "<0.1" and "none seen", taken for a category of 27 levels: Options.MissingWords takes words for missing values`},
		"beside words":    {[]string{"<0.1", "none seen", "x"}, data.Options{}, ""},
		"limits missing":  {[]string{"<0.1", "> 30"}, beside("<0.1", "> 30"), ""},
		"levels, in fact": {[]string{"<0.1", "> 30"}, data.Options{Categorical: []string{"x"}}, ""},
	} {
		csv := "x,n,label\n" + rowsOf(100, func(i int) string {
			if i%4 == 0 {
				return fmt.Sprintf("%s,%d,%c", c.limits[i/4%len(c.limits)], i*7%11, "ab"[i/3%2])
			}
			return fmt.Sprintf("%d.5,%d,%c", i/4, i*7%11, "ab"[i/3%2])
		})
		table := readTable(t, write(t, "a.csv", csv), c.options)
		if got := strings.Join(table.Found.Doubts, "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	few := write(t, "few.csv", "x,label\n"+rowsOf(40, func(i int) string { return fmt.Sprintf("%d.5,%c", i, "ab"[i%2]) })+"<0.1,a\n")
	want := `"<0.1" is not a number, as most of the column is: write a number for what lies beyond a limit, such as the limit; Options.MissingWords`
	if _, err := data.Read(t.Context(), few, data.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A category of many numbers with one unit or two may have been meant as numbers.
func TestWithUnit(t *testing.T) {
	for name, c := range map[string]struct {
		before string
		unit   func(i int) string
		want   string
	}{
		"one unit":  {unit: func(int) string { return " kg" }, want: `column "x": numbers with the unit "kg", taken for words: without it they are numbers`},
		"two units": {unit: func(i int) string { return []string{"kg", "lb"}[i%2] }, want: `column "x": numbers with the units "kg" and "lb", taken for words: in one unit, and without it, they are numbers`},
		"notes":     {unit: func(i int) string { return []string{"*", ""}[i%2] }, want: `column "x": numbers with the unit "*", taken for words: without it they are numbers`},
		"codes":     {unit: func(i int) string { return []string{"A", "B", "C"}[i%3] }},
		"thousands": {before: "1 0", unit: func(int) string { return " km" }, want: `column "x": numbers with the unit "km", taken for words: without it they are numbers`},
		"names":     {before: "REF 1", unit: func(int) string { return "" }},
	} {
		var csv strings.Builder
		csv.WriteString("x,n,label\n")
		for i := range 75 {
			fmt.Fprintf(&csv, "%s%d.5%s,%d,%c\n", c.before, i%25, c.unit(i), i%7, "ab"[i%2])
		}
		table := readTable(t, write(t, "a.csv", csv.String()), data.Options{})
		if got := strings.Join(table.Found.Doubts, "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

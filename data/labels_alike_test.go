package data_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
)

// Classes of a model that are the same number, or differ only in blanks, are told apart by
// how they are written; a label written in any other way is the first of them.
func TestClassesAlike(t *testing.T) {
	for name, c := range map[string]struct {
		classes, keep []string
		rows          string
		want          []int
	}{
		"numbers":     {classes: []string{"010", "10"}, rows: "10\n010\n10.0\n10.00\n", want: []int{1, 0, 1, 0}},
		"in order":    {classes: []string{"10", "010"}, rows: "10\n010\n10.0\n10.00\n", want: []int{0, 1, 0, 0}},
		"a code":      {classes: []string{"12", "7"}, rows: "007\n012\n7.00\n", want: []int{1, 0, 1}},
		"kept":        {keep: []string{"01", "2"}, rows: "01\n1\n2\n2.0\n", want: []int{0, 1, 1}},
		"blanks":      {classes: []string{" no", "no"}, rows: "no\n\" no\"\n", want: []int{1, 0}},
		"those asked": {classes: []string{"010", "10", "b", "c"}, keep: []string{"b", "c"}, rows: "10\nb\n010\nc\n", want: []int{2, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			var csv string
			for i, row := range strings.Split(strings.TrimSpace(c.rows), "\n") {
				csv += string(rune('1'+i)) + ".5," + row + "\n"
			}
			table := readTable(t, write(t, "a.csv", "x,label\n"+csv), data.Options{Classes: c.classes, Keep: c.keep})
			if d := cmp.Diff(c.want, table.Y); d != "" {
				t.Error(d)
			}
		})
	}
}

// Labels are names: numbers that are written as codes stay what they are, and two labels that
// are the same number are noted.
func TestLabelsAreNames(t *testing.T) {
	for labels, c := range map[string]struct{ classes, want string }{
		"007 012":         {"007 012", ""},
		"1.50 2.50 3":     {"1.50 2.50 3", ""},
		"3.1 3.10 2":      {"2 3.1 3.10", `the labels "3.1" and "3.10" are two classes, though they are the same number`},
		"01 1 2":          {"01 1 2", `the labels "01" and "1" are two classes, though they are the same number`},
		"1.0 0.0":         {"0 1", ""},
		"1 1.0 2":         {"1 2", `the labels "1" and "1.0" are the same number, and one class`},
		"1e2 100 1e-9 ok": {"1e-9 100 1e2 ok", `the labels "100" and "1e2" are two classes, though they are the same number`},
	} {
		written := strings.Fields(labels)
		path := write(t, "a.csv", "n,label\n"+rowsOf(60, func(i int) string { return fmt.Sprintf("%d,%s", i*7%11, written[i%len(written)]) }))
		table := readTable(t, path, data.Options{Classification: true})
		if got := strings.Join(table.Classes, " "); got != c.classes {
			t.Errorf("%s: classes %s, want %s", labels, got, c.classes)
		}
		if got := strings.Join(table.Found.Doubts, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", labels, got, c.want)
		}
		again, err := data.Read(t.Context(), path, data.Options{Classes: table.Classes})
		if err != nil || again.Found.Doubts != nil || !slices.Equal(again.Y, table.Y) {
			t.Errorf("%s: known classes: %q, %v, %v", labels, again.Found.Doubts, again.Y, err)
		}
	}
}

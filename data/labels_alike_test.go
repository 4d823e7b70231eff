package data_test

import (
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
		"numbers":     {classes: []string{"010", "10"}, rows: "10\n010\n10.0\n", want: []int{1, 0, 0}},
		"in order":    {classes: []string{"10", "010"}, rows: "10\n010\n10.0\n", want: []int{0, 1, 0}},
		"blanks":      {classes: []string{" no", "no"}, rows: "no\n\" no\"\n", want: []int{1, 0}},
		"those asked": {classes: []string{"010", "10", "b", "c"}, keep: []string{"b", "c"}, rows: "10\nb\n010\nc\n", want: []int{2, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			var csv string
			for i, row := range strings.Split(strings.TrimSpace(c.rows), "\n") {
				csv += string(rune('1'+i)) + ".5," + row + "\n"
			}
			table, err := data.Read(t.Context(), write(t, "a.csv", "x,label\n"+csv), data.Options{Classes: c.classes, Keep: c.keep})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, table.Y); d != "" {
				t.Error(d)
			}
		})
	}
}

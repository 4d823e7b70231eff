package data_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// The text of a level that is not known is found by row and feature, whichever rows and columns
// were left out before it.
func TestStranger(t *testing.T) {
	schema := &data.Schema{Columns: []data.SchemaColumn{
		{Name: "ok", Kind: "boolean", Levels: []string{"no", "yes"}},
		{Name: "colour", Kind: "categorical", Levels: []string{"red", "green"}},
	}}
	got, err := data.Read(t.Context(), write(t, "test.csv",
		"old,ok,w,colour,label\nshop,yes,1,red,x\nshop,maybe,1,pink,z\nshop,perhaps,1, violet ,y\nshop,no,1,blue,x\nshop,,1,red,x\n"),
		data.Options{Weight: "w", Keep: []string{"x", "y"}, Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ok", "colour"}; got.Cols != 2 || got.Features[0] != want[0] || got.Features[1] != want[1] {
		t.Fatalf("features %q, want %q: the others are a word that never changes, and the weight", got.Features, want)
	}
	want := [][2]string{{"", ""}, {"perhaps", "violet"}, {"", "blue"}, {"", ""}}
	check := func(table *data.Table, rows ...int) {
		t.Helper()
		for i, row := range rows {
			for f := range 2 {
				if got := table.Stranger(i, f); got != want[row][f] {
					t.Errorf("row %d, feature %d: %q, want %q", i, f, got, want[row][f])
				}
			}
		}
	}
	check(got, 0, 1, 2, 3)
	check(got.Subset([]int{2, 1}), 2, 1)
	if text := got.Select([]int{1}).Stranger(1, 0); text != "violet" {
		t.Errorf("the second column alone says %q", text)
	}
	check(got, 0, 1, 2, 3)
	all, err := got.Append(got)
	if err != nil {
		t.Fatal(err)
	}
	if text := all.Stranger(1, 0); text != "" {
		t.Errorf("a table of two sources says %q", text)
	}
}

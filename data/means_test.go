package data

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// TestWithMeans: the new columns are the means of neighbours, and move by no more
// than the columns do.
func TestWithMeans(t *testing.T) {
	r := seed.At(5, 0)
	table := &Table{Rows: 20, Cols: 5, Features: []string{"a", "b", "c", "d", "e"}, Classes: []string{"0", "1"}, Y: make([]int, 20)}
	for range table.Rows * table.Cols {
		table.X = append(table.X, r.Float64())
	}
	wide, err := table.WithMeans(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := wide.Validate(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "b", "c", "d", "e", "mean b c", "mean c d"}; !slices.Equal(wide.Features, want) {
		t.Errorf("features %q, want %q", wide.Features, want)
	}
	const eps = 0.25
	moved := *table
	moved.X = slices.Clone(table.X)
	for k := range moved.X {
		moved.X[k] += eps * (2*r.Float64() - 1)
	}
	after, err := moved.WithMeans(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	for i := range table.Rows {
		row := table.Row(i)
		if want := append(slices.Clone(row), (row[1]+row[2])/2, (row[2]+row[3])/2); !slices.Equal(wide.Row(i), want) {
			t.Errorf("row %d: %v, want %v", i, wide.Row(i), want)
		}
		for c, v := range wide.Row(i) {
			if d := after.Row(i)[c] - v; max(d, -d) > eps {
				t.Errorf("columns move by at most %v, %s by %v", eps, wide.Features[c], d)
			}
		}
	}
	for _, none := range [][2]int{{-1, 3}, {2, 6}, {2, 3}, {3, 2}} {
		if _, err := table.WithMeans(none[0], none[1]); err == nil {
			t.Errorf("columns %v of 5 have means", none)
		}
	}
}

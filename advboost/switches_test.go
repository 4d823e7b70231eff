package advboost_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Columns change as a whole where they hold levels, or whole numbers of which two
// neighbours occur, as they are or scaled.
func TestLevels(t *testing.T) {
	nan := math.NaN()
	kinds := []column.Column{{Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {}, {Kind: column.Boolean}, column.Named([]string{"a", "b"})}
	raw := data.Table{Rows: 3, Cols: 8, Columns: kinds, X: []float64{
		0, 3, 0, 0, nan, 0, 0, 0,
		1, 2, 10, 1, nan, 1, 1, 1,
		nan, 3, 0, 2, nan, 0, 1, 1,
	}}
	scaled := raw
	scaled.X = append([]float64(nil), raw.X...)
	s := data.FitScaling(&scaled)
	if err := s.Apply(&scaled); err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*data.Table{"raw": &raw, "scaled": &scaled} {
		if n := advboost.Levels(table); n != 4 || advboost.MostlyLevels(table) {
			t.Errorf("%s: %d columns of levels, want 4, and not most of 8", name, n)
		}
		for f, want := range []bool{true, true, false, false, false, false, false, false} {
			if advboost.IsSwitch(table, f) != want {
				t.Errorf("%s: column %d: %v", name, f, !want)
			}
		}
	}
}

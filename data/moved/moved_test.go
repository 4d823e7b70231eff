package moved_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// The cells in which rows differ make one of the other, to the bit.
func TestDiff(t *testing.T) {
	r := seed.At(7, 1)
	values := []float64{0, math.Copysign(0, -1), 1, math.NaN(), math.Inf(1)}
	var m moved.Cells
	for range 200 {
		row, x := make([]float64, 6), make([]float64, 6)
		for f := range row {
			row[f], x[f] = values[r.IntN(5)], values[r.IntN(5)]
		}
		was := slices.Clone(row)
		m = m.Diff(x, row)
		got := m.Of(row)
		for f := range x {
			if math.Float64bits(got[f]) != math.Float64bits(x[f]) {
				t.Fatalf("feature %d of %v is %v in %v", f, x, got[f], got)
			}
		}
		if d := cmp.Diff(was, row, cmpopts.EquateNaNs()); d != "" {
			t.Fatal("the row was changed:", d)
		}
		for _, c := range m {
			if math.Float64bits(c.Value) == math.Float64bits(row[c.Feature]) {
				t.Fatalf("%v is no difference from %v", c, row)
			}
		}
	}
}

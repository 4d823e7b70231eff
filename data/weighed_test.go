package data_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
)

// fits are the ways to fit a scaling.
var fits = map[string]func(*data.Table) data.Scaling{
	"range": data.FitScaling, "quantiles": data.FitQuantiles, "deviation": data.FitDeviation,
	"typical": func(t *data.Table) data.Scaling { s, _ := data.FitTypical(t); return s },
}

// A row of weight 3 moves a scaling as three rows do, and one of weight 0 not at all, for
// dense rows and for sparse ones.
func TestScalingsOfWeightedRows(t *testing.T) {
	sparse := &data.Table{Rows: 6, Cols: 3, Features: []string{"a", "b", "c"}, Sparse: &data.Sparse{
		Start:  []int{0, 2, 3, 6, 7, 9, 10},
		Column: []int32{0, 2, 1, 0, 1, 2, 2, 0, 2, 0},
		Value:  []float64{2, -4, 5, 1, 7, 900, 1, -1, 3, 8},
	}}
	rapid.Check(t, func(t *rapid.T) {
		table := sparse
		if rapid.Bool().Draw(t, "dense") {
			table = drawTable(t, true)
		}
		weighted := clone(table)
		var rows []int
		for i := range table.Rows {
			times := rapid.IntRange(0, 3).Draw(t, "weight")
			weighted.Weights = append(weighted.Weights, float64(times))
			for range times {
				rows = append(rows, i)
			}
		}
		if rows == nil {
			return // no row counts, and no model is trained
		}
		copies := table.Subset(rows)
		for name, fit := range fits {
			want, got := fit(copies), fit(weighted)
			for f := range table.Cols {
				size := 1e-9 * max(math.Abs(want.Min[f]), math.Abs(want.Max[f]))
				if math.Abs(want.Min[f]-got.Min[f]) > size || math.Abs(want.Max[f]-got.Max[f]) > size {
					t.Fatalf("%s: column %d from %v to %v, of copies from %v to %v", name, f, got.Min[f], got.Max[f], want.Min[f], want.Max[f])
				}
			}
		}
	})
}

package synthetic

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Uniform generates rows with at least 4 features in [0,1], whose classes depend on four of them,
// with noise.
func Uniform(rows, cols int) *data.Table {
	t := &data.Table{Rows: rows, Cols: cols, X: make([]float64, rows*cols), Y: make([]int, rows), Classes: []string{"0", "1"}, Features: slices.Repeat([]string{""}, cols)}
	r := seed.At(1)
	for i := range rows {
		x := t.Row(i)
		for f := range x {
			x[f] = r.Float64()
		}
		if math.Sin(6*x[0])+2*float64(x[1]*x[2])-x[3]+float64(0.5*r.NormFloat64()) > 0.5 {
			t.Y[i] = 1
		}
	}
	return t
}

// Package synthetic generates tables of any size for benchmarks.
package synthetic

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// HIGGS generates rows like those of the HIGGS set, for training or for a test: skewed, normal,
// uniform and coarse features in turn, at least 7, and a class that depends on products and
// thresholds of some of them, with noise.
func HIGGS(rows, cols int, test bool) *data.Table {
	stream := 1
	if test {
		stream = 2
	}
	r := seed.At(46, stream)
	t := &data.Table{Rows: rows, Cols: cols, X: make([]float64, rows*cols), Y: make([]int, rows), Classes: []string{"0", "1"}, Source: "higgs-like"}
	for f := range cols {
		t.Features = append(t.Features, fmt.Sprint(f))
	}
	for i := range rows {
		x := t.Row(i)
		for f := range x {
			switch f % 4 {
			case 0:
				x[f] = math.Exp(0.5 * r.NormFloat64())
			case 1:
				x[f] = r.NormFloat64()
			case 2:
				x[f] = float64(3.4*r.Float64()) - 1.7
			case 3:
				x[f] = float64(r.IntN(3))
			}
			x[f] = float64(float32(x[f])) // as the other libraries get them
		}
		z := float64(x[1]*x[5]) + math.Sin(2*x[2]) + float64(math.Tanh(x[0]-x[4])*(x[3]-1))
		if math.Abs(x[6]) < 0.6 {
			z += 0.5
		}
		if r.Float64() < 1/(1+math.Exp(-z)) {
			t.Y[i] = 1
		}
	}
	return t
}

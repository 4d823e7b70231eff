package criterion

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

func TestQuantisedSumsAreNear(t *testing.T) {
	r := seed.At(1, 6)
	const n = 50_000
	grad, hess, rows, values := make([]float64, n), make([]float64, n), make([]int32, n), make([]int64, n)
	for i := range n {
		grad[i], hess[i], rows[i] = r.NormFloat64()*1e-3, r.Float64()*1e3, int32(i)
	}
	q := Quantise(values, rows, grad, hess, 2)
	sum, g, h, abs := int64(0), 0.0, 0.0, 0.0
	for i, v := range values {
		sum += v
		g += grad[i]
		h += hess[i]
		abs += math.Abs(grad[i])
	}
	// Rounding errors of half a unit each, of either sign.
	gotG, gotH := q.Real(sum)
	if math.Abs(gotG-g) > abs*1e-6 || math.Abs(gotH-h) > h*1e-6 {
		t.Errorf("sums %v and %v, want %v and %v", gotG, gotH, g, h)
	}
}

package gbdt

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

func TestExp(t *testing.T) {
	r := seed.At(1, 1)
	x := []float64{0, -1, 1, math.Ln2, -math.Ln2 / 128, 707, -707}
	for range 100_000 {
		x = append(x, r.NormFloat64()*math.Exp(3*r.NormFloat64()-2))
	}
	got := append([]float64(nil), x...)
	exp(got)
	for i, x := range x {
		if x > 708 || x < -708 {
			x = math.Copysign(708, x)
		}
		if want := math.Exp(x); math.Abs(got[i]-want) > 3e-16*want*2 {
			t.Fatalf("exp(%v) is %v, want %v", x, got[i], want)
		}
	}
}

package attack

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// What sums of fractions of small numbers come to is their fraction, whatever the order
// and the places of their terms; another number is what it is.
func TestFractionNear(t *testing.T) {
	r := seed.At(4)
	for range 10000 {
		denominator := float64(1 + r.IntN(300))
		sum, whole := 0.0, 0.0
		for range 1 + r.IntN(5) {
			from, steps := float64(r.IntN(300)), float64(1+r.IntN(40))
			sum += (from+steps)/denominator - from/denominator
			whole += steps
		}
		if got, want := fractionNear(sum), whole/denominator; got != want {
			t.Fatalf("%v is %v, not %v of %v", sum, got, whole, denominator)
		}
	}
	kept := 0
	for range 10000 {
		if v := r.Float64(); fractionNear(v) == v {
			kept++
		}
	}
	for _, v := range []float64{0, math.Inf(1), 1e300, 0x1p-1074, math.Pi} {
		if fractionNear(v) != v {
			t.Errorf("%v becomes %v", v, fractionNear(v))
		}
	}
	if kept < 9990 {
		t.Errorf("%d of 10000 numbers stay", kept)
	}
}

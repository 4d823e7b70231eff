package attack

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Sums of fractions of small numbers are corrected to their fraction, whatever the order and the
// digits of their terms; other numbers stay as they are.
func TestFractionNear(t *testing.T) {
	r := seed.At(4)
	nearest := func(v float64) float64 { near, _ := fractionNear(v); return near }
	for range 10000 {
		denominator := float64(1 + r.IntN(300))
		sum, whole := 0.0, 0.0
		for range 1 + r.IntN(5) {
			from, steps := float64(r.IntN(300)), float64(1+r.IntN(40))
			sum += (from+steps)/denominator - from/denominator
			whole += steps
		}
		if got, want := nearest(sum), whole/denominator; got != want {
			t.Fatalf("%v is %v, not %v of %v", sum, got, whole, denominator)
		}
	}
	for range 10000 {
		parts := math.Pow10(r.IntN(13))
		from, steps := float64(r.IntN(1e5)), float64(1+r.IntN(1e5))
		if got, want := nearest((from+steps)/parts-from/parts), steps/parts; got != want {
			t.Fatalf("%v steps of 1/%v from %v are %v", steps, parts, from, got)
		}
	}
	kept := 0
	for range 10000 {
		if v := r.Float64(); nearest(v) == v {
			kept++
		}
	}
	for _, v := range []float64{0, math.Inf(1), 1e300, 0x1p-1074, math.Pi} {
		if nearest(v) != v {
			t.Errorf("%v becomes %v", v, nearest(v))
		}
	}
	if kept < 9990 {
		t.Errorf("%d of 10000 numbers stay", kept)
	}
}

package elementary

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// TestNearMath: the functions agree with package math to within 2 units of the last place, even at
// the ends of their ranges.
func TestNearMath(t *testing.T) {
	for what, f := range map[string]struct {
		ours, theirs func(float64) float64
		sum          float64 // rounding where terms cancel
	}{
		"exp": {Exp, math.Exp, 0}, "log": {Log, math.Log, 0}, "log2": {Log2, math.Log2, 0x1p-53},
	} {
		xs := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1024, 3e-308, math.MaxFloat64, -math.MaxFloat64, 709, 709.5, 709.78, 709.79, 710,
			-708, -744, -745.2, -746, -1e10, math.Inf(1), math.Inf(-1), math.NaN()}
		r := seed.At(1)
		for range 100000 {
			xs = append(xs, 1400*r.Float64()-700, r.Float64(), 2*r.Float64()-1, 1e6*r.Float64())
		}
		for _, x := range xs {
			got, want := f.ours(x), f.theirs(x)
			if got == want || got != got && want != want {
				continue
			}
			if !(math.Abs(got-want) <= 2*0x1p-52*math.Abs(want)+f.sum) {
				t.Errorf("%s of %v: %v, math has %v", what, x, got, want)
			}
		}
	}
}

// TestSameBits: the bits do not depend on the processor.
func TestSameBits(t *testing.T) {
	for what, f := range map[string]struct {
		of   func(float64) float64
		want uint64
	}{"exp": {Exp, 0x4e724ca7aa35b531}, "log": {Log, 0x5a8dea4211eb7ecf}, "log2": {Log2, 0xf6da352a88d56c25}} {
		r, hash := seed.At(2), uint64(0)
		for range 100000 {
			x := 20 * r.Float64()
			hash = hash*31 + math.Float64bits(f.of(x))
		}
		if hash != f.want {
			t.Errorf("%s: bits come to %#x, on other processors to %#x", what, hash, f.want)
		}
	}
}

// TestPow: powers agree with package math to within what the exponential makes of the last place of
// its argument, and are equal for whole exponents.
func TestPow(t *testing.T) {
	r := seed.At(3)
	for range 100000 {
		x, y := 10*r.Float64(), 20*r.Float64()-10
		if got, want := Pow(x, y), math.Pow(x, y); !(math.Abs(got-want) <= 0x1p-48*want) {
			t.Errorf("%v to the power of %v: %v, math has %v", x, y, got, want)
		}
	}
	for _, p := range [][2]float64{{3, 2}, {0, 0.5}, {0, -0.5}, {2, 0}, {math.Inf(1), 0.5}, {math.Inf(1), -0.5}, {2, math.Inf(1)}} {
		if got, want := Pow(p[0], p[1]), math.Pow(p[0], p[1]); got != want {
			t.Errorf("%v to the power of %v: %v, not %v", p[0], p[1], got, want)
		}
	}
}

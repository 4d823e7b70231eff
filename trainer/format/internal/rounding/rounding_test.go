package rounding_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

var floats = []float32{
	float32(math.Inf(-1)), -math.MaxFloat32, -1, -math.SmallestNonzeroFloat32, 0, math.SmallestNonzeroFloat32,
	0.1, 0.5, 1, 16777216, math.MaxFloat32, float32(math.Inf(1)),
}

func TestLast(t *testing.T) {
	for _, v := range floats {
		last := rounding.Last(v)
		if float32(last) > v {
			t.Errorf("%v is rounded above %v", last, v)
		}
		if next := math.Nextafter(last, math.Inf(1)); next > last && float32(next) <= v {
			t.Errorf("%v is not the last that is rounded to at most %v: so is %v", last, v, next)
		}
	}
}

func TestFloor(t *testing.T) {
	for _, v := range floats {
		for _, x := range []float64{float64(v), math.Nextafter(float64(v), math.Inf(1)), math.Nextafter(float64(v), math.Inf(-1))} {
			f := rounding.Floor(x)
			if float64(f) > x || rounding.Above(f) > f && float64(rounding.Above(f)) <= x {
				t.Errorf("the floor of %v is %v", x, f)
			}
		}
	}
}

// The cutoffs are where the probability first exceeds one half.
func TestCutoffs(t *testing.T) {
	above32 := func(x float64) bool { e, _ := exp(-x).Float32(); return 1/(1+e) > 0.5 }
	next := float64(math.Nextafter32(float32(rounding.Cutoff32), 1))
	if above32(rounding.Cutoff32) || !above32(next) {
		t.Errorf("float32: above one half are %v and %v", above32(rounding.Cutoff32), above32(next))
	}
	above64 := func(x float64) bool { e, _ := exp(-x).Float64(); return 1/(1+e) > 0.5 }
	next = math.Nextafter(rounding.Cutoff64, 1)
	if above64(rounding.Cutoff64) || !above64(next) {
		t.Errorf("float64: above one half are %v and %v", above64(rounding.Cutoff64), above64(next))
	}
}

// exp returns the exponential of a tiny number, with many digits.
func exp(x float64) *big.Float {
	v := new(big.Float).SetPrec(300).SetFloat64(x)
	square := new(big.Float).Mul(v, v)
	return new(big.Float).SetPrec(300).Add(new(big.Float).SetPrec(300).Add(big.NewFloat(1), v), square.Quo(square, big.NewFloat(2)))
}

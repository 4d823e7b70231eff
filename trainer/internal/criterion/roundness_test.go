package criterion

import (
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Sums of whole hessians, and of quarters, are exact for any number of rows, and so is their
// comparison with the smallest sum of a child.
func TestRoundHessiansAreExact(t *testing.T) {
	r := seed.At(1, 7)
	for n := 1; n < 300; n++ {
		for _, part := range []float64{1, 0.25} {
			for _, most := range []int{1, 5} {
				grad, hess, rows, values := make([]float64, n), make([]float64, n), make([]int32, n), make([]int64, n)
				for i := range n {
					grad[i], hess[i], rows[i] = r.NormFloat64(), part*float64(1+r.IntN(most)), int32(i)
				}
				c := Newton{Quantiser: Quantise(values, rows, grad, hess, 2)}
				sum, want := int64(0), 0.0
				for i, v := range values {
					sum += v
					want += hess[i]
					if _, h := c.Real(sum); h != want {
						t.Fatalf("%d of %d rows of up to %d times %v: hessian %v, want %v", i+1, n, most, part, h, want)
					}
					c.MinChildWeight = want
					if !c.Enough(sum) {
						t.Fatalf("%d of %d rows: a hessian of %v is not enough for %v", i+1, n, want, want)
					}
				}
			}
		}
	}
}

// Other hessians have the finest unit.
func TestOtherHessiansUseAllBits(t *testing.T) {
	for _, of := range []struct {
		hess []float64
		want float64
	}{
		{[]float64{1, 1, 1}, 0x1p-30},
		{[]float64{1, 1, 0.3}, 2.3 / (0x1p32 - 4)},
		{[]float64{1, 3, 0x1p40}, (4 + 0x1p40) / (0x1p32 - 4)}, // ones would be lost in units of 2^9
		{[]float64{0x1p13, 0x1p14, 0x1p40}, 0x1p9},
		{[]float64{1, 1, 1e300}, 1e300 / (0x1p32 - 4)},
	} {
		if q := Quantise(make([]int64, 3), []int32{0, 1, 2}, make([]float64, 3), of.hess, 1); q.HessUnit != of.want {
			t.Errorf("%v: unit %v, want %v", of.hess, q.HessUnit, of.want)
		}
	}
}

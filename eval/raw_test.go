package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestRawExample: a raw example scales back to the same value, or past it as
// seen from the row, by less than the spacing of raw numbers.
func TestRawExample(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	inexact := 0
	for range 20000 {
		lo := math.Exp(r.NormFloat64()*4) * r.NormFloat64()
		hi := lo + math.Exp(r.NormFloat64()*4)
		e := &ensemble.Ensemble{Features: 1, Schema: ensemble.Schema{Min: []float64{lo}, Max: []float64{hi}}}
		if r.IntN(2) == 0 {
			e.Input = ensemble.Float32
		}
		pair := []float64{r.Float64()*1.4 - 0.2, r.Float64()*1.4 - 0.2}
		e.Round(pair, pair)
		x, v := pair[:1], pair[1:]
		raw := RawExample(e, x, v)[0]
		got := read(e, 0, raw)
		if got == v[0] {
			continue
		}
		inexact++
		if (got > v[0]) != (v[0] >= x[0]) {
			t.Fatalf("raw %v of [%v, %v] scales to %v, want %v or past it from %v", raw, lo, hi, got, v[0], x[0])
		}
		largest := max(math.Abs(raw), math.Abs(lo))
		ulp := math.Nextafter(largest, math.Inf(1)) - largest
		if math.Abs(got-v[0]) > 16*ulp/(hi-lo)+1e-15 { // scalesTo looks 4 steps far
			t.Fatalf("raw %v of [%v, %v] scales to %v, far from %v", raw, lo, hi, got, v[0])
		}
	}
	if inexact == 0 {
		t.Error("every value was hit exactly: the test does not reach the hard case")
	}
}

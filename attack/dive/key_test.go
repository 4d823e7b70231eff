package dive

import (
	"cmp"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Keys compare as their values do, and convert back to them.
func TestKey(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 1, -1, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1)}
	r := seed.At(1)
	for range 50 {
		values = append(values, math.Ldexp(r.NormFloat64(), r.IntN(200)-100))
	}
	for _, v := range values {
		if back := value(key(v)); back != v {
			t.Errorf("%v comes back as %v", v, back)
		}
		for _, w := range values {
			if got, want := cmp.Compare(key(v), key(w)), cmp.Compare(v, w); got != want {
				t.Errorf("keys of %v and %v compare as %d, not %d", v, w, got, want)
			}
		}
	}
}

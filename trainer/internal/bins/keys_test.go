package bins

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

func TestKeysOrderLikeValues(t *testing.T) {
	values := []float64{
		math.Inf(-1), -math.MaxFloat64, -2, -1, -math.SmallestNonzeroFloat64, 0,
		math.SmallestNonzeroFloat64, 1, math.Nextafter(1, 2), 2, math.MaxFloat64, math.Inf(1), math.NaN(),
	}
	for i, v := range values {
		if i > 0 && key(values[i-1]) >= key(v) {
			t.Errorf("keys of %v and %v are out of order", values[i-1], v)
		}
		if back := value(key(v)); back != v && v == v {
			t.Errorf("%v comes back as %v", v, back)
		}
	}
	if key(math.Copysign(0, -1)) != key(0) {
		t.Error("-0 and 0 have different keys")
	}
}

func TestSortKeys(t *testing.T) {
	r := seed.At(1, 1)
	for _, n := range []int{0, 1, 10, 511, 512, 5000} {
		for _, mask := range []uint64{math.MaxUint64, 0xff00ff, 1 << 63, 0} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64() & mask
			}
			want := slices.Sorted(slices.Values(keys))
			sortKeys(keys, make([]uint64, n+3))
			if !slices.Equal(keys, want) {
				t.Errorf("%d keys under %x are not sorted", n, mask)
			}
		}
	}
}

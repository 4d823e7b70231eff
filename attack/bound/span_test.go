package bound

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// TestSpans compares a ramp and peaks with doing all span by span.
func TestSpans(t *testing.T) {
	rng := seed.At(1)
	var r ramp
	var p peaks
	for range 200 {
		first, n := rng.Int32N(5), 1+rng.IntN(40)
		v := make([]int64, n)
		for k := range v {
			if v[k] = rng.Int64N(100); rng.IntN(5) == 0 {
				v[k] = dead
			}
		}
		want := slices.Clone(v)
		r.begin(first, n)
		p.begin(first, slices.Clone(v))
		for range 10 {
			from := rng.IntN(n)
			to := from + 1 + rng.IntN(n-from)
			if got := p.largest(first+int32(from), first+int32(to)); got != slices.Max(v[from:to]) {
				t.Fatalf("largest of %v is %d", v[from:to], got)
			}
			more := rng.Int64N(21) - 10
			r.add(first+int32(from), first+int32(to), more)
			raise(want[from:to], more)
		}
		if r.apply(v); !slices.Equal(v, want) {
			t.Fatalf("got %v, want %v", v, want)
		}
		if r.apply(v); !slices.Equal(v, want) {
			t.Fatal("changes are made twice")
		}
	}
}

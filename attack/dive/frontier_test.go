package dive

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Parts come out in the order of their distance, up to the width of a bucket; those before the
// first bucket and after the last one come first and last.
func TestFrontier(t *testing.T) {
	const size = 3
	r := seed.At(1)
	q := newFrontier(size)
	for range 3 {
		q.reset()
		left := map[float64]int{}
		for i := range 500 {
			far := size * math.Exp(-20*r.Float64())
			if i < 3 {
				far = []float64{0, 1e-300, 1e300}[i]
			}
			left[far]++
			q.push(far, 0, 0)
			if i%2 == 1 {
				p := q.nearest()
				left[p.far]--
				q.pop(p)
			}
		}
		before := 0.0
		for p := q.nearest(); p != nil; p = q.nearest() {
			if p.far < before*(1-1.0/16) {
				t.Errorf("%v comes after %v", p.far, before)
			}
			before = p.far
			left[p.far]--
			q.pop(p)
		}
		if before != 1e300 {
			t.Errorf("the last is %v", before)
		}
		for far, n := range left {
			if n != 0 {
				t.Errorf("%v: %d are left", far, n)
			}
		}
	}
}

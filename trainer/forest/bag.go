package forest

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
)

// bag is the sample of a tree: how often each row is in it.
type bag []uint16

// draw draws the bag of a tree from n rows, with replacement or without.
func (r *run) draw(b bag, tree, n int) bag {
	if cap(b) < n {
		b = make(bag, n, n+n/8)
	}
	b = b[:n]
	clear(b)
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, hist.StreamRows, tree)
	if !r.params.Bootstrap {
		limit := uint64(r.params.Subsample * (1 << 53))
		for i := range b {
			if random.Uint64()>>11 < limit {
				b[i] = 1
			}
		}
		return b
	}
	for range int(math.Ceil(r.params.Subsample * float64(n))) {
		i, _ := bits.Mul64(random.Uint64(), uint64(n))
		if b[i] < math.MaxUint16 {
			b[i]++
		}
	}
	return b
}

// weigh returns the unit of the integer weights: 1 where all weights are
// whole numbers, otherwise so small that rounding does not matter.
func (r *run) weigh() float64 {
	largest, whole := 0.0, true
	for i := range r.rows.Len() {
		w := r.weight(i)
		largest = max(largest, w)
		whole = whole && w == math.Trunc(w)
	}
	if whole && largest <= 1<<20 {
		return 1
	}
	return largest / (1 << 20) // with counts below 2^16 and 2^27 rows sums stay below 2^63
}

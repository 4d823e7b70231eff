package forest

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
)

// bag is the sample of a tree: how often each row is in it.
type bag []uint16

// draw draws the bag of a tree from n rows, with replacement or without.
func (r *run) draw(b bag, tree, n int) bag {
	b = hist.Resize(b, n)
	clear(b)
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, hist.StreamRows, tree)
	if !r.params.Bootstrap {
		limit := uint64(r.params.Subsample * (1 << 53))
		for i := range b {
			_, below := bits.Sub64(random.Uint64()>>11, limit, 0) // a branch would be mispredicted
			b[i] = uint16(below)
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

// weigh sets the integer weights of the rows, with those of their classes: the
// weights themselves where all are whole numbers, otherwise multiples of a unit
// so small that rounding does not matter.
func (r *run) weigh() {
	n := r.rows.Len()
	largest, whole := 0.0, true
	for i := range n {
		w := r.weight(i)
		largest = max(largest, w)
		whole = whole && w == math.Trunc(w)
	}
	unit := 1.0
	if !whole || largest > 1<<20 {
		unit = largest / (1 << 20) // with counts below 2^16 and 2^27 rows sums stay below 2^63
	}
	r.weights = slices.Grow(r.weights[:0], n)[:n]
	for i := range n {
		r.weights[i] = 0
		if w := r.weight(i); w > 0 {
			r.weights[i] = max(1, int64(math.RoundToEven(w/unit)))
		}
	}
}

// weight returns the weight of a row with that of its class.
func (r *run) weight(i int) float64 {
	if r.ensemble.Classes == 0 {
		return r.rows.Weight(i)
	}
	return r.rows.Weight(i) * r.classWeight[r.rows.Classes[i]]
}

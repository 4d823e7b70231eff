package forest

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// bag is the sample of a tree: how often each row is in it.
type bag []uint16

// draw draws the bag of a tree from n rows, with replacement or without. There is at least one row in it
// whose weight is not 0, if any has one: a tree of none would predict nothing, and pull averages to it.
func (r *run) draw(b bag, tree, n int) bag {
	b = parallel.Resize(b, n)
	clear(b)
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, bins.StreamRows, tree)
	if r.params.Bootstrap {
		for range int(math.Ceil(r.params.Subsample * float64(n))) {
			i, _ := bits.Mul64(random.Uint64(), uint64(n))
			if b[i] < math.MaxUint16 {
				b[i]++
			}
		}
	} else {
		limit := uint64(r.params.Subsample * (1 << 53))
		for i := range b {
			_, below := bits.Sub64(random.Uint64()>>11, limit, 0) // no branch, which would be mispredicted
			b[i] = uint16(below)
		}
	}
	for i, w := range r.weights {
		if w > 0 && b[i] > 0 {
			return b
		}
	}
	var some []int32 // by chance none of these was drawn
	for i, w := range r.weights {
		if w > 0 {
			some = append(some, int32(i))
		}
	}
	if some != nil {
		at, _ := bits.Mul64(random.Uint64(), uint64(len(some)))
		b[some[at]] = 1
	}
	return b
}

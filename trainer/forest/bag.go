package forest

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// bag is the sample of a tree: how often each row is in it.
type bag []uint16

// draw draws the bag of a tree from n rows, with replacement or without. There is at least one in it.
func (r *run) draw(b bag, tree, n int) bag {
	b = parallel.Resize(b, n)
	clear(b)
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, bins.StreamRows, tree)
	if !r.params.Bootstrap {
		limit := uint64(r.params.Subsample * (1 << 53))
		for i := range b {
			_, below := bits.Sub64(random.Uint64()>>11, limit, 0) // no branch, which would be mispredicted
			b[i] = uint16(below)
		}
		if !slices.Contains(b, 1) {
			at, _ := bits.Mul64(random.Uint64(), uint64(n))
			b[at] = 1
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

package bound

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Diver looks for examples in a ball without a graph: one tree after another takes its best leaf
// compatible with those taken before. Trees that lost by coming late come earlier next time:
// squeaky wheel optimization (Joslin and Clements, JAIR 10, 1999).
type Diver struct {
	builder *Builder
	lo, hi  []ensemble.Cell // what the leaves taken so far have in common
	sets    []uint64        // the same for variables, each from Grid.Word on
	spent   float64         // the cost of being there, if costs add up
	queue   []wheel
}

// wheel is a tree with several leaves in reach.
type wheel struct {
	tree   int32
	best   int64 // largest value in reach
	weight int64 // what is at stake in it, plus what it has lost
}

// NewDiver returns a diver in the balls of a builder.
func NewDiver(b *Builder) *Diver {
	n := len(b.lo)
	return &Diver{builder: b, lo: make([]ensemble.Cell, n), hi: make([]ensemble.Cell, n), sets: make([]uint64, len(b.open))}
}

// Dive looks for a point that costs at most limit and at which a contrast reaches Enough, and
// writes it to cells.
func (d *Diver) Dive(c *ensemble.Contrast, limit float64, cells []ensemble.Cell) bool {
	b := d.builder
	b.ball(limit)
	sum := c.Base - c.Enough // if all trees had their best leaf
	d.queue = d.queue[:0]
	for _, t := range c.Trees {
		best, worst := int64(math.MinInt64), int64(math.MaxInt64)
		values := c.Values(t)
		for _, l := range b.leaves(t) {
			v := values.At(l.leaf)
			best, worst = max(best, v), min(worst, v)
		}
		sum += best
		if best > worst {
			d.queue = append(d.queue, wheel{t, best, best - worst})
		}
	}
	if sum < 0 {
		return false
	}
	for range dives {
		slices.SortFunc(d.queue, func(x, y wheel) int { return cmp.Compare(y.weight, x.weight) })
		if d.dive(c, sum) {
			return d.point(cells)
		}
	}
	return false
}

// dives is how often to try: the first dive finds most of what dives find, and more than two cost
// more than they save.
const dives = 2

// dive lets the trees choose in queue order, until so much is lost that the sum falls below 0.
func (d *Diver) dive(c *ensemble.Contrast, sum int64) bool {
	copy(d.lo, d.builder.lo)
	copy(d.hi, d.builder.hi)
	copy(d.sets, d.builder.open)
	d.spent = 0
	for i := range d.queue {
		w := &d.queue[i]
		lost := w.best - d.take(c, w.tree)
		w.weight += lost
		if sum -= lost; sum < 0 {
			return false
		}
	}
	return true
}

// take narrows the point down to the best leaf of a tree that holds part of it in the ball, the
// cheapest of ties, and returns the leaf's value.
func (d *Diver) take(c *ensemble.Contrast, t int32) int64 {
	b := d.builder
	best, taken, spent := int64(math.MinInt64), leaf{}, 0.0
	values := c.Values(t)
	for _, l := range b.leaves(t) {
		v := values.At(l.leaf)
		if v < best {
			continue
		}
		if more, ok := d.more(l); ok && (v > best || more < spent) {
			best, taken, spent = v, l, more
		}
	}
	for _, s := range b.sides[taken.side:taken.sideEnd] {
		if b.grid.IsLoose(s.Feature) {
			d.cells(s.Feature).And(b.setOf(s.Feature, int32(s.Lo)))
			continue
		}
		d.lo[s.Feature], d.hi[s.Feature] = max(d.lo[s.Feature], s.Lo), min(d.hi[s.Feature], s.Hi)
	}
	d.spent += spent
	return best
}

// more returns the cost of a leaf beyond what is spent, and reports whether it holds part of the
// point in the ball.
func (d *Diver) more(l leaf) (cost float64, ok bool) {
	b := d.builder
	for _, s := range b.sides[l.side:l.sideEnd] {
		if b.grid.IsLoose(s.Feature) {
			paid, ok := d.moreOf(s.Feature, b.setOf(s.Feature, int32(s.Lo)))
			if !ok {
				return 0, false
			}
			cost += paid
			continue
		}
		lo, hi := max(d.lo[s.Feature], s.Lo), min(d.hi[s.Feature], s.Hi)
		if lo > hi {
			return 0, false
		}
		if b.sum {
			cost += b.toll(s.Feature, lo, hi) - b.toll(s.Feature, d.lo[s.Feature], d.hi[s.Feature])
		}
	}
	return cost, d.spent+cost <= b.limit
}

// point writes the nearest admissible cells to cells, and reports whether
// there are any.
func (d *Diver) point(cells []ensemble.Cell) bool {
	for f := range cells {
		if s := d.builder.space; d.builder.grid.IsLoose(ensemble.Feature(f)) {
			if cells[f] = s.NearestIn(ensemble.Feature(f), d.cells(ensemble.Feature(f))); cells[f] < 0 {
				return false
			}
			continue
		}
		if cells[f] = d.builder.space.Nearest(ensemble.Feature(f), d.lo[f], d.hi[f]); cells[f] < 0 {
			return false
		}
	}
	return true
}

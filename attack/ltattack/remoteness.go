package ltattack

import (
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// distanceTrials is how many random orders the estimate of the neighbourhood
// distance tries.
const distanceTrials = 200

// swap is a tree whose leaf differs between two tuples.
type swap struct {
	tree     int32
	from, to int32
	gain     int64 // what the change adds to the sum
}

// remoteness compares the tuples of two points, the second the optimum.
func (s *searcher) remoteness(d *duel, from, to []int32) Remoteness {
	h := hop{searcher: s, duel: d, box: ensemble.NewBox(s.space.Grid), shared: ensemble.NewBox(s.space.Grid)}
	c := d.contrasts[0]
	for _, t := range d.trees {
		a, b := s.space.Grid.Leaf(int(t), from), s.space.Grid.Leaf(int(t), to)
		if a != b {
			h.swaps = append(h.swaps, swap{t, a, b, c.Leaf[b] - c.Leaf[a]})
		} else {
			h.shared.Intersect(s.space.Grid.LeafSides(a))
		}
	}
	r := Remoteness{Hamming: len(h.swaps), Neighbor: len(h.swaps)}
	h.goal = s.space.Total(to)
	if s.space.Total(from) <= h.goal*(1+tolerance) {
		r.Neighbor = 0 // as near as the optimum already
		return r
	}
	h.sum = c.Sum(s.space.Grid, from)
	seed.Reset(&s.pcg, s.problem.Seed, s.victim.Row, -2)
	for range distanceTrials {
		s.rand.Shuffle(len(h.swaps), func(i, j int) { h.swaps[i], h.swaps[j] = h.swaps[j], h.swaps[i] })
		r.Neighbor = min(r.Neighbor, h.widest(s.space.Total(from)))
	}
	return r
}

// hop turns a tuple into the optimum's, leaf by leaf.
type hop struct {
	*searcher
	duel   *duel
	swaps  []swap
	sum    int64   // of the first tuple
	goal   float64 // cost of the optimum
	shared ensemble.Box
	box    ensemble.Box
}

// widest makes the swaps in the present order, in groups that lead from one
// valid adversarial tuple to a nearer one, and returns the size of the largest
// group (paper, section "A Greedy Algorithm to Estimate the Minimum
// Neighborhood Distance").
func (h *hop) widest(cost float64) int {
	left := append([]swap(nil), h.swaps...)
	done := left[:0:0]
	sum, widest := h.sum, 0
	take := func(i int) {
		sum += left[i].gain
		done = append(done, left[i])
		left = append(left[:i], left[i+1:]...)
	}
	for len(left) > 0 {
		first := 0
		for i, s := range left {
			if s.gain > 0 {
				first = i
				break
			}
		}
		before := len(done)
		take(first)
		for len(left) > 0 {
			if next, ok := h.cost(left, done); ok && next < cost*(1-tolerance) && next >= h.goal*(1-tolerance) && sum >= h.duel.contrasts[0].Need {
				cost = next
				break
			}
			take(0)
		}
		widest = max(widest, len(done)-before)
	}
	return widest
}

// cost returns the cost of the tuple with some swaps made, and whether it is
// valid and has an admissible point.
func (h *hop) cost(left, done []swap) (float64, bool) {
	g := h.space.Grid
	copy(h.box.Lo, h.shared.Lo)
	copy(h.box.Hi, h.shared.Hi)
	valid := true
	for _, s := range left {
		valid = h.box.Intersect(g.LeafSides(s.from)) && valid
	}
	for _, s := range done {
		valid = h.box.Intersect(g.LeafSides(s.to)) && valid
	}
	if !valid {
		return 0, false
	}
	total := 0.0
	for f := range h.box.Lo {
		c := nearest(h.space, int32(f), h.box.Lo[f], h.box.Hi[f])
		if c < 0 {
			return 0, false
		}
		total = h.space.Norm.Join(total, h.space.Cost[g.First[f]+c])
	}
	return total, true
}

package clique

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

type searcher struct {
	*prepared
	space *attack.Space

	sides []ensemble.Side    // of all boxes
	sets  []ensemble.SetSide // the same for variables, with the places of their sets in bits
	bits  []uint64
	level []group // groups of the current level
	next  []group
}

// group is a set of trees with its combinations of leaves.
type group []box

// box is where the leaves of a combination meet: its part of the searcher's sides, sorted by
// feature.
type box struct {
	span
	value int64
}

// span is a part of the sides and of the sets; bits is where what is added to bits after its start
// begins.
type span struct{ from, to, set, setEnd, bits int }

// begin starts a box.
func (s *searcher) begin() span {
	return span{from: len(s.sides), set: len(s.sets), bits: len(s.bits)}
}

// drop forgets what was added since a box was started.
func (s *searcher) drop(b span) {
	s.sides, s.sets, s.bits = s.sides[:b.from], s.sets[:b.set], s.bits[:b.bits]
}

// safe reports whether the method proves that no point of at most a cost wins the contrast. A
// cancelled search gives up early.
func (s *searcher) safe(ctx context.Context, c *ensemble.Contrast, limit float64) bool {
	s.sides, s.sets, s.bits, s.level = s.sides[:0], s.sets[:0], s.bits[:0], s.level[:0]
	for _, t := range c.Trees {
		s.level = append(s.level, s.leaves(c, t, limit))
	}
	for range s.Levels {
		if s.bound(c) < c.Need {
			return true
		}
		s.next = s.next[:0]
		for len(s.level) > 0 {
			g := s.level[0]
			taken := 1
			for taken < min(s.Size, len(s.level)) {
				joint, ok := s.join(ctx, g, s.level[taken], limit)
				if !ok {
					break
				}
				g = joint
				taken++
			}
			s.next = append(s.next, g)
			s.level = s.level[taken:]
		}
		s.level, s.next = s.next, s.level
	}
	return s.bound(c) < c.Need
}

// bound is the sum over groups of the best combination. A group without combinations means that the
// ball holds no points at all.
func (s *searcher) bound(c *ensemble.Contrast) int64 {
	sum := c.Base
	for _, g := range s.level {
		if len(g) == 0 {
			return math.MinInt64
		}
		best := g[0].value
		for _, b := range g {
			best = max(best, b.value)
		}
		sum += best
	}
	return sum
}

// leaves returns the leaves of a tree that the ball reaches.
func (s *searcher) leaves(c *ensemble.Contrast, t int32, limit float64) group {
	var g group
	values := c.Values(t)
	for l := s.space.Grid.LeafOf[t]; l < s.space.Grid.LeafOf[t+1]; l++ {
		b := s.begin()
		s.sides = append(s.sides, s.space.Grid.LeafSides(l)...)
		for _, side := range s.space.Grid.LeafSets(l) {
			s.add(side.Feature, s.space.Grid.Set(side.Feature, side.At))
		}
		g = s.keep(g, box{b, values.At(l)}, limit)
	}
	return g
}

// keep adds a box, whose sides were added last, if the ball reaches it.
func (s *searcher) keep(g group, b box, limit float64) group {
	b.to, b.setEnd = len(s.sides), len(s.sets)
	if s.cost(b.span) <= limit*(1+1e-12) {
		return append(g, b)
	}
	s.drop(b.span)
	return g
}

// add adds a side on a variable.
func (s *searcher) add(f ensemble.Feature, set ensemble.CellSet) {
	s.sets = append(s.sets, ensemble.SetSide{Feature: f, At: int32(len(s.bits))})
	s.bits = append(s.bits, set...)
}

func (s *searcher) set(side ensemble.SetSide) ensemble.CellSet {
	return ensemble.CellSet(s.bits[side.At : int(side.At)+s.space.Grid.Loose[side.Feature].Words])
}

// cost returns the cost of the nearest admissible point of a box.
func (s *searcher) cost(b span) float64 {
	total := 0.0
	for _, side := range s.sets[b.set:b.setEnd] {
		at := s.space.NearestIn(side.Feature, s.set(side))
		if at < 0 {
			return math.Inf(1)
		}
		total = s.space.Norm.Join(total, s.space.Cost[s.space.Grid.ID(int(side.Feature), at)])
	}
	for _, side := range s.sides[b.from:b.to] {
		at := s.space.Nearest(side.Feature, side.Lo, side.Hi)
		if at < 0 {
			return math.Inf(1)
		}
		total = s.space.Norm.Join(total, s.space.Cost[s.space.Grid.ID(int(side.Feature), at)])
	}
	return total
}

// join returns all combinations of two groups, or false if there are too many, or if the search is
// cancelled.
func (s *searcher) join(ctx context.Context, a, b group, limit float64) (group, bool) {
	var joint group
	begin := s.begin()
	for _, x := range a {
		if ctx.Err() != nil {
			s.drop(begin)
			return nil, false
		}
		for _, y := range b {
			b := s.begin()
			if !s.meet(s.sides[x.from:x.to], s.sides[y.from:y.to]) || !s.meetSets(s.sets[x.set:x.setEnd], s.sets[y.set:y.setEnd]) {
				s.drop(b)
				continue
			}
			joint = s.keep(joint, box{b, x.value + y.value}, limit)
			if len(joint) > s.Limit {
				s.drop(begin)
				return nil, false
			}
		}
	}
	return joint, true
}

// meet appends the sides of the intersection of two boxes, and reports whether it is not empty.
func (s *searcher) meet(a, b []ensemble.Side) bool {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Feature < b[0].Feature:
			s.sides = append(s.sides, a[0])
			a = a[1:]
		case len(a) == 0 || b[0].Feature < a[0].Feature:
			s.sides = append(s.sides, b[0])
			b = b[1:]
		default:
			lo, hi := max(a[0].Lo, b[0].Lo), min(a[0].Hi, b[0].Hi)
			if lo > hi {
				return false
			}
			s.sides = append(s.sides, ensemble.Side{Feature: a[0].Feature, Lo: lo, Hi: hi})
			a, b = a[1:], b[1:]
		}
	}
	return true
}

// meetSets is meet for sides on variables.
func (s *searcher) meetSets(a, b []ensemble.SetSide) bool {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Feature < b[0].Feature:
			s.add(a[0].Feature, s.set(a[0]))
			a = a[1:]
		case len(a) == 0 || b[0].Feature < a[0].Feature:
			s.add(b[0].Feature, s.set(b[0]))
			b = b[1:]
		default:
			s.add(a[0].Feature, s.set(a[0]))
			both := s.set(s.sets[len(s.sets)-1])
			if both.And(s.set(b[0])); both.Next(0) < 0 {
				return false
			}
			a, b = a[1:], b[1:]
		}
	}
	return true
}

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

	sides []ensemble.Side // of all boxes
	level []group         // groups of the present level
	next  []group
}

// group is a set of trees with its combinations of leaves.
type group []box

// box is where the leaves of a combination meet: sides from to to of the
// searcher, sorted by feature.
type box struct {
	from, to int
	value    int64
}

// safe reports whether the method proves that no point of at most a cost wins
// the contrast. A search that is cancelled does not look for a proof to its end.
func (s *searcher) safe(ctx context.Context, c *ensemble.Contrast, limit float64) bool {
	s.sides, s.level = s.sides[:0], s.level[:0]
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

// bound is the sum over groups of the best combination. A group without any
// means that the ball holds no points at all.
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
	for l := s.space.Grid.LeafOf[t]; l < s.space.Grid.LeafOf[t+1]; l++ {
		from := len(s.sides)
		s.sides = append(s.sides, s.space.Grid.LeafSides(l)...)
		g = s.keep(g, box{from, len(s.sides), c.Leaf[l]}, limit)
	}
	return g
}

// keep adds a box, whose sides were added last, if the ball reaches it.
func (s *searcher) keep(g group, b box, limit float64) group {
	if s.cost(s.sides[b.from:b.to]) <= limit*(1+1e-12) {
		return append(g, b)
	}
	s.sides = s.sides[:b.from]
	return g
}

// cost returns what the nearest admissible point of a box costs.
func (s *searcher) cost(sides []ensemble.Side) float64 {
	total := 0.0
	for _, side := range sides {
		at := s.space.Nearest(side.Feature, side.Lo, side.Hi)
		if at < 0 {
			return math.Inf(1)
		}
		total = s.space.Norm.Join(total, s.space.Cost[s.space.Grid.ID(int(side.Feature), at)])
	}
	return total
}

// join returns all combinations of two groups, or false if there are too
// many, or the search is cancelled.
func (s *searcher) join(ctx context.Context, a, b group, limit float64) (group, bool) {
	var joint group
	begin := len(s.sides)
	for _, x := range a {
		if ctx.Err() != nil {
			s.sides = s.sides[:begin]
			return nil, false
		}
		for _, y := range b {
			from := len(s.sides)
			if !s.meet(s.sides[x.from:x.to], s.sides[y.from:y.to]) {
				s.sides = s.sides[:from]
				continue
			}
			joint = s.keep(joint, box{from, len(s.sides), x.value + y.value}, limit)
			if len(joint) > s.Limit {
				s.sides = s.sides[:begin]
				return nil, false
			}
		}
	}
	return joint, true
}

// meet appends the sides of the intersection of two boxes, and reports
// whether it holds a cell.
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

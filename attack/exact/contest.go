package exact

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// contest is a duel with what is proved about it.
type contest struct {
	s    *searcher
	duel attack.Duel

	lower  float64  // no example costs this or less, except that one may cost 0 while free
	free   bool     // some changes cost nothing, and it is not proved that they make no example
	upper  float64  // smallest ball in which a search with the current effort gave up
	proofs [2]proof // the last two
	end    int      // number of boxes at which raising the bound ends, 0 if it has not begun
}

// proof is a ball that was proved to be empty.
type proof struct {
	limit float64
	nodes int // boxes that it took
}

// probe returns the next ball for the plain bound: rising from the smallest one, then closing in; 0
// if the bound is known well enough.
func (c *contest) probe() float64 {
	switch {
	case c.lower >= c.s.cost || c.lower == math.Inf(1):
		return 0
	case c.upper == math.Inf(1) && c.lower == 0:
		return min(c.s.builder.Next(0), math.MaxFloat64)
	case c.upper == math.Inf(1):
		return min(probeGrowth*c.lower, c.s.builder.Far(), math.MaxFloat64)
	case c.lower == 0 || c.upper <= probeNear*c.lower:
		return 0
	}
	return math.Sqrt(c.lower) * math.Sqrt(c.upper)
}

// ruledOut reports whether the trees, each on its own, keep the duel from being won in a ball.
func (c *contest) ruledOut(limit float64) bool {
	return slices.ContainsFunc(c.duel, func(one *ensemble.Contrast) bool { return c.s.builder.Plain(one, limit) < 0 })
}

// narrow searches for the nearest example with an effort, and reports whether the contest is
// settled: it has nothing better than the best example, or its bound is high enough.
func (c *contest) narrow(effort int, enough float64) bool {
	s := c.s
	c.upper, c.end = math.Inf(1), 0
	if c.free {
		limit := s.builder.Free()
		if o, _ := s.search(c.duel, limit, effort); o != empty {
			return s.done()
		}
		c.free = false
		c.prove(limit, 1)
	}
	for {
		if c.settled() || c.lower >= enough || s.done() || c.inGap() {
			return true
		}
		if s.ctx.Err() != nil && s.spent() {
			return false
		}
		limit, boxes := c.plan(effort)
		limit = s.builder.Whole(limit)
		if limit <= c.lower || boxes <= 0 {
			return false
		}
		cost, from := s.cost, s.nodes
		switch outcome, proved := s.search(c.duel, limit, boxes); outcome {
		case empty:
			c.prove(limit, s.nodes-from)
			if limit >= s.builder.Far() {
				c.lower = math.Inf(1)
			}
		case gaveUp:
			c.prove(s.builder.Whole(min(limit, proved)*(1-tolerance)), 1) // an example may cost what is proved
			if s.stop != attack.Finished {
				return false
			}
			c.upper = limit
		}
		if s.cost < cost {
			c.upper, c.end = math.Inf(1), 0
		}
	}
}

// settled reports whether nothing better than the best example is left.
func (c *contest) settled() bool {
	if c.free {
		return c.s.cost == 0
	}
	return c.lower >= c.s.below() || c.s.builder.Next(c.lower) >= c.s.cost
}

// inGap reports whether the bound is within the requested gap of the best example.
func (c *contest) inGap() bool {
	norm, gap := c.s.space.Norm, c.s.attack.Gap
	return c.s.goal < 0 && gap > 0 && norm.Distance(c.lower) >= norm.Distance(c.s.cost)*(1-gap)
}

// plan chooses the next ball and how many boxes it may take; the search is over if there is no ball
// above the bound. If costs add up and the ball of the best example is too hard, the same effort
// again goes into the lower bound, or most of it if that ball looks out of reach.
func (c *contest) plan(effort int) (limit float64, boxes int) {
	s := c.s
	limit = c.aim()
	switch {
	case s.root:
	case s.cost == math.Inf(1):
		if limit < s.builder.Far() {
			return limit, 1
		}
	case s.space.Norm == attack.LInf:
	case limit < s.below():
		if c.end == 0 {
			c.end = s.nodes + effort
		}
		boxes = (c.end - s.nodes) / raiseShare
		limit = min(limit, max(s.builder.Next(c.lower), stride*c.lower), c.expect(boxes))
		if limit < c.lower*(1+leastRaise*near) {
			return 0, 0
		}
		return limit, boxes
	case c.expect(effort) < limit:
		return limit, effort / outOfReach
	}
	return limit, effort
}

// aim chooses the next ball: just below the best example, or, if that was too hard, between what is
// proved and what was too hard. It returns 0 if the two are near each other.
func (c *contest) aim() float64 {
	s, factor := c.s, firstGrowth
	if s.space.Norm == attack.L2 { // costs are squares
		factor *= factor
	}
	upper := c.upper
	if s.cost == math.Inf(1) && (upper == math.Inf(1) || !s.root) {
		from := c.lower
		if upper < math.Inf(1) {
			from = upper
		}
		first := max(s.builder.Next(from), from*factor)
		if far := s.builder.Far(); first >= far {
			if upper == far {
				return 0
			}
			return far
		}
		return first
	}
	if upper > s.below() {
		return s.below()
	}
	mid := max(float64(c.lower/2)+float64(upper/2), s.builder.Next(c.lower)) // the sum of the two could overflow
	if s.root && mid < upper*(1-nearRoot) {
		return mid
	}
	if mid >= upper*(1-near) {
		return 0
	}
	return mid
}

// prove records that a ball was proved empty in a number of boxes.
func (c *contest) prove(limit float64, nodes int) {
	if limit > c.lower {
		c.lower = limit
		c.proofs = [2]proof{c.proofs[1], {limit, nodes}}
	}
}

// expect returns the ball whose proof should take a number of boxes, which grow exponentially with
// the cost: +Inf until it is known how fast.
func (c *contest) expect(nodes int) float64 {
	last, now := c.proofs[0], c.proofs[1]
	if last.nodes >= now.nodes {
		return math.Inf(1)
	}
	growth := elementary.Log(float64(now.nodes)/float64(last.nodes)) / (now.limit - last.limit)
	return now.limit + elementary.Log(float64(nodes)/float64(now.nodes))/growth
}

package exact

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// contest is a duel with what is proved about it.
type contest struct {
	duel  []*ensemble.Contrast
	lower float64 // no example costs this or less
	upper float64 // smallest ball in which a search of the present effort gave up

	proofs [2]proof // the last two
}

// proof is a ball that was proved to be empty.
type proof struct {
	limit float64
	nodes int // that it took
}

// minimize searches in balls of rising effort until the optimum is proved or
// a budget is used up. It returns the cost below which there is no example.
func (s *searcher) minimize(duels [][]*ensemble.Contrast) float64 {
	contests := make([]contest, len(duels))
	for i, d := range duels {
		contests[i] = contest{duel: d, upper: math.Inf(1)}
		if s.nearestLeaf(d) {
			contests[i].lower = math.Inf(1)
		}
	}
	s.plain(contests)
	for i := range contests {
		p := proof{contests[i].lower, 1}
		contests[i].proofs = [2]proof{p, p}
	}
	slices.SortStableFunc(contests, func(a, b contest) int {
		switch {
		case a.lower < b.lower:
			return -1
		case a.lower > b.lower:
			return 1
		}
		return 0
	})
	for effort := s.firstEffort(); ; effort = min(4*effort, math.MaxInt/8) {
		open := false
		for i := range contests {
			c := &contests[i]
			c.upper = math.Inf(1)
			if !s.narrow(c, effort) {
				open = true
			}
			if s.attack.Root {
				s.enough = min(s.enough, c.lower)
			}
		}
		if !open || s.attack.Root || s.stop != attack.Finished {
			break
		}
	}
	lower := s.cost
	for i := range contests {
		if c := &contests[i]; !s.settled(c) {
			lower = min(lower, s.next(c.lower))
		}
	}
	lower = min(lower, s.doubt)
	if lower < s.cost && s.stop == attack.Finished && s.attack.Gap > 0 {
		s.stop = attack.GapReached
	}
	return lower
}

// firstEffort is the number of boxes after which a ball is given up at first.
// In LInf bounds are so tight that small balls decide quickly, while costs
// that add up need a tree of boxes anyway.
func (s *searcher) firstEffort() int {
	switch {
	case s.attack.Root:
		return math.MaxInt / 8
	case s.space.Norm == attack.LInf:
		return 16
	}
	return 400
}

// plain raises the lower bounds of contests to costs within which the trees,
// each by itself, cannot make an example. Contests share the balls, and so the
// ways through the trees.
func (s *searcher) plain(contests []contest) {
	for i := range contests {
		for limit := s.probe(&contests[i]); limit > contests[i].lower && s.ctx.Err() == nil; limit = s.probe(&contests[i]) {
			for k := range contests {
				c := &contests[k]
				switch {
				case limit <= c.lower || limit >= c.upper:
				case !s.ruledOut(c.duel, limit):
					c.upper = limit
				case limit >= s.builder.Far():
					c.lower = math.Inf(1)
				default:
					c.lower = limit
				}
			}
		}
	}
}

// probe returns the next ball to look at for the plain bound of a contest: from
// the smallest one on, rising and then closing in; or 0 if it is known well
// enough.
func (s *searcher) probe(c *contest) float64 {
	switch {
	case c.lower >= s.cost || c.lower == math.Inf(1):
		return 0
	case c.upper == math.Inf(1) && c.lower == 0:
		return min(s.builder.Next(0), math.MaxFloat64)
	case c.upper == math.Inf(1):
		return min(4*c.lower, s.builder.Far(), math.MaxFloat64)
	case c.lower == 0 || c.upper <= 1.2*c.lower:
		return 0
	}
	return math.Sqrt(c.lower) * math.Sqrt(c.upper)
}

// ruledOut reports whether trees, each by itself, keep a duel from being won
// in a ball.
func (s *searcher) ruledOut(duel []*ensemble.Contrast, limit float64) bool {
	return slices.ContainsFunc(duel, func(c *ensemble.Contrast) bool { return s.builder.Plain(c, limit) < 0 })
}

// narrow searches for the nearest example of a contest and reports whether it
// is settled: nothing better than the best example is in it. Where costs add up
// and the ball of the best example is too hard, as much effort again goes into
// the lower bound, or most of it where that ball looks out of reach.
func (s *searcher) narrow(c *contest, effort int) bool {
	end := 0 // of raising the bound
	for {
		if s.settled(c) || c.lower >= s.enough || s.done() {
			return true
		}
		if norm := s.space.Norm; s.goal < 0 && s.attack.Gap > 0 && norm.Distance(c.lower) >= norm.Distance(s.cost)*(1-s.attack.Gap) {
			return true
		}
		limit, pause := s.aim(c), effort
		switch {
		case s.attack.Root:
		case s.cost == math.Inf(1):
			if limit < s.builder.Far() {
				pause = 1
			}
		case s.space.Norm == attack.LInf:
		case limit < s.below():
			if end == 0 {
				end = s.nodes + effort
			}
			pause = (end - s.nodes) / 2
			limit = min(limit, max(s.next(c.lower), stride*c.lower), c.expect(pause))
			if limit < c.lower*(1+2*near) {
				return false
			}
		case c.expect(effort) < limit:
			pause = effort / 16
		}
		if limit <= c.lower || pause <= 0 {
			return false
		}
		cost, from := s.cost, s.nodes
		s.pause = from + pause
		switch s.search(c.duel, limit) {
		case empty:
			c.prove(limit, s.nodes-from)
			if limit >= s.builder.Far() {
				c.lower = math.Inf(1)
			}
		case gaveUp:
			c.prove(min(limit, s.proved), 1)
			if s.stop != attack.Finished {
				return false
			}
			c.upper = limit
		}
		if s.cost < cost {
			c.upper, end = math.Inf(1), 0
		}
	}
}

// prove takes in a ball without example that took a number of boxes.
func (c *contest) prove(limit float64, nodes int) {
	if limit > c.lower {
		c.lower = limit
		c.proofs = [2]proof{c.proofs[1], {limit, nodes}}
	}
}

// expect returns the ball whose proof should take a number of boxes, which grow
// exponentially with the cost: +Inf as long as it is not known how fast.
func (c *contest) expect(nodes int) float64 {
	last, now := c.proofs[0], c.proofs[1]
	if last.nodes >= now.nodes {
		return math.Inf(1)
	}
	growth := math.Log(float64(now.nodes)/float64(last.nodes)) / (now.limit - last.limit)
	return now.limit + math.Log(float64(nodes)/float64(now.nodes))/growth
}

// settled reports whether nothing better than the best example is left.
func (s *searcher) settled(c *contest) bool {
	return c.lower >= s.below() || s.next(c.lower) >= s.cost
}

// aim chooses the next ball of a contest: just below the best example, or, if
// that was too hard, between what is proved and what was too hard. It returns
// 0 where the two are near each other.
func (s *searcher) aim(c *contest) float64 {
	factor := 1.3
	if s.space.Norm == attack.L2 {
		factor *= factor
	}
	upper := c.upper
	if s.cost == math.Inf(1) && (upper == math.Inf(1) || !s.attack.Root) {
		first := max(s.next(c.lower), c.lower*factor)
		if upper < math.Inf(1) {
			first = upper * factor
		}
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
	mid := max((c.lower+upper)/2, s.next(c.lower))
	if s.attack.Root && mid < upper*(1-near/4) {
		return mid
	}
	if mid >= upper*(1-near) {
		return 0
	}
	return mid
}

// stride is the largest step between balls that raise the bound.
const stride = 1.5

// near is the relative difference of balls below which it is better to search
// harder than to search between them.
const near = 0.02

// next returns the least cost above a cost that a point can have, as far as
// it is known.
func (s *searcher) next(cost float64) float64 {
	if s.space.Norm == attack.LInf {
		return s.builder.Next(cost)
	}
	return max(cost*(1+tolerance), s.builder.Next(0))
}

// below returns the largest cost that is worth looking for.
func (s *searcher) below() float64 {
	if s.space.Norm == attack.LInf {
		return math.Nextafter(s.cost, 0)
	}
	return s.cost * (1 - tolerance)
}

// tolerance is the relative difference between costs that count as equal:
// sums of costs are added up in different orders.
const tolerance = 1e-12

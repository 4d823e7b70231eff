package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// minimize searches in balls of rising effort until it proves the optimum, or a bound of at least
// enough, or a budget is used up. It returns the cost below which there is no example.
func (s *searcher) minimize(duels []attack.Duel, enough float64) float64 {
	contests := s.contests(duels)
	enough = s.builder.Whole(enough)
	for effort := s.firstEffort(); ; effort = min(effortGrowth*effort, unlimited) {
		open := false
		for i := range contests {
			c := &contests[i]
			if !c.narrow(effort, enough) {
				open = true
			}
			if s.root { // for a bound only the least of all counts
				enough = min(enough, c.lower)
			}
		}
		if !open || s.root || s.stop != attack.Finished || effort == unlimited { // more effort would not settle what is open then
			break
		}
	}
	lower := s.cost
	for i := range contests {
		switch c := &contests[i]; {
		case c.settled():
		case c.free:
			lower = 0
		default:
			lower = min(lower, s.builder.Next(c.lower))
		}
	}
	lower = min(lower, s.doubt)
	if lower < s.cost && s.stop == attack.Finished && s.attack.Gap > 0 {
		s.stop = attack.GapReached
	}
	return lower
}

// contests returns a contest for each duel, those for which trees alone prove least first.
func (s *searcher) contests(duels []attack.Duel) []contest {
	contests := make([]contest, len(duels))
	for i, d := range duels {
		contests[i] = contest{s: s, duel: d, upper: math.Inf(1)}
		if s.nearestLeaf(d) {
			contests[i].lower = math.Inf(1)
		}
	}
	s.plain(contests)
	for i := range contests {
		p := proof{contests[i].lower, 1}
		contests[i].proofs = [2]proof{p, p}
		contests[i].free = contests[i].lower == 0 && s.builder.Free() > 0
	}
	slices.SortStableFunc(contests, func(a, b contest) int { return cmp.Compare(a.lower, b.lower) })
	return contests
}

// plain raises the lower bounds of contests to costs within which the trees, each on its own,
// cannot make an example. Contests share the balls, and so the walks through the trees.
func (s *searcher) plain(contests []contest) {
	for i := range contests {
		for limit := contests[i].probe(); limit > contests[i].lower && s.ctx.Err() == nil; limit = contests[i].probe() {
			for k := range contests {
				c := &contests[k]
				switch {
				case limit <= c.lower || limit >= c.upper:
				case !c.ruledOut(limit):
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

// firstEffort is the number of boxes after which a ball is first given up. In LInf bounds are so
// tight that small balls decide quickly, while costs that add up need a tree of boxes anyway.
func (s *searcher) firstEffort() int {
	switch {
	case s.root:
		return unlimited
	case s.space.Norm == attack.LInf:
		return firstEffortLInf
	}
	return firstEffort
}

package ltattack

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// climbAll searches the arenas of all rivals: first it finds a quick example of each, then it
// climbs, the most promising rival first. What one finds bounds the arenas of the next.
func (s *searcher) climbAll() {
	c := s.climber
	seed.Reset(&s.pcg, s.problem.Seed, s.victim.Row, -1)
	c.bestCost, c.width = s.cost, wide
	copy(c.best, s.best)
	for i := range s.rivals {
		if s.ctx.Err() != nil || c.bestCost == 0 {
			return
		}
		s.judge(&s.rivals[i])
		s.approach(&s.rivals[i])
	}
	for i := range s.rivals {
		first := i
		for j := i + 1; j < len(s.rivals); j++ {
			if s.rivals[j].cost < s.rivals[first].cost {
				first = j
			}
		}
		s.rivals[i], s.rivals[first] = s.rivals[first], s.rivals[i]
		if s.ctx.Err() != nil || c.bestCost == 0 {
			return
		}
		s.judge(&s.rivals[i])
		s.pursue(&s.rivals[i], max(1, s.attack.Patience/(1+i/2)))
	}
}

// approach finds a first example of a rival in arenas that grow until there is one, or until
// nothing is left that could be nearer than the best.
func (s *searcher) approach(r *rival) {
	c := s.climber
	c.price = 0
	growth := 4.0
	if s.space.Norm == attack.L2 {
		growth *= growth
	}
	for limit := s.nearby(); ; limit *= growth {
		limit = min(limit, c.bestCost)
		c.enter(&r.score, limit, s.space.Home)
		switch {
		case c.bound < c.least:
			r.floor = limit
			if c.whole {
				r.floor = math.Inf(1)
			}
		case c.bound < c.need:
		case s.rush():
			s.found(r)
			return
		}
		if c.whole && c.bound >= c.need && c.bestCost == math.Inf(1) {
			// no single feature makes progress: let the climb kick its way
			c.climb(s.attack.Patience)
			if c.bestCost < math.Inf(1) {
				r.cost, r.price = c.bestCost, c.price
				copy(r.point, c.best)
				s.offer(r.duel, c.best, c.bestCost)
			}
		}
		if c.whole || limit >= c.bestCost {
			return
		}
	}
}

// rush moves to a first example and reports whether it got there.
func (s *searcher) rush() bool {
	c := s.climber
	c.rush(nil)
	if c.judge == nil {
		return c.sum >= c.need
	}
	for range maxWeightChanges {
		if c.sum < c.need {
			return false
		}
		if c.judge() {
			return true
		}
		c.rush(nil)
	}
	return false
}

// found records an example of a rival after a successful approach.
func (s *searcher) found(r *rival) {
	c := s.climber
	if s.space.Norm != attack.LInf && c.judge == nil {
		c.trim()
	}
	r.cost, r.price = c.cost0(), c.price
	c.cells(c.pos, r.point)
	if r.cost < c.bestCost {
		c.note()
		s.offer(r.duel, c.best, c.bestCost)
	}
}

// pursue climbs from the first example of a rival. Under L1 and L2 it climbs
// in a narrow arena first: good points can be small changes of many features,
// which are hard to reach from large changes of few.
func (s *searcher) pursue(r *rival, patience int) {
	c := s.climber
	if r.floor >= c.bestCost || r.cost == math.Inf(1) && c.bestCost == math.Inf(1) {
		return
	}
	limit := c.bestCost
	c.build(&r.score, limit)
	if c.bound < c.least {
		r.floor = limit
	}
	if c.bound < c.need {
		return
	}
	start := r.point
	if r.cost == math.Inf(1) {
		start = s.space.Home
	}
	c.price = r.price
	if s.space.Norm != attack.LInf {
		for _, c.width = range narrow {
			c.enter(&r.score, c.reasonable(), start)
			if c.bound >= c.need {
				c.climb((patience + narrowShare - 1) / narrowShare)
			}
		}
		c.width = wide
		limit = c.reasonable()
	}
	if c.bestCost == 0 {
		s.offer(r.duel, c.best, 0)
		return
	}
	c.enter(&r.score, limit, start)
	c.climb(patience)
	if c.limit == c.bestCost && c.bound < c.least {
		r.floor = c.bestCost
	}
	s.offer(r.duel, c.best, c.bestCost)
}

// nearby returns the first limit to try: a cost that reaches some cuts.
func (s *searcher) nearby() float64 {
	least := math.Inf(1)
	for f, home := range s.space.Home {
		if s.space.Grid.IsLoose(ensemble.Feature(f)) {
			least = min(least, s.nearestLevel(ensemble.Feature(f)))
			continue
		}
		cost := s.space.Cost[s.space.Grid.First[f]:s.space.Grid.First[f+1]]
		if home > 0 && cost[home-1] > 0 {
			least = min(least, cost[home-1])
		}
		if int(home) < len(cost)-1 && cost[home+1] > 0 {
			least = min(least, cost[home+1])
		}
	}
	return 2 * least
}

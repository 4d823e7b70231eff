package dive

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// searcher attacks one victim after another.
type searcher struct {
	*prepared
	space *attack.Space
	diver *diver

	victim attack.Victim
	slack  int64 // by what sums have to exceed the need, see retreat
	cells  []int32
	best   []int32 // cells of the best example
	cost   float64 // its distance, +Inf if there is none
	won    *plan   // what it wins
}

// growth is by what the ball grows until a dive finds an example, and step by
// what it shrinks after that, from the distance found.
const (
	growth = 4
	step   = 0.95
)

// Search looks for a near adversarial example of a victim. It begins at the
// distance of the victim's Start, if there is one.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.victim, s.slack = v, 0
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Status: attack.None, Class: -1, Distance: math.Inf(1)}
	if s.problem.Target == v.Label {
		return r
	}
	s.space.ResetWithin(v.X, s.begin())
	for {
		s.cost = math.Inf(1)
		for _, p := range s.plans[v.Label]() {
			s.approach(ctx, p)
		}
		if s.cost == math.Inf(1) {
			break
		}
		s.trim()
		x := s.space.Example(s.best)
		if class := s.problem.Ensemble.Class(x); class != v.Label {
			r.Status, r.Class, r.Example, r.Distance = attack.Found, class, x, s.space.Distance(x)
			break
		}
		s.retreat()
	}
	if ctx.Err() != nil {
		r.Stop = attack.Cancelled
	}
	return r
}

// retreat asks for more than what the present example has: the library that
// made the model rounds its sums, and sees no example in it.
func (s *searcher) retreat() {
	s.slack = max(2*s.slack, s.won.Sum(s.space.Grid, s.best)-s.won.Need+1)
}

// trim takes back what the best example does not need: dives change all that
// helps within the ball.
func (s *searcher) trim() {
	g, home := s.space.Grid, s.space.Home
	for f, c := range s.best {
		if s.best[f] = home[f]; c != home[f] && s.won.Sum(g, s.best) < s.won.Need+s.slack {
			s.best[f] = c
		}
	}
}

// approach looks for examples that win a plan's contest and are nearer than
// the best so far.
func (s *searcher) approach(ctx context.Context, p *plan) {
	limit := min(s.begin(), s.cost)
	s.space.Widen(limit)
	s.diver.begin(p, s.slack)
	for !s.found(p, limit) {
		if limit >= s.cost || limit == math.Inf(1) || ctx.Err() != nil {
			return
		}
		if limit *= growth; limit > s.last {
			limit = math.Inf(1)
		}
		limit = min(limit, s.cost)
		s.space.Widen(limit)
	}
	for ctx.Err() == nil {
		s.space.Narrow(step * s.cost)
		if !s.dive(p, dives) {
			return
		}
	}
}

// found reports whether dives find an example in a ball that has just grown.
func (s *searcher) found(p *plan, limit float64) bool {
	times := dives
	if limit == math.Inf(1) {
		times = lastDives
	}
	return s.diver.reach() && s.dive(p, times)
}

// begin returns the radius of the first ball.
func (s *searcher) begin() float64 {
	if start := s.victim.Start; len(start) == len(s.victim.X) {
		if far := s.problem.Distance(s.victim.X, start); far > 0 {
			return far
		}
	}
	return s.first
}

// dive dives and takes what is found if it is better than the best so far.
func (s *searcher) dive(p *plan, times int) bool {
	if !s.diver.dive(times, s.cells) {
		return false
	}
	cost := s.space.Total(s.cells)
	if cost >= s.cost {
		return false
	}
	s.cost, s.won = cost, p
	copy(s.best, s.cells)
	return true
}

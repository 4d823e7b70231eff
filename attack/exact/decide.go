package exact

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

var _ attack.Decider = (*searcher)(nil)

// Decide searches the ball of eps and nothing else.
func (s *searcher) Decide(ctx context.Context, v attack.Victim, eps float64) (attack.Verdict, attack.Result) {
	s.begin(ctx, v)
	if s.problem.Target == v.Label || eps < 0 {
		return attack.Certified, s.result(math.Inf(1))
	}
	s.decide, s.within = true, eps
	if v.Start != nil {
		s.guess(v.Start)
	}
	duels := s.contrasts.duels(v.Label, s.problem.Target)
	limit := s.space.Norm.Cost(eps)
	if s.space.Norm != attack.LInf {
		limit *= 1 + tolerance
	}
	open := s.sweepBall(duels, limit, aloneNodes)
	if open && s.stop == attack.Finished && s.cost == math.Inf(1) {
		if r := s.heuristic.Search(ctx, v); r.Example != nil {
			s.guess(r.Example)
		}
		open = s.sweepBall(duels, limit, math.MaxInt/2)
	}
	r := s.result(0)
	switch {
	case r.Example != nil:
		return attack.Broken, r
	case open:
		return attack.Undecided, r
	}
	r.LowerBound = math.Nextafter(eps, math.Inf(1))
	return attack.Certified, r
}

// sweepBall looks for any example in a ball with at most effort boxes for each
// duel, and reports whether it gave up on one.
func (s *searcher) sweepBall(duels [][]*ensemble.Contrast, limit float64, effort int) (open bool) {
	for _, duel := range duels {
		if s.cost < math.Inf(1) {
			return false
		}
		s.pause = s.nodes + effort
		open = s.search(duel, limit) == gaveUp || open
	}
	return open
}

package exact

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
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
	limit := s.space.Norm.Cost(eps)
	if s.space.Norm != attack.LInf {
		limit *= 1 + tolerance
	}
	open := false
	for _, duel := range s.contrasts.duels(v.Label, s.problem.Target) {
		if s.cost < math.Inf(1) {
			break
		}
		if s.search(duel, limit) == gaveUp {
			open = true
		}
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

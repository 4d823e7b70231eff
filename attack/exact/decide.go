package exact

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

var _ attack.Decider = (*searcher)(nil)

// Decide searches the ball of eps. If that is hard it narrows the minimum
// down until it is known on which side of eps it lies.
func (s *searcher) Decide(ctx context.Context, v attack.Victim, eps float64) (attack.Verdict, attack.Result) {
	s.begin(ctx, v)
	if s.problem.Target == v.Label || eps < 0 {
		return attack.Certified, s.result(math.Inf(1))
	}
	s.within, s.goal = eps, eps
	if v.Start != nil {
		s.guess(v.Start)
	}
	duels := s.contrasts.duels(v.Label, s.problem.Target)
	s.strongestFirst(duels)
	limit := s.space.Norm.Cost(eps)
	if s.space.Norm != attack.LInf {
		limit *= 1 + tolerance
	}
	certified := s.searchAll(duels, limit)
	if !certified && !s.done() && s.stop == attack.Finished {
		s.within, s.enough = math.Inf(1), limit
		if r := s.heuristic.Search(ctx, v); r.Example != nil {
			s.guess(r.Example)
		}
		lower := s.minimize(duels)
		certified = lower >= s.cost || lower > limit
	}
	if s.done() {
		return attack.Broken, s.result(0)
	}
	s.cost = math.Inf(1) // what lies beyond eps is not asked for
	r := s.result(0)
	if !certified {
		return attack.Undecided, r
	}
	r.LowerBound = math.Nextafter(eps, math.Inf(1))
	return attack.Certified, r
}

// strongestFirst sorts duels by how near the rival comes at the victim: where
// there is an example it most likely is of the first.
func (s *searcher) strongestFirst(duels [][]*ensemble.Contrast) {
	if len(duels) < 2 {
		return
	}
	s.problem.Ensemble.Margins(s.space.X, s.margins)
	slices.SortStableFunc(duels, func(a, b []*ensemble.Contrast) int {
		return cmp.Compare(s.margins[b[0].Rival], s.margins[a[0].Rival])
	})
}

// searchAll looks for any example in a ball with at most aloneNodes boxes for
// each duel, and reports whether there is certainly none.
func (s *searcher) searchAll(duels [][]*ensemble.Contrast, limit float64) bool {
	none := true
	for _, duel := range duels {
		if s.done() {
			return false
		}
		s.pause = s.nodes + aloneNodes
		none = s.search(duel, limit) == empty && none
	}
	return none && !s.done()
}

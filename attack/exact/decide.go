package exact

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

var _ attack.PartDecider = (*searcher)(nil)

// Decide searches the ball of eps, cheap ways first: trees, each on its own, rule rivals out, and
// dives find easy examples. If neither settles it, it narrows the minimum down until it is known on
// which side of eps it lies.
func (s *searcher) Decide(ctx context.Context, v attack.Victim, eps float64) (attack.Verdict, attack.Result) {
	return s.decide(ctx, v, nil, eps)
}

// DecideIn decides about a part of what links allow.
func (s *searcher) DecideIn(ctx context.Context, v attack.Victim, part *attack.Part, eps float64) (attack.Verdict, attack.Result) {
	return s.decide(ctx, v, part, eps)
}

// decide decides about a part, or about all that links allow if part is nil.
func (s *searcher) decide(ctx context.Context, v attack.Victim, part *attack.Part, eps float64) (attack.Verdict, attack.Result) {
	limit := s.space.Norm.Budget(eps)
	if s.space.Norm != attack.LInf {
		limit *= 1 + tolerance
	}
	s.begin(ctx, v)
	s.within, s.goal = eps, eps
	some := true
	if part == nil {
		s.space.ResetWithin(v.X, limit)
	} else {
		some = s.space.ResetIn(v.X, part)
	}
	if !some || s.problem.Target == v.Label || eps < 0 {
		return attack.Certified, s.result(math.Inf(1))
	}
	s.builder.Reset()
	if guess := v.Guess(); guess != nil {
		s.guess(guess)
	}
	if part != nil { // unlike a victim, the nearest point of a part may be an example
		s.try(s.space.Home)
	}
	duels := s.problem.Duels(v.Label)
	beyond := func(cost float64) bool { return cost > limit || cost == math.Inf(1) }
	certified := s.searchAll(duels, limit) && beyond(s.doubt)
	if !certified && !s.done() && s.stop == attack.Finished {
		if part == nil { // cells beyond the ball are not filled in
			s.space.Reset(v.X)
			s.space.Narrow(limit)
			s.builder.Reset()
		}
		s.within = math.Inf(1)
		s.ask(ctx, v, s.heuristic)
		lower := s.minimize(duels, limit)
		certified = beyond(lower) || lower >= s.cost && s.cost > limit // limit includes the tolerance within which costs count as equal
	}
	if s.done() {
		return attack.Broken, s.result(0)
	}
	s.cost = math.Inf(1) // what lies beyond eps does not matter
	r := s.result(0)
	if !certified {
		return attack.Undecided, r
	}
	r.LowerBound = math.Nextafter(eps, math.Inf(1))
	return attack.Certified, r
}

// searchAll looks for any example in a ball, by diving and then with at most
// aloneNodes boxes for each duel, and reports whether there is certainly none.
func (s *searcher) searchAll(duels []attack.Duel, limit float64) bool {
	open := s.inReach(duels, limit)
	for _, r := range open {
		if len(r.duel) == 1 && s.diver.Dive(r.duel[0], limit, s.cells) && s.try(s.cells) {
			return false
		}
	}
	none := true
	for _, r := range open {
		if s.done() {
			return false
		}
		o, _ := s.search(r.duel, limit, aloneNodes)
		none = o == empty && none
	}
	return none && !s.done()
}

// inReach returns the duels that the trees, each on its own, do not rule out in a ball, those with
// the highest bound on the margin first.
func (s *searcher) inReach(duels []attack.Duel, limit float64) []reachable {
	s.open = s.open[:0]
	for _, duel := range duels {
		most := math.Inf(1)
		for _, c := range duel {
			most = min(most, c.Margin(s.builder.Plain(c, limit)))
			if most < 0 {
				break
			}
		}
		if most >= 0 {
			s.open = append(s.open, reachable{duel, most})
		}
	}
	slices.SortStableFunc(s.open, func(a, b reachable) int { return cmp.Compare(b.most, a.most) })
	return s.open
}

// reachable is a duel that trees do not rule out, with an upper bound on its margin.
type reachable struct {
	duel attack.Duel
	most float64
}

package exact

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
)

// searcher searches for one victim after another.
type searcher struct {
	*prepared
	ball
	quick     attack.Searcher // the heuristic with little patience
	heuristic attack.Searcher
	diver     *bound.Diver
	open      []reachable // duels of a decision
	leaves    []priced    // of a single tree
}

func newSearcher(p *prepared) *searcher {
	space := attack.NewSpace(p.problem)
	builder := bound.NewBuilder(space)
	return &searcher{
		prepared: p, ball: newBall(p, space, builder),
		quick: p.quick.Searcher(), heuristic: p.heuristic.Searcher(), diver: bound.NewDiver(builder),
	}
}

// ask tries the example of a heuristic as a guess.
func (s *searcher) ask(ctx context.Context, v attack.Victim, heuristic attack.Searcher) {
	if r := heuristic.Search(ctx, v); r.Example != nil {
		s.guess(r.Example)
	}
}

// begin starts with a victim.
func (s *searcher) begin(ctx context.Context, v attack.Victim) {
	s.start(ctx, &s.attack)
	s.forget(v)
}

// Search proves the minimal adversarial distance as far as the budgets allow.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.begin(ctx, v)
	s.space.Reset(v.X)
	s.builder.Reset()
	if s.problem.Target == v.Label {
		return s.result(math.Inf(1))
	}
	if guess := v.Guess(); guess != nil {
		s.guess(guess)
	}
	duels := s.problem.Duels(v.Label)
	lower := 0.0
	if !s.attack.Root {
		if s.space.Norm != attack.LInf {
			s.ask(ctx, v, s.quick)
		}
		s.most = min(s.most, aloneNodes)
		lower = s.minimize(duels, math.Inf(1))
		if s.stop != attack.NodeLimit || s.nodes >= s.attack.Nodes {
			return s.result(lower)
		}
		s.most, s.stop = s.attack.Nodes, attack.Finished
		s.ask(ctx, v, s.heuristic)
	}
	return s.result(max(lower, s.minimize(duels, math.Inf(1))))
}

// result reports the best example and what is proved: no example costs less
// than lower.
func (s *searcher) result(lower float64) attack.Result {
	v := s.victim
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1, Stop: s.stop}
	r.Stats.Nodes = s.nodes
	if s.cost == math.Inf(1) {
		r.Status, r.Distance, r.LowerBound = attack.None, math.Inf(1), s.space.Norm.Distance(lower)
		return r
	}
	r.Example = s.space.Example(s.best)
	r.Class = s.class
	r.Distance = s.space.Distance(r.Example)
	if lower >= s.cost {
		r.Status, r.LowerBound = attack.Optimal, r.Distance
	} else {
		r.LowerBound = min(s.space.Norm.Distance(lower), r.Distance)
	}
	return r
}

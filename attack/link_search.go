package attack

import (
	"context"
	"math"
	"slices"
)

// linking is a method for an attacker who must obey links. What a method finds without
// them is a bound for it, and a point to start from: derived columns get their values,
// and changes that are not needed go back, as long as the row stays an example. So
// bounds are sound, and an example is optimal where it meets its bound.
type linking struct{ Attack }

// Prepare prepares the method for who need not obey, for who leaves derived columns as
// they are, and for who leaves all columns of links so.
func (l linking) Prepare(p *Problem) (Prepared, error) {
	m := &linkedMethod{problem: p}
	linked := p.Constraints.linked(p.Ensemble.Features)
	for _, who := range []struct {
		method *Prepared
		frozen func(f int) bool
	}{
		{&m.free, func(int) bool { return false }},
		{&m.sources, p.Constraints.Derived},
		{&m.still, func(f int) bool { return linked[f] }},
	} {
		q, c := *p, *p.Constraints
		c.Links, c.Frozen = nil, make([]bool, p.Ensemble.Features)
		for f := range c.Frozen {
			c.Frozen[f] = is(p.Constraints.Frozen, f) || who.frozen(f)
		}
		q.Constraints = &c
		var err error
		if *who.method, err = l.Attack.Prepare(&q); err != nil {
			return nil, err
		}
	}
	return m, nil
}

type linkedMethod struct {
	problem              *Problem
	free, sources, still Prepared
}

// Searcher returns a searcher with its own scratch memory.
func (m *linkedMethod) Searcher() Searcher {
	s := &linkSearcher{m.problem, m.free.Searcher(), m.sources.Searcher(), m.still.Searcher()}
	if d, ok := s.free.(Decider); ok {
		return &linkDecider{s, d}
	}
	return s
}

type linkSearcher struct {
	problem              *Problem
	free, sources, still Searcher
}

// Search looks for an example that obeys the links.
func (s *linkSearcher) Search(ctx context.Context, v Victim) Result {
	return s.obey(ctx, v, s.free.Search(ctx, v), math.Inf(1))
}

// obey makes an example of one that need not obey, no farther than a distance that is
// asked for.
func (s *linkSearcher) obey(ctx context.Context, v Victim, r Result, within float64) Result {
	if r.Example == nil {
		return r
	}
	p := s.problem
	x := p.Ensemble.Rounded(v.X)
	best, distance := []float64(nil), within
	consider := func(row []float64) {
		if row = s.mend(v, x, row); row == nil {
			return
		}
		if d := p.Distance(x, row); best == nil && d <= within || d < distance {
			best, distance = row, d
		}
	}
	consider(r.Example)
	for _, other := range []Searcher{s.sources, s.still} {
		if best != nil && distance <= r.LowerBound*(1+1e-12) {
			break
		}
		if r := other.Search(ctx, v); r.Example != nil {
			consider(r.Example)
		}
	}
	if r.Example = best; best == nil {
		r.Status, r.Class, r.Distance = None, -1, math.Inf(1)
		return r
	}
	r.Class, r.Distance = p.Ensemble.Class(best), distance
	if r.Status = Found; distance <= r.LowerBound*(1+1e-12) {
		r.Status = Optimal
	}
	r.LowerBound = min(r.LowerBound, distance)
	return r
}

// mend returns a row that obeys the links and is an example, made from one that need
// not be, with as few changes as it takes; nil if that fails.
func (s *linkSearcher) mend(v Victim, x, from []float64) []float64 {
	row := slices.Clone(from)
	s.problem.derive(v.X, x, row)
	if !s.adversarial(v, x, row) {
		return nil
	}
	for _, f := range s.byCost(x, row) {
		if row[f] == x[f] {
			continue
		}
		less := slices.Clone(row)
		less[f] = x[f]
		s.problem.derive(v.X, x, less)
		if s.problem.Distance(x, less) < s.problem.Distance(x, row) && s.adversarial(v, x, less) {
			row = less
		}
	}
	return row
}

// byCost returns the features that differ, the dearest change first.
func (s *linkSearcher) byCost(x, row []float64) []int {
	changes := s.problem.Changes(x, row)
	slices.SortStableFunc(changes, func(a, b Change) int {
		switch {
		case a.Cost > b.Cost:
			return -1
		case a.Cost < b.Cost:
			return 1
		}
		return 0
	})
	var features []int
	for _, c := range changes {
		if c.Group == nil {
			features = append(features, c.Feature)
		}
	}
	return features
}

// adversarial reports whether a row is an example that obeys everything.
func (s *linkSearcher) adversarial(v Victim, x, row []float64) bool {
	class := s.problem.Ensemble.Class(row)
	return class != v.Label && (s.problem.Target == Untargeted || class == s.problem.Target) &&
		s.problem.Allow(x, row) == nil
}

// linkDecider is a linkSearcher that decides.
type linkDecider struct {
	*linkSearcher
	decider Decider
}

// Decide certifies what holds against who need not obey, and is sure that a row is
// broken where an example that obeys is near enough.
func (d *linkDecider) Decide(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	verdict, r := d.decider.Decide(ctx, v, eps)
	if verdict != Broken {
		return verdict, r
	}
	if r = d.obey(ctx, v, r, eps); r.Example != nil {
		return Broken, r
	}
	if r = d.Search(ctx, v); r.Example != nil && r.Distance <= eps {
		return Broken, r
	}
	r.Example, r.Status, r.Class, r.Distance = nil, None, -1, math.Inf(1)
	if r.LowerBound > eps {
		return Certified, r
	}
	return Undecided, r
}

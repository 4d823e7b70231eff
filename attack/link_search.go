package attack

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// linking is a method for an attacker who must obey links. What the method finds without them is a
// bound, and a point to start from: derived columns get their values, or others make up for those
// that cannot (see holding), and unnecessary changes are undone as far as the row stays an example.
// So bounds are sound, and an example is optimal if it meets its bound. A method that decides is
// asked about radii between the two, within which links hold columns back (see [Space.Narrow]), and
// about parts of these (see linkParts).
type linking struct{ Attack }

// Prepare prepares the method for an attacker who need not obey, for one who leaves derived columns
// as they are, and for one who leaves all linked columns as they are.
func (l linking) Prepare(p *Problem) (Prepared, error) {
	m := &linkedMethod{problem: p, bounding: newBounding(p.Constraints)}
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
			c.Frozen[f] = p.Constraints.Freezes(f) || who.frozen(f)
		}
		if q.Constraints = &c; who.method == &m.free {
			q.bounding = m.bounding
		}
		var err error
		if *who.method, err = l.Attack.Prepare(&q); err != nil {
			return nil, err
		}
	}
	return m, nil
}

type linkedMethod struct {
	problem              *Problem
	bounding             *bounding
	free, sources, still Prepared
}

// Searcher returns a searcher with its own scratch memory.
func (m *linkedMethod) Searcher() Searcher {
	s := &linkSearcher{m.problem, m.free.Searcher(), m.sources.Searcher(), m.still.Searcher()}
	if d, ok := s.free.(Decider); ok {
		return &linkDecider{linkSearcher: s, decider: d, bounding: m.bounding}
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

// obey turns an example that need not obey into one that does, within a distance.
func (s *linkSearcher) obey(ctx context.Context, v Victim, r Result, within float64) Result {
	p := s.problem
	if !p.shaped(&r) {
		return r
	}
	x := p.Ensemble.Rounded(v.X)
	best, distance := []float64(nil), within
	consider := func(row []float64) {
		if row, d := s.made(v, x, row); row != nil && (best == nil && d <= within || d < distance) {
			best, distance = row, d
		}
	}
	consider(r.Example)
	for _, other := range []Searcher{s.sources, s.still} {
		if best != nil && distance <= r.LowerBound*(1+linkTolerance) {
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
	if r.Status = Found; distance <= r.LowerBound*(1+linkTolerance) {
		r.Status = Optimal
	}
	r.LowerBound = min(r.LowerBound, distance)
	return r
}

// made returns the nearest example that obeys among those made of one that need not, and its
// distance.
func (s *linkSearcher) made(v Victim, x, free []float64) (best []float64, distance float64) {
	p := s.problem
	distance = math.Inf(1)
	for _, repair := range []func(row []float64){
		func([]float64) {},
		func(row []float64) { p.repair(v.X, x, row, true) },
		func(row []float64) { p.repair(v.X, x, row, false) },
	} {
		row := slices.Clone(free)
		if repair(row); !s.mend(v, x, row) {
			continue
		}
		if d := p.Distance(x, row); d < distance {
			best, distance = row, d
		}
	}
	return best, distance
}

// mend gives derived columns of a row their values, and moves other columns if some cannot have
// theirs. If the row is then an example, it undoes as many changes as it can, the dearest first:
// entirely, or by as many cells as bisection finds.
func (s *linkSearcher) mend(v Victim, x, row []float64) bool {
	p := s.problem
	p.derive(v.X, x, row)
	if !s.adversarial(v, x, row) && !s.hold(v, x, row, nil, math.Inf(1)) {
		return false
	}
	less := make([]float64, len(row))
	moves := func(f int, to float64) bool {
		copy(less, row)
		less[f] = to
		p.derive(v.X, x, less)
		within := p.Distance(x, row)
		better := p.Distance(x, less) < within && s.adversarial(v, x, less) || s.hold(v, x, less, []int{f}, within)
		if better {
			copy(row, less)
		}
		return better
	}
	for _, f := range s.byCost(x, row) {
		if moves(f, x[f]) || row[f] != row[f] || p.Grid.IsLoose(ensemble.Feature(f)) {
			continue
		}
		home, end := int(p.Grid.Cell(f, x[f])), int(p.Grid.Cell(f, row[f]))
		moves(f, s.nearestIn(f, x[f], end))
		for end-home > 1 || home-end > 1 {
			if mid := (home + end) / 2; moves(f, s.nearestIn(f, x[f], mid)) {
				end = mid
			} else {
				home = mid
			}
		}
	}
	return true
}

// nearestIn returns the allowed value of a cell of a feature that is nearest to x, or x if
// there is none.
func (s *linkSearcher) nearestIn(f int, x float64, cell int) float64 {
	cuts, above := s.problem.Grid.Cuts[f], s.problem.Grid.Above[f]
	switch home := int(s.problem.Grid.Cell(f, x)); {
	case cell > home:
		return s.problem.Admit(f, x, above[cell-1])
	case cell < home:
		return s.problem.Admit(f, x, cuts[cell])
	}
	return x
}

// byCost returns the features whose changes cost something, the dearest change first.
func (s *linkSearcher) byCost(x, row []float64) []int {
	changes := s.problem.Changes(x, row)
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.Cost, a.Cost) })
	var features []int
	for _, c := range changes {
		if c.Group == nil && c.Cost > 0 {
			features = append(features, c.Feature)
		}
	}
	return features
}

// adversarial reports whether a row is an example that obeys all constraints.
func (s *linkSearcher) adversarial(v Victim, x, row []float64) bool {
	return s.wins(v, row) && s.problem.Allow(x, row) == nil && s.steady(v, x, row) && s.ordered(v, x, row)
}

// ordered reports whether orders hold to the last bit for derived columns that have changed.
func (s *linkSearcher) ordered(v Victim, x, row []float64) bool {
	c := s.problem.Constraints
	raw := c.written(v.X, x, row)
	return !slices.ContainsFunc(c.Links, func(l Link) bool {
		if !l.AtMost || l.Missing(x) || !l.some(func(f int) bool { return row[f] != x[f] && c.follows(f, x) }) {
			return false
		}
		sum, _ := l.sum(raw)
		return raw(l.Feature) > sum
	})
}

// wins reports whether the model gives a row a class that the attack is after.
func (s *linkSearcher) wins(v Victim, row []float64) bool {
	class := s.problem.Ensemble.Class(row)
	return class != v.Label && (s.problem.Target == Untargeted || class == s.problem.Target)
}

// steady reports whether a row stays adversarial if scaling it back to the data's units rounds
// derived columns differently: a formula of the written values must not land on the other side of a
// threshold, nor be rounded to another step.
func (s *linkSearcher) steady(v Victim, x, row []float64) bool {
	c := s.problem.Constraints
	raw := c.written(v.X, x, row)
	for i := range c.Links {
		l := &c.Links[i]
		f := l.Feature
		at := row[f]
		if l.AtMost || l.Missing(x) {
			continue
		}
		if l.Step != 0 {
			sum, _ := l.sum(raw)
			if by := c.apart(l, raw, x, row); by > 0 && l.rounded(sum-by) != l.rounded(sum+by) {
				return false
			}
		}
		if at == x[f] {
			continue
		}
		by := c.unsteady(l, func(f int) float64 { return c.raw(f, row[f]) })
		home := s.problem.Grid.Cell(f, at)
		for _, to := range []float64{round(s.problem.Ensemble, at-by), round(s.problem.Ensemble, at+by)} {
			if by == 0 || s.problem.Grid.Cell(f, to) == home {
				continue
			}
			row[f] = to
			wins := s.wins(v, row)
			if row[f] = at; !wins {
				return false
			}
		}
	}
	return true
}

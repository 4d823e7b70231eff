package attack

import (
	"math"
	"slices"
)

// A derived column may be unable to follow what it is derived from: it is frozen, at its bound, moves
// one way only, or an order holds it. Then another column of the formula has to make up for a change,
// to the last bit.

const (
	holdTries  = 64 // most rows that hold looks at
	holdNudges = 8  // most places by which rounding may be off where it solves a formula
)

// holding looks for the nearest example among rows in which no derived column is held.
type holding struct {
	*linkSearcher
	victim Victim
	x      []float64 // as the model reads it
	tries  int
	best   []float64
	within float64 // the distance of the best; examples have to be nearer
}

// hold turns a row with derived columns that cannot have their values into an example nearer than a
// distance, and reports whether it has found one. Columns kept do not move.
func (s *linkSearcher) hold(v Victim, x, row []float64, keep []int, within float64) bool {
	h := &holding{linkSearcher: s, victim: v, x: x, within: within}
	h.from(row, keep)
	if h.best != nil {
		copy(row, h.best)
	}
	return h.best != nil
}

// from solves the first link with a held column for one column after the other, and keeps that while
// it goes on with other links.
func (h *holding) from(row []float64, keep []int) {
	l, to := h.held(row)
	if l == nil {
		return
	}
	h.sources(l, to, row, func(f int, to float64) {
		if h.tries++; h.tries > holdTries || slices.Contains(keep, f) {
			return
		}
		next := h.solve(l, f, to, row)
		if next == nil {
			return
		}
		if other, _ := h.held(next); other != nil {
			h.from(next, append(slices.Clone(keep), f))
		} else if d := h.problem.Distance(h.x, next); d < h.within && h.adversarial(h.victim, h.x, next) {
			h.best, h.within = next, d
		}
	})
}

// held returns the first link that gives its column a value that it cannot have, or an order that
// does not hold for a derived column, and what the right side should be, in the data's units.
func (h *holding) held(row []float64) (l *Link, to float64) {
	c := h.problem.Constraints
	for i := range c.Links {
		l := &c.Links[i]
		if l.Missing(h.x) || h.possible(l, row) {
			continue
		}
		raw := c.written(h.victim.X, h.x, row)
		if l.AtMost {
			return l, raw(l.Feature) + float64(2*c.apart(l, raw, h.x, row))
		}
		at := slices.Clone(row)
		at[l.Feature] = h.problem.Admit(l.Feature, h.x[l.Feature], row[l.Feature])
		return l, c.written(h.victim.X, h.x, at)(l.Feature)
	}
	return nil, 0
}

// possible reports whether a row has a value of a derived column that it can have, or obeys an order of
// derived columns.
func (h *holding) possible(l *Link, row []float64) bool {
	c, f := h.problem.Constraints, l.Feature
	if l.AtMost {
		raw := c.written(h.victim.X, h.x, row)
		sum, _ := l.sum(raw)
		return raw(f) <= sum-c.apart(l, raw, h.x, row) || !l.some(func(f int) bool { return c.follows(f, h.x) })
	}
	down, up := c.Ways(f)
	v, x := row[f], h.x[f]
	return v == x || (v > x || down) && (v < x || up) && !c.outside(f, v) && !c.StandsForMissing(f, v)
}

// sources shows the columns that no link derives with which the right side of a link becomes a value,
// and what each would have to be for that. Those of a derived column on the left of an order, too.
func (h *holding) sources(l *Link, to float64, row []float64, show func(f int, to float64)) {
	c := h.problem.Constraints
	raw := c.written(h.victim.X, h.x, row)
	source := func(f int, to float64) {
		if i := slices.IndexFunc(c.Links, func(l Link) bool { return l.Feature == f && !l.AtMost }); i >= 0 && !c.Links[i].Missing(h.x) {
			h.sources(&c.Links[i], to, row, show)
		} else if !c.Freezes(f) && !c.Discrete(f) {
			show(f, to)
		}
	}
	if l.AtMost && c.follows(l.Feature, h.x) {
		sum, _ := l.sum(raw)
		source(l.Feature, raw(l.Feature)+sum-to)
	}
	columns := l.Features()[1:]
	for i, f := range columns {
		if !slices.Contains(columns[:i], f) {
			source(f, l.inverse(raw, f, to))
		}
	}
}

// inverse returns what a column has to be for the sum of a link to be a value, NaN if it is in several
// places.
func (l *Link) inverse(raw func(f int) float64, f int, to float64) float64 {
	factor, times := math.NaN(), true
	for _, t := range l.Terms {
		v, places := t.Factor, 0
		for _, g := range t.Times {
			if g == f {
				places++
			} else {
				v *= raw(g)
			}
		}
		for _, g := range t.Over {
			if g == f {
				places, times = places+1, false
			} else {
				v /= raw(g)
			}
		}
		switch {
		case places == 0:
			to -= v
		case places > 1 || factor == factor:
			return math.NaN()
		default:
			factor = v
		}
	}
	if times {
		return to / factor
	}
	return factor / to
}

// solve returns a row in which a column has the value for a link to be obeyed, nil if there is none. As
// rounding leaves out some values of a formula, another changed column moves by a place if need be.
func (h *holding) solve(l *Link, f int, to float64, row []float64) []float64 {
	next := h.near(l, f, to, row)
	columns := l.Features()[1:]
	if next != nil || l.AtMost || !slices.Contains(columns, f) {
		return next
	}
	p, c := h.problem, h.problem.Constraints
	for _, g := range columns {
		if g == f || row[g] == h.x[g] || c.Discrete(g) || c.follows(g, h.x) {
			continue
		}
		for _, v := range [2]float64{p.Ensemble.Prev(row[g]), p.Ensemble.Next(row[g])} {
			if v == h.x[g] || p.Admit(g, h.x[g], v) != v || p.Grid.Cell(g, v) != p.Grid.Cell(g, row[g]) {
				continue
			}
			beside := slices.Clone(row)
			beside[g] = v
			if next := h.near(l, f, to, beside); next != nil {
				return next
			}
		}
	}
	return nil
}

// near returns a row with a value of a column, or one a few places beside it, with which a link is
// obeyed, nil if there is none. Derived columns follow.
func (h *holding) near(l *Link, f int, to float64, row []float64) []float64 {
	p := h.problem
	below := round(p.Ensemble, p.Constraints.scaledTo(f, to))
	if below != below || math.Abs(below) > p.Ensemble.Largest() {
		return nil
	}
	above := p.Ensemble.Next(below)
	for range holdNudges {
		for _, v := range [2]float64{below, above} {
			if p.Admit(f, h.x[f], v) != v {
				continue
			}
			next := slices.Clone(row)
			next[f] = v
			if p.derive(h.victim.X, h.x, next); h.possible(l, next) {
				return next
			}
		}
		below, above = p.Ensemble.Prev(below), p.Ensemble.Next(above)
	}
	return nil
}

package attack

import (
	"math"
	"slices"
)

// split returns the column at which to cut a part, and its pieces. Of the links that the row
// breaks, it takes the column that lets the two sides differ most, counting no more than they do.
// Columns that the row moves to another cell are cut where that begins, before others are cut in
// the middle. If this finds no column, settle does; -1 means that there is nothing to cut.
func (s *linkParts) split(part *openPart) (column int, halves []span) {
	column = -1
	copy(s.reach.at, part.at)
	most, moving := 0.0, false
	for i := range s.bounding.links {
		l := &s.bounding.links[i]
		if l.Missing(s.x) {
			continue
		}
		left, right, holds := s.problem.Constraints.sides(l, part.row)
		if holds {
			continue
		}
		gap := math.Abs(left-right) / s.reach.constraints.width(l.Feature)
		for _, f := range l.Features() {
			in := part.at[s.bounding.place[f]]
			at, moves := s.edge(f, part.row[f], in)
			if moving && !moves {
				continue
			}
			if !moves {
				if at = s.middle(f, in); at == nil {
					continue
				}
			}
			if d := min(s.differs(l, f, in), gap); d > most || moves && !moving {
				most, column, halves, moving = d, f, at, moves
			}
		}
	}
	if column < 0 {
		return s.settle(part)
	}
	return column, halves
}

// settle cuts columns that others are derived from until each has one value, then leaves a derived
// column the one value that follows, or nothing if it is rounded to another step or stands for a
// missing value.
func (s *linkParts) settle(part *openPart) (column int, halves []span) {
	column = -1
	most := math.Inf(-1)
	for i := range s.bounding.links {
		l := &s.bounding.links[i]
		if l.Missing(s.x) {
			continue
		}
		for _, f := range l.Features() {
			in := part.at[s.bounding.place[f]]
			if s.problem.Constraints.follows(f, s.x) {
				continue
			}
			if at := s.middle(f, in); at != nil {
				if d := s.differs(l, f, in); d > most {
					most, column, halves = d, f, at
				}
			}
		}
	}
	if column >= 0 {
		return column, halves
	}
	for i := range s.bounding.links {
		l := &s.bounding.links[i]
		in := part.at[s.bounding.place[l.Feature]]
		if l.AtMost || l.Missing(s.x) || in.lo == in.hi && l.Step == 0 || l.some(func(f int) bool {
			of := part.at[s.bounding.place[f]]
			return f != l.Feature && of.lo != of.hi
		}) {
			continue
		}
		row := slices.Clone(s.x)
		for i, f := range s.bounding.columns {
			row[f] = part.at[i].lo
		}
		c := s.problem.Constraints
		switch v := s.problem.derived(l, s.victim.X, s.x, row); {
		case v != v:
		case v != s.x[l.Feature] && c.StandsForMissing(l.Feature, v):
			return l.Feature, nil
		case in.lo < in.hi:
			return l.Feature, []span{{v, v}}
		case math.Abs(c.raw(l.Feature, v)-c.raw(l.Feature, in.lo)) > l.Step/2:
			return l.Feature, nil
		}
	}
	return -1, nil
}

// middle returns the halves of an interval of a column, or nil if it is too small. In norm 0 it
// first separates the unchanged value from all others.
func (s *linkParts) middle(f int, in span) []span {
	if x := s.x[f]; s.problem.Norm == L0 && in.lo <= x && x <= in.hi && in.lo < in.hi {
		e := s.problem.Ensemble
		return []span{{x, x}, {in.lo, e.Prev(x)}, {e.Next(x), in.hi}}
	}
	if !s.reach.lands(f) && in.hi-in.lo < linkPartsLeast*s.eps {
		return nil
	}
	mid := in.lo + float64((in.hi-in.lo)/2)
	if !(mid > in.lo && mid < in.hi) || math.IsInf(mid, 0) {
		return nil
	}
	return []span{{in.lo, mid}, {mid, in.hi}}
}

// edge splits an interval where the cell that a column moves to begins, and reports whether it
// moves to another cell.
func (s *linkParts) edge(f int, to float64, in span) (halves []span, moves bool) {
	grid := s.problem.Grid
	home, cell := grid.Cell(f, s.x[f]), grid.Cell(f, to)
	switch {
	case cell > home && grid.Cuts[f][cell-1] >= in.lo:
		return []span{{in.lo, grid.Cuts[f][cell-1]}, {grid.Above[f][cell-1], in.hi}}, true
	case cell < home && grid.Above[f][cell] <= in.hi:
		return []span{{grid.Above[f][cell], in.hi}, {in.lo, grid.Cuts[f][cell]}}, true
	}
	return halves, false
}

// differs returns how much the two sides of a link can differ because of a column.
func (s *linkParts) differs(l *Link, f int, in span) float64 {
	if f == l.Feature {
		return in.hi - in.lo
	}
	place := s.bounding.place[f]
	whole := s.reach.at[place]
	sum := func(at float64) (to span) {
		s.reach.at[place] = span{at, at}
		for i := range l.Terms {
			to = to.plus(s.reach.term(&l.Terms[i]))
		}
		s.reach.at[place] = whole
		return to
	}
	lo, hi := sum(in.lo), sum(in.hi)
	return max(math.Abs(hi.lo-lo.lo), math.Abs(hi.hi-lo.hi)) / s.reach.constraints.width(l.Feature)
}

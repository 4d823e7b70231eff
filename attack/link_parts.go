package attack

import (
	"context"
	"math"
	"slices"
)

// linkParts decides about an attacker who must obey links by asking who need not: where
// what that finds breaks a link, and cannot be made an example that obeys, a column of the
// link is cut in two, and both parts are asked about, as far as a row can obey in them
// (spatial branch and bound).
type linkParts struct {
	*linkDecider
	decider PartDecider
	victim  Victim
	x       []float64 // as the model reads it
	eps     float64

	reach *reach
	open  []openPart
}

// openPart is a part with what who need not obey finds in it.
type openPart struct {
	at  []span
	row []float64
}

const (
	linkPartsAsked = 32   // parts that a decision looks at, at most
	linkPartsNodes = 2000 // search nodes that all parts of a victim take, before no more are asked about
	linkPartsLeast = 1e-4 // share of eps below which an interval is cut no more
)

// decide returns an example that obeys where it finds one.
func (s *linkParts) decide(ctx context.Context, free []float64) (Verdict, []float64) {
	p := s.problem
	limit := p.Norm.Budget(s.eps)
	s.reach = s.bounding.reach(p.Ensemble, p.Norm, p.Constraints, s.x, limit)
	if s.reach.share(); !s.reach.narrow() {
		return Undecided, nil
	}
	s.open = []openPart{{slices.Clone(s.reach.at), free}}
	for asked := 0; len(s.open) > 0; {
		part := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		f, halves := s.split(&part)
		if f < 0 {
			return Undecided, nil
		}
		for _, half := range halves {
			if asked++; asked > linkPartsAsked || s.nodes > linkPartsNodes || ctx.Err() != nil {
				return Undecided, nil
			}
			copy(s.reach.at, part.at)
			if !s.reach.cut(f, half) || !s.reach.narrow() {
				continue
			}
			verdict, r := s.decider.DecideIn(ctx, s.victim, &s.reach.Part, s.left())
			if s.nodes += r.Stats.Nodes; verdict == Undecided {
				return Undecided, nil
			}
			if verdict == Certified {
				continue
			}
			if row, d := s.made(s.victim, s.x, r.Example); row != nil && d <= s.eps {
				return Broken, row
			}
			s.open = append(s.open, openPart{slices.Clone(s.reach.at), r.Example})
		}
	}
	return Certified, nil
}

// left returns how far the others can go where the columns of links are in a part.
func (s *linkParts) left() float64 {
	if s.problem.Norm == LInf {
		return s.eps
	}
	return s.problem.Norm.Distance(max(0, s.reach.limit-s.reach.total) + float64(costRounding*s.reach.limit))
}

// split returns the column to cut a part at, and its halves: that of a link which the row
// breaks that lets its two sides differ most, up to what they do. Columns that the row moves to another cell are
// cut where this begins, before others are cut in the middle. Where there is none it returns
// -1.
func (s *linkParts) split(part *openPart) (column int, halves [2]span) {
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
		gap := math.Abs(left-right) / s.reach.spread(l.Feature)
		for _, f := range l.Features() {
			in := part.at[s.bounding.place[f]]
			at, moves := s.edge(f, part.row[f], in)
			if moving && !moves {
				continue
			}
			if !moves {
				if in.hi-in.lo < linkPartsLeast*s.eps {
					continue
				}
				mid := in.lo + float64((in.hi-in.lo)/2)
				if !(mid > in.lo && mid < in.hi) || math.IsInf(mid, 0) {
					continue
				}
				at = [2]span{{in.lo, mid}, {mid, in.hi}}
			}
			if d := min(s.differs(l, f, in), gap); d > most || moves && !moving {
				most, column, halves, moving = d, f, at, moves
			}
		}
	}
	return column, halves
}

// edge returns the parts of an interval before and from the cell on that a column moves to.
func (s *linkParts) edge(f int, to float64, in span) (halves [2]span, moves bool) {
	grid := s.problem.Grid
	home, cell := grid.Cell(f, s.x[f]), grid.Cell(f, to)
	switch {
	case cell > home && grid.Cuts[f][cell-1] >= in.lo:
		return [2]span{{in.lo, grid.Cuts[f][cell-1]}, {grid.Above[f][cell-1], in.hi}}, true
	case cell < home && grid.Above[f][cell] <= in.hi:
		return [2]span{{grid.Above[f][cell], in.hi}, {in.lo, grid.Cuts[f][cell]}}, true
	}
	return halves, false
}

// differs returns by how much the two sides of a link can differ for a column.
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
	return max(math.Abs(hi.lo-lo.lo), math.Abs(hi.hi-lo.hi)) / s.reach.spread(l.Feature)
}

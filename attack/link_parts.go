package attack

import (
	"context"
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
	linkPartsAsked = 128  // parts that a decision looks at, at most
	linkPartsNodes = 8000 // search nodes that all parts of a victim take, before no more are asked about
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
			s.enter(r.Example)
			if row, d := s.made(s.victim, s.x, r.Example); row != nil && d <= s.eps {
				return Broken, row
			}
			s.open = append(s.open, openPart{slices.Clone(s.reach.at), r.Example})
		}
	}
	return Certified, nil
}

// enter moves the columns of links that a row has elsewhere in their cells into the part.
func (s *linkParts) enter(row []float64) {
	for i, f := range s.bounding.columns {
		if in := s.reach.at[i]; row[f] < in.lo || row[f] > in.hi {
			row[f] = min(max(row[f], in.lo), in.hi)
		}
	}
}

// left returns how far the others can go where the columns of links are in a part.
func (s *linkParts) left() float64 {
	if s.problem.Norm == LInf {
		return s.eps
	}
	return s.problem.Norm.Distance(max(0, s.reach.limit-s.reach.total) + float64(costRounding*s.reach.limit))
}

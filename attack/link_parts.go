package attack

import (
	"context"
	"slices"
)

// linkParts decides about an attacker who must obey links by asking about one who need not. If the
// example found breaks a link and cannot be turned into one that obeys, a column of the link is cut
// in two, and it asks about both parts, unless no row in them can obey (spatial branch and bound).
type linkParts struct {
	*linkDecider
	decider PartDecider
	victim  Victim
	x       []float64 // as the model reads it
	eps     float64

	reach *reach
	open  []openPart
}

// openPart is a part with the example found in it, which breaks a link.
type openPart struct {
	at  []span
	row []float64
}

const (
	linkPartsAsked = 128  // most parts that a decision looks at
	linkPartsNodes = 8000 // search nodes of all parts of a victim, after which no more are asked about
	linkPartsLeast = 1e-4 // share of eps below which an interval is not cut
)

// decide returns the verdict, and for Broken an example that obeys.
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

// enter moves linked columns of a row, which may lie elsewhere in their cells, into the part.
func (s *linkParts) enter(row []float64) {
	for i, f := range s.bounding.columns {
		if in := s.reach.at[i]; row[f] < in.lo || row[f] > in.hi {
			row[f] = min(max(row[f], in.lo), in.hi)
		}
	}
}

// left returns how far the other columns can go if the linked ones are in a part.
func (s *linkParts) left() float64 {
	if s.problem.Norm == LInf {
		return s.eps
	}
	return s.problem.Norm.Distance(max(0, s.reach.limit-s.reach.total) + float64(costRounding*s.reach.limit))
}

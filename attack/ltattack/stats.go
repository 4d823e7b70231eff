package ltattack

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Anatomy is what the paper's search did for one victim, without its noise
// escape (paper, tables "dataset-stats" and "convergence").
type Anatomy struct {
	Row        int
	Trees      int // trees of the two classes at stake
	Starts     int // starts that found an adversarial point
	Iterations int // neighbourhoods, over all starts
	Bound      int // bound trees of all neighbourhoods together, |T_Bound|
	Neighbors  int // neighbours in all of them together, |Neighbor_Bound|

	// The least of all starts, if the optimum is given.
	Initial, Converged Remoteness

	Distance float64 // of the best start's converged tuple, +Inf if there is none
}

// Remoteness says how far a leaf tuple is from the optimum's.
type Remoteness struct {
	Hamming  int // trees with another leaf
	Neighbor int // estimate of the neighbourhood that reaches it, h~
}

// Dissect runs the paper's search on victims and counts. optima holds the proved nearest example of
// every victim, or nil if it is unknown; optima may be nil. Victims that the model misclassifies
// are left out.
func Dissect(ctx context.Context, p *attack.Problem, victims []attack.Victim, optima [][]float64, starts int) ([]Anatomy, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	prepared, err := Attack{Paper: true, Starts: starts, Noise: -1}.prepare(p)
	if err != nil {
		return nil, err
	}
	s := newSearcher(prepared)
	var all []Anatomy
	for i, v := range victims {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		if len(v.X) != p.Ensemble.Features {
			return all, fmt.Errorf("row %d has %d features, the model reads %d", v.Row, len(v.X), p.Ensemble.Features)
		}
		if p.Ensemble.Class(v.X) != v.Label || v.Label == p.Target || !p.Constraints.Attacks(v.Label) {
			continue
		}
		var optimum []float64
		if optima != nil {
			optimum = optima[i]
		}
		all = append(all, s.dissect(ctx, v, optimum))
	}
	return all, nil
}

func (s *searcher) dissect(ctx context.Context, v attack.Victim, optimum []float64) Anatomy {
	s.ctx, s.victim, s.slack = ctx, v, 0
	s.space.Reset(v.X)
	s.meet(v.Label)
	a := Anatomy{Row: v.Row, Distance: math.Inf(1)}
	goal := s.optimumAt(optimum)
	best := math.Inf(1)
	for start := range s.attack.Starts {
		seed.Reset(&s.pcg, s.problem.Seed, v.Row, start)
		d := s.randomPoint()
		if d == nil {
			continue
		}
		a.Trees = len(d.trees)
		s.near.set(d, s.cells)
		goal.tell(a.Starts, s.near.cells, &a.Initial)
		for better := true; better; {
			s.near.look(false) // the sizes are those of whole neighbourhoods
			a.Iterations++
			a.Bound += s.near.count.Bound
			a.Neighbors += s.near.count.Neighbors
			better = s.improve()
		}
		goal.tell(a.Starts, s.near.cells, &a.Converged)
		best = min(best, s.near.score.cost)
		a.Starts++
	}
	a.Distance = s.problem.Norm.Distance(best)
	return a
}

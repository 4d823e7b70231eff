package attacktest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// Blank lets some features of a problem go missing, at random prices.
func Blank(r *rand.Rand, p *attack.Problem) {
	c := attack.Constraints{}
	if p.Constraints != nil {
		c = *p.Constraints
	}
	c.Blank = make([]float64, p.Ensemble.Features)
	for f := range c.Blank {
		switch {
		case r.IntN(3) == 0:
		case p.Norm == attack.L0:
			c.Blank[f] = 1
		default:
			c.Blank[f] = 0.05 + r.Float64()
		}
	}
	p.Constraints = &c
}

// BlankOptimum returns the smallest cost of an adversarial point for a victim of which
// features may go missing: it tries all sets of them, each in the model as rows that
// miss them see it.
func BlankOptimum(p *attack.Problem, v attack.Victim) (float64, error) {
	q, c := *p, *p.Constraints
	c.Blank, q.Constraints = nil, &c
	best := math.Inf(1)
	for set := range 1 << len(v.X) {
		x, cost, can := slices.Clone(p.Ensemble.Rounded(v.X)), 0.0, true
		for f, price := range p.Constraints.Blank {
			if set>>f&1 == 0 {
				continue
			}
			can = can && price > 0 && x[f] == x[f]
			x[f], cost = math.NaN(), p.Norm.Join(cost, p.Norm.Cost(price))
		}
		if !can {
			continue
		}
		rest, err := LevelsOptimum(&q, attack.Victim{X: x, Label: v.Label})
		if err != nil {
			return 0, err
		}
		best = min(best, p.Norm.Join(cost, rest))
	}
	return best, nil
}

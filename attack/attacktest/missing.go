package attacktest

import (
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
)

// missing lets numbers stand for missing values in some columns of no group: those that an attacker would
// change them to, and beside these.
func missing(r *rand.Rand, p *attack.Problem) {
	c, s := p.Constraints, &search{problem: p}
	c.Missing = make([][]float64, p.Ensemble.Features)
	for f := range c.Missing {
		if grouped(c, f) || p.Ensemble.Categorical(f) || r.IntN(3) == 0 {
			continue
		}
		values := places(p, f, r.Float64())
		if values == nil {
			for _, t := range s.cuts(f) {
				values = append(values, t, p.Ensemble.Next(t), p.Ensemble.Next(p.Ensemble.Next(t)))
			}
		}
		for range min(len(values), 3) {
			c.Missing[f] = append(c.Missing[f], values[r.IntN(len(values))])
		}
	}
}

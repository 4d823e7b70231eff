package attacktest

import (
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// blank lets some features of a problem go missing, at random prices: features in no group and no
// link.
func blank(r *rand.Rand, p *attack.Problem) {
	c := attack.Constraints{}
	if p.Constraints != nil {
		c = *p.Constraints
	}
	c.Blank = make([]float64, p.Ensemble.Features)
	for f := range c.Blank {
		switch {
		case tied(&c, f), r.IntN(3) == 0:
		case p.Norm == attack.L0:
			c.Blank[f] = 1
		default:
			c.Blank[f] = 0.05 + r.Float64()
		}
	}
	p.Constraints = &c
}

// tied reports whether a feature is in a group or a link.
func tied(c *attack.Constraints, f int) bool {
	return grouped(c, f) || slices.ContainsFunc(c.Links, func(l attack.Link) bool { return slices.Contains(l.Features(), f) })
}

// grouped reports whether a feature is in a group.
func grouped(c *attack.Constraints, f int) bool {
	return slices.ContainsFunc(c.Groups, func(g attack.Group) bool { return slices.Contains(g.Features, f) })
}

package milp

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Margin is the lead of the rival at points that surely win, as a share of the largest leaf value:
// ten times the tolerance of common solvers.
const Margin = 1e-6

// negligible is the share of the largest leaf value below which other values are written as 0:
// solvers scale a row by what they find in it.
const negligible = 1e-10

// largest returns the power of two that is at least as large as any leaf value of
// a contrast.
func largest(g *ensemble.Grid, c *ensemble.Contrast) float64 {
	most := 0.0
	for _, t := range c.Trees {
		values := c.Values(t)
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			most = max(most, math.Abs(c.Margin(values.At(l))))
		}
	}
	if most == 0 {
		return 1
	}
	_, exponent := math.Frexp(most)
	return math.Ldexp(1, min(exponent, 1023))
}

// winning returns the margin of a contrast at which its rival wins, at least a share of the largest
// leaf value.
func winning(g *ensemble.Grid, c *ensemble.Contrast, share float64) float64 {
	return max(c.Margin(c.Enough), share*largest(g, c))
}

// perhaps returns the margin below which the rival surely does not win.
func perhaps(g *ensemble.Grid, c *ensemble.Contrast) float64 {
	return c.Margin(c.Need) - float64(Margin*largest(g, c))
}

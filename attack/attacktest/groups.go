package attacktest

import (
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
)

// group makes some columns of a problem a group, with a weight or prices.
func group(r *rand.Rand, p *attack.Problem, columns []int) attack.Group {
	c := p.Constraints
	g := attack.Group{Name: "group", Features: columns, AtMostOne: r.IntN(2) == 0, Weight: 0.3 + r.Float64(), Frozen: r.IntN(8) == 0}
	if r.IntN(2) == 0 {
		g.Prices = LevelPrices(r, Levels(&g), p.Norm)
	}
	for _, f := range columns {
		c.Lo[f], c.Hi[f] = inModel(p, f, 0), inModel(p, f, 1)
		c.Values[f], c.Step[f], c.Integer[f] = nil, 0, true
		c.Increase[f], c.Decrease[f], c.Frozen[f] = false, false, false
	}
	return g
}

// Levels returns the levels of a group: the index of the feature that is 1, and the number of
// features if none may be.
func Levels(g *attack.Group) (levels []int32) {
	for i := range g.Features {
		levels = append(levels, int32(i))
	}
	if g.AtMostOne {
		levels = append(levels, int32(len(g.Features)))
	}
	return levels
}

// SetLevel puts a level of a group into a row as the model reads it.
func SetLevel(p *attack.Problem, g *attack.Group, x []float64, level int) {
	for i, f := range g.Features {
		x[f] = inModel(p, f, 0)
		if i == level {
			x[f] = inModel(p, f, 1)
		}
	}
}

// inModel returns a value of the data as the model reads it.
func inModel(p *attack.Problem, f int, v float64) float64 {
	return p.Ensemble.Rounded(written(p, f, v))[f]
}

// inData returns a value that a model reads in the data's units.
func inData(p *attack.Problem, f int, v float64) float64 {
	if c := p.Constraints; c.Range != nil {
		return float64(v*c.Range[f]) + c.Min[f]
	}
	return v
}

// written returns a row in which feature f has a value of the data, scaled but not rounded.
func written(p *attack.Problem, f int, v float64) []float64 {
	if c := p.Constraints; c.Range != nil {
		v = (v - c.Min[f]) / c.Range[f]
	}
	x := make([]float64, p.Ensemble.Features)
	x[f] = v
	return x
}

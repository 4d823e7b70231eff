package attacktest

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// GroupsOptimum returns the smallest cost of an adversarial point for a victim whose
// columns are in groups: it tries all combinations of their levels, each in the model as
// rows of these levels see it. The victim's groups are levels, or missing as a whole.
func GroupsOptimum(p *attack.Problem, v attack.Victim) (float64, error) {
	q, c := *p, *p.Constraints
	c.Groups, q.Constraints = nil, &c
	x := p.Ensemble.Rounded(v.X)
	in := make([]bool, len(x))
	best := math.Inf(1)
	var try func(i int, cost float64) error
	try = func(i int, cost float64) (err error) {
		if i == len(p.Constraints.Groups) {
			q.Ensemble = p.Ensemble.Resolve(x, func(f ensemble.Feature) bool { return in[f] })
			if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
				return err
			}
			rest, _ := NewOracle(&q).Optimum(attack.Victim{X: x, Label: v.Label})
			best = min(best, p.Norm.Join(cost, rest))
			return nil
		}
		g := &p.Constraints.Groups[i]
		home := len(g.Features)
		for k, f := range g.Features {
			in[f] = true
			if x[f] == inModel(p, f, 1) {
				home = k
			}
		}
		if err := try(i+1, cost); err != nil || x[g.Features[0]] != x[g.Features[0]] {
			return err
		}
		for _, to := range Levels(g) {
			price := groupPrice(g, home, int(to))
			if int(to) == home || g.Frozen || math.IsInf(price, 1) {
				continue
			}
			SetLevel(p, g, x, int(to))
			if err := try(i+1, p.Norm.Join(cost, p.Norm.Cost(price))); err != nil {
				return err
			}
		}
		SetLevel(p, g, x, home)
		return nil
	}
	return best, try(0, 0)
}

// Levels returns the levels of a group: which of its features is 1, and their number
// where none may be.
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
	if c := p.Constraints; c.Range != nil {
		v = (v - c.Min[f]) / c.Range[f]
	}
	x := make([]float64, p.Ensemble.Features)
	x[f] = v
	return p.Ensemble.Rounded(x)[f]
}

// groupPrice looks up what it counts that another feature of a group is 1.
func groupPrice(g *attack.Group, from, to int) float64 {
	at := slices.IndexFunc(g.Prices.Pairs, func(p attack.LevelPrice) bool { return int(p.From) == from && int(p.To) == to })
	switch {
	case at >= 0:
		return g.Prices.Pairs[at].Price
	case g.Prices.Other > 0:
		return g.Prices.Other
	case g.Weight > 0:
		return g.Weight
	}
	return 1
}

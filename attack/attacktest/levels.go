package attacktest

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// LevelsOptimum returns the smallest cost of an adversarial point for a victim in
// a model that splits on categories, without a grid of sets: it tries all
// combinations of the levels that columns list, each in the model as rows of these
// levels see it.
func LevelsOptimum(p *attack.Problem, v attack.Victim) (float64, error) {
	e := p.Ensemble
	home := e.Rounded(v.X)
	x := append([]float64(nil), home...)
	best := math.Inf(1)
	var try func(f int, cost float64) error
	try = func(f int, cost float64) error {
		if f == len(x) {
			q := *p
			q.Ensemble = e.Resolve(x, func(f ensemble.Feature) bool { return x[f] != x[f] || e.Categorical(int(f)) })
			var err error
			if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
				return err
			}
			numbers, _ := NewOracle(&q).Optimum(attack.Victim{X: x, Label: v.Label})
			best = min(best, p.Norm.Join(cost, numbers))
			return nil
		}
		if err := try(f+1, cost); err != nil || !e.Categorical(f) || home[f] != home[f] {
			return err
		}
		c := p.Constraints
		if c != nil && c.Frozen != nil && c.Frozen[f] {
			return nil
		}
		for _, level := range e.Columns[f].Codes {
			if float64(level) == home[f] {
				continue
			}
			price := priceOf(c, f, home[f], level)
			if math.IsInf(price, 1) {
				continue
			}
			x[f] = float64(level)
			if err := try(f+1, p.Norm.Join(cost, p.Norm.Cost(price))); err != nil {
				return err
			}
			x[f] = home[f]
		}
		return nil
	}
	return best, try(0, 0)
}

// priceOf looks up what a change of level counts.
func priceOf(c *attack.Constraints, f int, from float64, to int32) float64 {
	price := 1.0
	if c != nil && c.Weight != nil {
		price = c.Weight[f]
	}
	if c == nil || c.Levels == nil || c.Levels[f].Other == 0 {
		return price
	}
	price = c.Levels[f].Other
	for _, p := range c.Levels[f].Pairs {
		if float64(p.From) == from && p.To == to {
			price = p.Price
		}
	}
	return price
}

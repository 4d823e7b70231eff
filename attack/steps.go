package attack

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Where columns change in steps, and levels for prices, distances are sums of few terms
// that meet an eps exactly: a step from 14 to 15 in a range of 20 is one of 0.05. In
// float64 it comes to 0.050000000000000044, which is not within 0.05.

// Reach returns the distance up to which steps that make eps may come as they are rounded.
func Reach(eps float64) float64 { return eps * (1 + 1e-9) }

// inSteps reports whether some change comes in steps.
func (p *Problem) inSteps() bool {
	c := p.Constraints
	return p.Grid.Loose != nil || c != nil && (c.Integer != nil || c.Step != nil || c.Values != nil || c.Groups != nil)
}

// straighten takes the error of rounding out of a result's distance, if all that its
// example changes are steps, and out of its lower bound what may be too much.
func (p *Problem) straighten(v *Victim, r *Result) {
	if d := p.fraction(r.Distance); d != r.Distance && r.Example != nil && p.changesInSteps(v.X, r.Example) {
		if r.LowerBound == r.Distance {
			r.LowerBound = d
		}
		r.Distance = d
	}
	if r.Status != Optimal {
		r.LowerBound = min(r.LowerBound, p.fraction(r.LowerBound))
	}
	r.LowerBound = min(r.LowerBound, r.Distance)
}

// changesInSteps reports whether an example changes nothing but by steps.
func (p *Problem) changesInSteps(from, to []float64) bool {
	for _, c := range p.Changes(from, to) {
		f := c.Feature
		if c.Group == nil && c.To == c.To && !p.Grid.HasLevels(ensemble.Feature(f)) && (p.Constraints == nil || !p.Constraints.Discrete(f)) {
			return false
		}
	}
	return true
}

// fraction returns the distance whose cost is a fraction of small numbers and which d is
// but for rounding; d itself if there is none.
func (p *Problem) fraction(d float64) float64 {
	cost := p.Norm.Budget(d)
	if near := fractionNear(cost); near != cost {
		return p.Norm.Distance(near)
	}
	return d
}

// fractionNear returns the first convergent of the continued fraction of v that is v but
// for rounding, or v if its denominator is no small number.
func fractionNear(v float64) float64 {
	const rounding, mostDenominator = 1e-12, 1e4
	if !(v > 0 && v < 1e12) {
		return v
	}
	rest, before, denominator := v, 0.0, 1.0
	for denominator <= mostDenominator {
		near := math.Round(v*denominator) / denominator
		if math.Abs(near-v) <= rounding*v {
			return near
		}
		rest = 1 / (rest - math.Floor(rest))
		before, denominator = denominator, float64(math.Floor(rest)*denominator)+before
	}
	return v
}

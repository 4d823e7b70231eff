package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// If columns change in steps, or levels at prices, distances are sums of few terms that may equal
// an eps exactly: a step from 14 to 15 in a range of 20 is 0.05. In float64 it comes to
// 0.050000000000000044, which is not within 0.05.

// stepRounding bounds the relative error of a distance of steps.
const stepRounding = 1e-11

// Reach returns the largest value that rounding may turn steps worth eps into.
func Reach(eps float64) float64 { return eps * (1 + 2*stepRounding) }

// inSteps reports whether some change comes in steps.
func (p *Problem) inSteps() bool {
	c := p.Constraints
	return p.Grid.Loose != nil || c != nil && (c.Integer != nil || c.Step != nil || c.Values != nil || c.Groups != nil || c.Blanks())
}

// stepsAlone returns the problem for an attacker restricted to features that move in steps. It is
// nil if all features do, if costs are exact (norm inf), or if links or values that go missing tie
// numbers to steps.
func (p *Problem) stepsAlone() *Problem {
	if p.Norm == LInf || !p.inSteps() || p.Constraints != nil && (p.Constraints.Links != nil || p.Constraints.Blanks()) {
		return nil
	}
	c := Constraints{}
	if p.Constraints != nil {
		c = *p.Constraints
	}
	groups := c.groupOf(p.Ensemble.Features)
	frozen, numbers := make([]bool, p.Ensemble.Features), false
	for f := range frozen {
		frozen[f] = c.Freezes(f)
		if !frozen[f] && !c.Discrete(f) && !p.Grid.HasLevels(ensemble.Feature(f)) && groups[f] == nil {
			frozen[f], numbers = true, true
		}
	}
	if !numbers {
		return nil
	}
	c.Frozen = frozen
	alone := *p
	alone.Constraints = &c
	return &alone
}

// straighten removes rounding errors from the distance of a result, if its example changes by
// steps, and lowers its lower bound by what rounding may have added.
func (p *Problem) straighten(v *Victim, r *Result) {
	if d := p.straight(v.X, r); d != r.Distance {
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

// straight returns the distance of a result's example from a row without what rounding adds to
// steps. In norms in which costs add up, other changes leave no fraction to recover.
func (p *Problem) straight(from []float64, r *Result) float64 {
	d := p.fraction(r.Distance)
	if !p.shaped(r) || d == r.Distance && p.Norm != LInf {
		return r.Distance
	}
	largest := 0.0
	for _, c := range p.Changes(from, r.Example) {
		switch {
		case c.Cost == 0:
		case p.isStep(from, &c):
			largest = max(largest, decimalBelow(p.Constraints.stepCost(c.Feature, c.To-c.From, c.Cost)))
		case p.Norm != LInf:
			return r.Distance
		default:
			largest = max(largest, c.Cost)
		}
	}
	if p.Norm == LInf {
		return largest
	}
	return d
}

// isStep reports whether a change of a row is a step, a change of level, or a value that goes missing.
func (p *Problem) isStep(from []float64, c *Change) bool {
	f := c.Feature
	return c.Group != nil || c.To != c.To || p.Grid.HasLevels(ensemble.Feature(f)) || p.Constraints != nil && p.Constraints.bySteps(f, from)
}

// derivedInSteps reports whether a link derives a feature from columns that move in steps or not at
// all: its changes are made of theirs.
func (c *Constraints) derivedInSteps(f int) bool {
	return slices.ContainsFunc(c.Links, func(l Link) bool {
		return l.Feature == f && !l.AtMost && !slices.ContainsFunc(l.Features()[1:], func(from int) bool {
			return !c.Freezes(from) && !c.Discrete(from) && !c.derivedInSteps(from)
		})
	})
}

// inDecimals returns a change of a feature, as the model reads it, that rounding may have moved by
// slack. If it is made of steps that are small beside the value, this is the decimal that rounding has
// hidden: from 54321.20 to 54321.21 it is 0.01, where float64 gives 0.010000000002037268.
func (c *Constraints) inDecimals(f int, slack, change float64) float64 {
	if slack <= stepRounding/10*math.Abs(change) {
		return change
	}
	width := c.width(f)
	v, slack := float64(change*width), slack*width
	near, _ := shortestDecimal(v, math.Inf(1), func(whole, parts float64) bool {
		return whole != 0 && math.Abs(whole/parts-v) <= slack
	})
	return near / width
}

// stepSlack is StepRounding for a feature of a row, which may be derived from others that change by
// steps; 0 for any other feature.
func (c *Constraints) stepSlack(f int, x []float64) float64 {
	switch {
	case c.Discrete(f):
		return c.StepRounding(f, x[f])
	case c == nil || !c.bySteps(f, x):
		return 0
	}
	most := c.StepRounding(f, x[f])
	for i := range c.Links {
		if l := &c.Links[i]; l.Feature == f && !l.AtMost && !l.Missing(x) {
			_, size := l.sum(func(f int) float64 { return c.raw(f, x[f]) })
			most = max(most, c.StepRounding(f, size/c.width(f)))
		}
	}
	return most
}

// StepRounding bounds how far rounding has moved a change by steps of a feature from a value, as the
// model reads both, if it is small beside the value.
func (c *Constraints) StepRounding(f int, from float64) float64 {
	low := c.low(f) / c.width(f)
	return float64(0x1p-49 * max(math.Abs(from), math.Abs(low), math.Abs(from+low)))
}

// bySteps reports whether a feature of a row changes by steps: its own, or those of what a link derives
// it from.
func (c *Constraints) bySteps(f int, x []float64) bool {
	return c.Discrete(f) || c.follows(f, x) && c.derivedInSteps(f)
}

// stepCost returns the cost of a change of a feature by steps, in norm inf, without rounding error.
func (c *Constraints) stepCost(f int, change, cost float64) float64 {
	if c != nil && is(c.Integer, f) && c.Range != nil && c.Weigh(f, change) == 1 {
		steps := math.Round(cost * c.Range[f])
		if math.Abs(float64(cost*c.Range[f])-steps) <= stepRounding*steps {
			return steps / c.Range[f]
		} // else the row's own value was not whole
	}
	near, _ := fractionNear(cost)
	return near
}

// fraction returns the fraction of small numbers that a distance equals up to rounding, or else the
// distance whose cost is one; d itself if there is none.
func (p *Problem) fraction(d float64) float64 {
	if near, ok := fractionNear(d); ok {
		return near
	}
	if near, ok := fractionNear(p.Norm.Budget(d)); ok {
		return p.Norm.Distance(near)
	}
	return decimalBelow(d)
}

// decimalBelow returns the decimal of up to eleven digits that v exceeds by what rounding may add to few
// terms, as to sums of prices such as 31187518.56; v itself if there is none. Where v is below, it is
// within an eps that is written so.
func decimalBelow(v float64) float64 {
	near, _ := shortestDecimal(v, 1e11, func(whole, parts float64) bool {
		return math.Abs(float64(v*parts)-whole) <= min(1e-3, 0x1p-48*whole)
	})
	return min(v, near)
}

// shortestDecimal returns the first number to pass a test of those nearest to v in ones, in tenths, in
// hundredths and so on, of which the test is told how many parts of 1 it is; v and false if there is
// none. Numbers above most such parts are not tested.
func shortestDecimal(v, most float64, test func(whole, parts float64) bool) (near float64, ok bool) {
	const mostParts = 1e15
	for parts := 1.0; parts <= mostParts && math.Abs(v*parts) <= most; parts *= 10 {
		if whole := math.Round(v * parts); test(whole, parts) {
			return whole / parts, true
		}
	}
	return v, false
}

// fractionNear returns the fraction of small numbers, or else the decimal of few digits, that equals
// v up to rounding, and whether there is one: with more digits, one is near any number. The fraction
// is the first convergent of the continued fraction of v.
func fractionNear(v float64) (near float64, ok bool) {
	const mostDenominator, mostProduct = 1e4, 1e9
	if !(v > 0 && v < 1e12) {
		return v, false
	}
	rest, before, denominator := v, 0.0, 1.0
	for denominator <= mostDenominator && v*denominator*denominator <= mostProduct {
		near := math.Round(v*denominator) / denominator
		if math.Abs(near-v) <= stepRounding*v {
			return near, true
		}
		rest = 1 / (rest - math.Floor(rest))
		before, denominator = denominator, float64(math.Floor(rest)*denominator)+before
	}
	return shortestDecimal(v, 1e7, func(whole, parts float64) bool {
		return math.Abs(whole/parts-v) <= stepRounding*v
	})
}

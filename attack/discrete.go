package attack

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Discrete reports whether a feature can only change to certain values: whole numbers, steps or
// those of a list.
func (c *Constraints) Discrete(f int) bool {
	return c != nil && (is(c.Integer, f) || c.Step != nil && c.Step[f] > 0 || c.Values != nil && c.Values[f] != nil)
}

// InSteps returns how much of a change of a feature, as the model reads it, is whole steps. That is
// all of it for a feature that does not move in steps from its own value or between whole numbers.
func (c *Constraints) InSteps(f int, change float64) float64 {
	step := c.StepOf(f)
	if step == 0 {
		return change
	}
	const rounding = 1e-9
	return step * math.Floor(change/step+rounding)
}

// StepOf returns the size of the steps, as the model reads them, in which a feature moves from its
// own value or between whole numbers; 0 if it does not.
func (c *Constraints) StepOf(f int) float64 {
	if c == nil {
		return 0
	}
	step := 1.0
	if !is(c.Integer, f) {
		if c.Step == nil || c.Step[f] == 0 || c.fromNumber(f) {
			return 0
		}
		step = c.Step[f]
	}
	return step / c.width(f)
}

// Listed reports whether the values that a feature can change to are given by a list, or by steps
// from a number, and so are the same for all victims.
func (c *Constraints) Listed(f int) bool {
	return c != nil && (c.Values != nil && c.Values[f] != nil || c.Step != nil && c.Step[f] > 0 && c.fromNumber(f))
}

// fromNumber reports whether the steps of a feature are counted from a number, not from
// the victim's own value.
func (c *Constraints) fromNumber(f int) bool {
	return c.StepFrom != nil && c.StepFrom[f] == c.StepFrom[f]
}

// Beside returns, for a feature that is [Constraints.Listed], the greatest of its values up to a
// threshold and the least one above, as the model reads them; infinite if there is none.
func (c *Constraints) Beside(f int, threshold float64) (below, above float64) {
	p := c.placesOf(f, 0)
	below, above = math.Inf(-1), math.Inf(1)
	k := p.below(p.raw(threshold))
	if last := min(p.last, k); last >= p.first {
		below = p.read(p.at(last))
	}
	if first := max(p.first, k+1); first <= p.last {
		above = p.read(p.at(first))
	}
	return below, above
}

// Common returns the value nearest to another one (to) among those between lo and hi that a
// discrete feature can be changed to from x as well as from y, in float64; NaN if there is none.
func (c *Constraints) Common(f int, x, y, to, lo, hi float64) float64 {
	p := c.placesOf(f, x)
	if p.list == nil && !p.has(y) {
		if q := c.placesOf(f, y); p.from != q.from { // steps that do not meet
			return math.NaN()
		}
	}
	v := p.between(&ensemble.Ensemble{}, to, lo, hi)
	if c.StandsForMissing(f, v) {
		return math.NaN() // others may be common too, and this only raises what no model exceeds
	}
	return v
}

// placesName describes the places of a feature, for errors.
func (c *Constraints) placesName(f int) string {
	switch {
	case is(c.Integer, f):
		return "a whole number"
	case c.Values != nil && c.Values[f] != nil:
		return "one of its values"
	}
	if c.fromNumber(f) {
		return fmt.Sprintf("a multiple of %v from %v", c.Step[f], c.StepFrom[f])
	}
	return fmt.Sprintf("steps of %v away", c.Step[f])
}

package attack

import (
	"fmt"
	"math"
	"slices"

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
	if c.Range != nil {
		step /= c.Range[f]
	}
	return step
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
	return p.between(&ensemble.Ensemble{}, to, lo, hi)
}

// checkPlaces reports a fault in the places of a feature, or bounds without any place.
func (c *Constraints) checkPlaces(f int) error {
	lo, hi := c.Bounds(f)
	listed, steps := c.Values != nil && c.Values[f] != nil, c.Step != nil && c.Step[f] != 0
	if listed && steps || listed && is(c.Integer, f) || steps && is(c.Integer, f) {
		return fmt.Errorf("only one of integer, step and values can be given")
	}
	if steps && !(c.Step[f] > 0 && c.Step[f] < math.Inf(1)) {
		return fmt.Errorf("step %v is not a positive number", c.Step[f])
	}
	if steps {
		if err := c.checkStep(f); err != nil {
			return err
		}
	}
	if !c.Discrete(f) {
		return nil
	}
	if listed && !slices.IsSorted(c.Values[f]) {
		return fmt.Errorf("values %v do not ascend", c.Values[f])
	}
	if listed && len(c.Values[f]) == 0 {
		return fmt.Errorf("the list of values is empty: freeze the feature instead")
	}
	for _, v := range c.placesOf(f, 0).list {
		if math.IsInf(v, 0) || v != v {
			return fmt.Errorf("value %v is not a finite number", v)
		}
	}
	if steps && !c.fromNumber(f) { // each victim has its own places
		if width := c.raw(f, hi) - c.raw(f, lo); c.Step[f] > width*(1+1e-9) {
			return fmt.Errorf("step %v is more than there is between %v and %v", c.Step[f], c.raw(f, lo), c.raw(f, hi))
		}
		return nil
	}
	p := c.placesOf(f, 0)
	if p.first > p.last {
		return fmt.Errorf("there is %s between %v and %v", c.none(f), c.raw(f, lo), c.raw(f, hi))
	}
	return nil
}

// checkStep reports a step that float64 cannot resolve: one below the least change that counts, or
// smaller than the gap between numbers around the one it is counted from.
func (c *Constraints) checkStep(f int) error {
	step, width := c.Step[f], 1.0
	if c.Range != nil {
		width = c.Range[f]
	}
	if least := leastChange * max(1, width); step < least {
		return fmt.Errorf("step %v is below %v: no numbers can tell that apart", step, least)
	}
	if !c.fromNumber(f) {
		return nil
	}
	switch from := c.StepFrom[f]; {
	case math.IsInf(from, 0):
		return fmt.Errorf("step-from %v is not a finite number", from)
	case from+step == from && from-step == from:
		return fmt.Errorf("step %v is less than numbers around step-from %v are apart", step, from)
	}
	return nil
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

// none says that there is no place, for errors.
func (c *Constraints) none(f int) string {
	switch {
	case is(c.Integer, f):
		return "no whole number"
	case c.Values != nil && c.Values[f] != nil:
		return "none of its values"
	}
	return fmt.Sprintf("no step of %v from %v", c.Step[f], c.StepFrom[f])
}

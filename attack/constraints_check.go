package attack

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Fits is [Constraints.Check] for the features and the classes of a model; nil constraints fit any.
func (c *Constraints) Fits(features, classes int) error {
	switch {
	case c == nil:
		return nil
	case c.Attackers != nil && len(c.Attackers) != classes:
		return fmt.Errorf("constraints of %d classes that attack or not, and there are %d", len(c.Attackers), classes)
	}
	return c.Check(features)
}

// Check reports the first fault of constraints for a number of features: lengths that do not fit,
// weights out of range, or constraints of one feature that contradict each other.
func (c *Constraints) Check(features int) error {
	if err := cmp.Or(
		checkLength(features, c.Weight, c.Fall, c.Lo, c.Hi, c.Step, c.StepFrom, c.Min, c.Range, c.Blank),
		checkLength(features, c.Frozen, c.Increase, c.Decrease, c.Integer),
		checkLength(features, c.Values, c.Missing),
		checkLength(features, c.Levels),
	); err != nil {
		return err
	}
	if (c.Min == nil) != (c.Range == nil) {
		return fmt.Errorf("constraints have Min without Range, or Range without Min: a model scales its features by both")
	}
	for f := range features {
		if err := c.CheckFeature(f); err != nil {
			return fmt.Errorf("constraints of feature %d: %w", f, err)
		}
	}
	if err := c.checkLinkTerms(features); err != nil {
		return err
	}
	for i := range c.Links {
		for _, f := range c.Links[i].Features() {
			if slices.ContainsFunc(c.Groups, func(g Group) bool { return slices.Contains(g.Features, f) }) {
				return fmt.Errorf("%s: feature %d is in a group", c.Links[i].name(), f)
			}
		}
	}
	if err := c.checkBlanks(features); err != nil {
		return err
	}
	return cmp.Or(c.checkLinkOrder(), c.checkGroups(features))
}

// checkLength reports slices that are neither nil nor have an entry per feature.
func checkLength[T any](features int, slices ...[]T) error {
	for _, of := range slices {
		if of != nil && len(of) != features {
			return fmt.Errorf("constraints for %d features, the model reads %d", len(of), features)
		}
	}
	return nil
}

// CheckFeature reports a contradiction between the constraints of a feature.
func (c *Constraints) CheckFeature(f int) error {
	lo, hi := c.Bounds(f)
	for _, way := range [2]float64{1, -1} {
		switch w := c.Weigh(f, way); {
		case c.Free(f):
		case !(w > 0 && w < math.Inf(1)):
			return fmt.Errorf("weight %v is not a positive number", w)
		case !(w >= leastWeight && w <= mostWeight):
			return fmt.Errorf("weight %v is not between %v and %v (a feature that must not change can be frozen)",
				w, leastWeight, mostWeight)
		}
	}
	switch {
	case !(lo <= hi):
		return fmt.Errorf("smallest value %s is above the largest, %s", c.number(f, c.raw(f, lo)), c.number(f, c.raw(f, hi)))
	case math.IsInf(lo, 1) || math.IsInf(hi, -1):
		return fmt.Errorf("no number lies between %v and %v", lo, hi)
	case is(c.Increase, f) && is(c.Decrease, f):
		return fmt.Errorf("it must neither fall nor rise: freeze it instead")
	case c.Min != nil && (math.IsNaN(c.Min[f]) || math.IsInf(c.Min[f], 0)):
		return fmt.Errorf("scaled by Min %v, must be finite", c.Min[f])
	case c.Range != nil && !(c.Range[f] > 0 && c.Range[f] < math.Inf(1)):
		return fmt.Errorf("range %v is not a positive number", c.Range[f])
	}
	if c.Levels != nil && c.Levels[f].said() {
		if err := c.Levels[f].check(); err != nil {
			return err
		}
	}
	return c.checkPlaces(f)
}

// checkPlaces reports a fault in the places of a feature, or bounds without any place.
func (c *Constraints) checkPlaces(f int) error {
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
	ascends := func(v, before float64) int { return cmp.Or(cmp.Compare(v, before), -1) } // a value that is there twice does not
	if listed && !slices.IsSortedFunc(c.Values[f], ascends) {
		return fmt.Errorf("values %v do not ascend", c.Values[f])
	}
	if listed && len(c.Values[f]) == 0 {
		return fmt.Errorf("the list of values is empty: freeze the feature instead")
	}
	p := c.placesOf(f, 0)
	for _, v := range p.list {
		if math.IsInf(v, 0) || v != v {
			return fmt.Errorf("value %v is not a finite number", v)
		}
	}
	lo, hi := p.raw(p.lo), p.raw(p.hi)
	between := c.number(f, lo) + " and " + c.number(f, hi)
	switch own := steps && !c.fromNumber(f); { // each victim has its own places
	case own && p.step > (hi-lo)*(1+1e-9):
		return fmt.Errorf("step %v is more than there is between %s", p.step, between)
	case !own && p.first > p.last:
		return fmt.Errorf("there is %s between %s", c.none(f), between)
	}
	return nil
}

// checkStep reports a step that float64 cannot resolve: one below the least change that counts, or
// smaller than the gap between numbers around the one it is counted from.
func (c *Constraints) checkStep(f int) error {
	step := c.Step[f]
	if least := leastChange * max(1, c.width(f)); step < least {
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

package attack

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Check reports the first fault of constraints for a number of features: lengths that do not fit,
// weights out of range, or constraints of one feature that contradict each other.
func (c *Constraints) Check(features int) error {
	for _, n := range []int{
		len(c.Weight), len(c.Fall), len(c.Lo), len(c.Hi), len(c.Frozen), len(c.Increase), len(c.Decrease), len(c.Integer),
		len(c.Values), len(c.Step), len(c.StepFrom), len(c.Levels), len(c.Min), len(c.Range), len(c.Blank),
	} {
		if n != 0 && n != features {
			return fmt.Errorf("constraints for %d features, the model reads %d", n, features)
		}
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
		for f, in := range c.linked(features) {
			if in && slices.ContainsFunc(c.Groups, func(g Group) bool { return slices.Contains(g.Features, f) }) {
				return fmt.Errorf("%s: feature %d is in a group", c.Links[i].name(), f)
			}
		}
	}
	if err := c.checkBlanks(features); err != nil {
		return err
	}
	return cmp.Or(c.checkLinkOrder(), c.checkGroups(features))
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
		return fmt.Errorf("smallest value %v is above the largest, %v", c.raw(f, lo), c.raw(f, hi))
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

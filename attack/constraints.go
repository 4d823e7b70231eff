package attack

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Constraints say what an attacker can do. Slices are nil or have a place per
// feature. A feature that keeps its value is always within its constraints,
// but a victim outside its bounds is not attacked. Missing values stay missing.
type Constraints struct {
	Weight   []float64 // factor on a feature's change in the norm, 1e-30 to 1e30
	Lo, Hi   []float64 // smallest and largest value of an example
	Frozen   []bool    // feature must keep its value
	Increase []bool    // feature must not fall
	Decrease []bool    // feature must not rise
	Integer  []bool    // feature must be a whole number, unless unchanged

	// Whole numbers are those of the data, which a model that scales its
	// features reads as (k-Min)/Range; nil is 0 and 1.
	Min, Range []float64
}

// Check reports the first fault of constraints for a number of features:
// lengths that do not fit, weights that are not positive, or constraints of
// one feature that contradict each other.
func (c *Constraints) Check(features int) error {
	for _, n := range []int{len(c.Weight), len(c.Lo), len(c.Hi), len(c.Frozen), len(c.Increase), len(c.Decrease), len(c.Integer), len(c.Min), len(c.Range)} {
		if n != 0 && n != features {
			return fmt.Errorf("constraints for %d features, the model reads %d", n, features)
		}
	}
	for f := range features {
		if err := c.CheckFeature(f); err != nil {
			return fmt.Errorf("constraints of feature %d: %w", f, err)
		}
	}
	return nil
}

// Weights within these keep the costs of changes, and their squares, numbers.
const (
	leastWeight = 1e-30
	mostWeight  = 1e30
)

// CheckFeature reports a contradiction between the constraints of a feature.
func (c *Constraints) CheckFeature(f int) error {
	lo, hi := c.Bounds(f)
	first, last := c.wholes(f)
	switch {
	case c.Weight != nil && !(c.Weight[f] > 0 && c.Weight[f] < math.Inf(1)):
		return fmt.Errorf("weight %v is not a positive number", c.Weight[f])
	case c.Weight != nil && !(c.Weight[f] >= leastWeight && c.Weight[f] <= mostWeight):
		return fmt.Errorf("weight %v is not between %v and %v (a feature that must not change can be frozen)",
			c.Weight[f], leastWeight, mostWeight)
	case !(lo <= hi):
		return fmt.Errorf("smallest value %v is above the largest, %v", c.raw(f, lo), c.raw(f, hi))
	case is(c.Increase, f) && is(c.Decrease, f):
		return fmt.Errorf("it must neither fall nor rise: freeze it instead")
	case c.Range != nil && !(c.Range[f] > 0 && c.Range[f] < math.Inf(1)):
		return fmt.Errorf("range %v is not a positive number", c.Range[f])
	case is(c.Integer, f) && first > last:
		return fmt.Errorf("there is no whole number between %v and %v", c.raw(f, lo), c.raw(f, hi))
	}
	return nil
}

// Within reports whether a row is within its bounds. Those of nil hold any.
func (c *Constraints) Within(x []float64) bool {
	if c == nil || c.Lo == nil && c.Hi == nil {
		return true
	}
	for f, v := range x {
		if c.outside(f, v) {
			return false
		}
	}
	return true
}

// CheckVictim reports the first feature of a row that is outside its bounds,
// in the data's units. names are those of the features, nil for numbers from 0.
func (c *Constraints) CheckVictim(x []float64, names []string) error {
	for f, v := range x {
		if lo, hi := c.Bounds(f); c.outside(f, v) {
			name := fmt.Sprint(f)
			if names != nil {
				name = fmt.Sprintf("%q", names[f])
			}
			return fmt.Errorf("feature %s is %v, outside its bounds %v to %v", name, c.raw(f, v), c.raw(f, lo), c.raw(f, hi))
		}
	}
	return nil
}

// Allow reports the first change from a row to another that c forbids.
func (c *Constraints) Allow(from, to []float64) error {
	for f, v := range to {
		old := from[f]
		if v == old || v != v && old != old {
			continue
		}
		lo, hi := c.Bounds(f)
		switch {
		case old != old || v != v:
			return fmt.Errorf("feature %d goes from %v to %v", f, old, v)
		case is(c.Frozen, f):
			return fmt.Errorf("feature %d is frozen and goes from %v to %v", f, old, v)
		case c.outside(f, v):
			return fmt.Errorf("feature %d goes to %v, outside its bounds %v to %v", f, v, lo, hi)
		case is(c.Increase, f) && v < old, is(c.Decrease, f) && v > old:
			return fmt.Errorf("feature %d goes from %v to %v, the wrong way", f, old, v)
		case is(c.Integer, f) && !c.isWhole(f, v):
			return fmt.Errorf("feature %d goes to %v, not a whole number", f, v)
		}
	}
	return nil
}

// Room returns between what values feature f of a row can be, where it is x at
// first. Not all of these need be allowed: some may be no whole numbers.
func (c *Constraints) Room(f int, x float64) (lo, hi float64) {
	down, up := c.Ways(f)
	if !down && !up {
		return x, x
	}
	lo, hi = c.Bounds(f)
	if is(c.Integer, f) { // whole numbers may be rounded past bounds
		first, last := c.wholes(f)
		lo, hi = min(lo, c.scaled(f, first-0.5)), max(hi, c.scaled(f, last+0.5))
	}
	if !down {
		lo = max(lo, x)
	}
	if !up {
		hi = min(hi, x)
	}
	return lo, hi
}

// Ways reports whether feature f can fall and rise.
func (c *Constraints) Ways(f int) (down, up bool) {
	free := !is(c.Frozen, f)
	return free && !is(c.Increase, f), free && !is(c.Decrease, f)
}

// admissible returns the value between lo and hi, in the model's precision,
// that is nearest to some value and allowed where feature f was x at first, or
// NaN if there is none.
func (c *Constraints) admissible(e *ensemble.Ensemble, f int, x, to, lo, hi float64) float64 {
	if is(c.Frozen, f) {
		return math.NaN()
	}
	least, most := c.Room(f, x)
	lo, hi = max(lo, least), min(hi, most)
	if is(c.Integer, f) {
		return c.whole(e, f, to, lo, hi)
	}
	// bounds need not be representable: take the next value inside
	if v := round(e, lo); v < lo {
		lo = e.Next(v)
	} else {
		lo = v
	}
	if v := round(e, hi); v > hi {
		hi = e.Prev(v)
	} else {
		hi = v
	}
	if !(lo <= hi) {
		return math.NaN()
	}
	return min(max(round(e, to), lo), hi)
}

// whole returns the whole number between lo and hi that is nearest to a value,
// as the model reads it, or NaN if there is none.
func (c *Constraints) whole(e *ensemble.Ensemble, f int, to, lo, hi float64) float64 {
	first, last := c.wholes(f)
	first, last = max(first, math.Floor(c.raw(f, lo))), min(last, math.Ceil(c.raw(f, hi)))
	for range 2 { // past what rounding says
		if round(e, c.scaled(f, first)) < lo {
			first++
		}
		if round(e, c.scaled(f, last)) > hi {
			last--
		}
	}
	v := round(e, c.scaled(f, min(max(math.Round(c.raw(f, to)), first), last)))
	if !(first <= last && lo <= v && v <= hi) {
		return math.NaN()
	}
	return v
}

// wholes returns the first and the last whole number within the bounds of a
// feature, which scaling has rounded.
func (c *Constraints) wholes(f int) (first, last float64) {
	lo, hi := c.Bounds(f)
	return math.Ceil(c.raw(f, lo) - c.doubt(f, lo)), math.Floor(c.raw(f, hi) + c.doubt(f, hi))
}

// isWhole reports whether a value is a whole number of the data, up to
// rounding.
func (c *Constraints) isWhole(f int, v float64) bool {
	k := c.raw(f, v)
	return math.Abs(k-math.Round(k)) <= c.doubt(f, v)
}

// doubt is how far scaling and rounding to float32 may have moved a whole
// number: by little of its size, and of its distance from what scales to 0.
func (c *Constraints) doubt(f int, v float64) float64 {
	k := c.raw(f, v)
	if math.IsInf(k, 0) {
		return 0
	}
	size := max(1, math.Abs(k))
	if c.Min != nil {
		size = max(size, math.Abs(k-c.Min[f]))
	}
	return min(1e-6*size, 0.25)
}

// outside reports whether a value is outside the bounds of a feature. A whole
// number may be rounded past them.
func (c *Constraints) outside(f int, v float64) bool {
	if is(c.Integer, f) && c.isWhole(f, v) {
		first, last := c.wholes(f)
		k := math.Round(c.raw(f, v))
		return k < first || k > last
	}
	lo, hi := c.Bounds(f)
	return v < lo || v > hi
}

// raw turns a value that the model reads into the data's, scaled back.
func (c *Constraints) raw(f int, v float64) float64 {
	if c.Range == nil {
		return v
	}
	return v*c.Range[f] + c.Min[f]
}

func (c *Constraints) scaled(f int, k float64) float64 {
	if c.Range == nil {
		return k
	}
	return (k - c.Min[f]) / c.Range[f]
}

func round(e *ensemble.Ensemble, v float64) float64 {
	if e.Input == ensemble.Float32 {
		return float64(float32(v))
	}
	return v
}

// Bounds returns the bounds of a feature, infinite where it has none.
func (c *Constraints) Bounds(f int) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if c.Lo != nil {
		lo = c.Lo[f]
	}
	if c.Hi != nil {
		hi = c.Hi[f]
	}
	return lo, hi
}

// weights returns the weights of features, nil for all 1.
func (c *Constraints) weights() []float64 {
	if c == nil {
		return nil
	}
	return c.Weight
}

// is looks up a flag; nil flags are all false.
func is(flags []bool, f int) bool { return flags != nil && flags[f] }

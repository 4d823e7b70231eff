package attack

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Constraints say what an attacker can do. Slices are nil or have a place per
// feature. A feature that keeps its value is always within its constraints,
// but a victim must lie within its bounds. Missing values stay missing.
type Constraints struct {
	Weight   []float64 // factor on a feature's change in the norm, > 0
	Lo, Hi   []float64 // smallest and largest value of an example
	Frozen   []bool    // feature must keep its value
	Increase []bool    // feature must not fall
	Decrease []bool    // feature must not rise
	Integer  []bool    // feature must be a whole number, unless unchanged

	// Whole numbers are Zero + k*Unit, for models that read scaled values;
	// nil is 0 and 1.
	Zero, Unit []float64
}

// Check reports the first fault of constraints for a number of features:
// lengths that do not fit, weights that are not positive, or constraints of
// one feature that contradict each other.
func (c *Constraints) Check(features int) error {
	for _, n := range []int{len(c.Weight), len(c.Lo), len(c.Hi), len(c.Frozen), len(c.Increase), len(c.Decrease), len(c.Integer), len(c.Zero), len(c.Unit)} {
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

// CheckFeature reports a contradiction between the constraints of a feature.
func (c *Constraints) CheckFeature(f int) error {
	lo, hi := c.bounds(f)
	switch {
	case c.Weight != nil && !(c.Weight[f] > 0 && c.Weight[f] < math.Inf(1)):
		return fmt.Errorf("weight %v is not a positive number", c.Weight[f])
	case !(lo <= hi):
		return fmt.Errorf("smallest value %v is above the largest, %v", lo, hi)
	case is(c.Increase, f) && is(c.Decrease, f):
		return fmt.Errorf("it must neither fall nor rise: freeze it instead")
	case c.Unit != nil && !(c.Unit[f] > 0 && c.Unit[f] < math.Inf(1)):
		return fmt.Errorf("unit %v is not a positive number", c.Unit[f])
	case is(c.Integer, f) && c.wholeAbove(f, lo) > c.wholeBelow(f, hi):
		return fmt.Errorf("there is no whole number between %v and %v", lo, hi)
	}
	return nil
}

// CheckVictim reports the first feature of a row that is outside its bounds.
func (c *Constraints) CheckVictim(x []float64) error {
	for f, v := range x {
		if lo, hi := c.bounds(f); v < lo || v > hi {
			return fmt.Errorf("feature %d is %v, outside its bounds %v to %v", f, v, lo, hi)
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
		lo, hi := c.bounds(f)
		switch {
		case old != old || v != v:
			return fmt.Errorf("feature %d goes from %v to %v", f, old, v)
		case is(c.Frozen, f):
			return fmt.Errorf("feature %d is frozen and goes from %v to %v", f, old, v)
		case v < lo || v > hi:
			return fmt.Errorf("feature %d goes to %v, outside its bounds %v to %v", f, v, lo, hi)
		case is(c.Increase, f) && v < old, is(c.Decrease, f) && v > old:
			return fmt.Errorf("feature %d goes from %v to %v, the wrong way", f, old, v)
		case is(c.Integer, f) && !c.whole(f, v):
			return fmt.Errorf("feature %d goes to %v, not a whole number", f, v)
		}
	}
	return nil
}

// admissible returns the value between lo and hi, in the model's precision,
// that is nearest to x and allowed, or NaN if there is none. x itself is not
// between lo and hi.
func (c *Constraints) admissible(e *ensemble.Ensemble, f int, x, lo, hi float64) float64 {
	if is(c.Frozen, f) {
		return math.NaN()
	}
	least, most := c.bounds(f)
	if is(c.Increase, f) {
		least = max(least, x)
	}
	if is(c.Decrease, f) {
		most = min(most, x)
	}
	lo, hi = max(lo, least), min(hi, most)
	if is(c.Integer, f) {
		// rounding to the model's precision may leave the interval by a hair;
		// the number is whole all the same, but it is not in the cell
		first, last := c.wholeAbove(f, lo), c.wholeBelow(f, hi)
		if v := round(e, first); first <= last && v < lo {
			first = c.wholeAbove(f, first+c.unit(f)/2)
		}
		if v := round(e, last); first <= last && v > hi {
			last = c.wholeBelow(f, last-c.unit(f)/2)
		}
		if first > last {
			return math.NaN()
		}
		return round(e, min(max(x, first), last))
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
	return min(max(x, lo), hi)
}

// wholeAbove returns the first whole number from v up, and wholeBelow the
// first from v down. A number that is whole up to rounding counts as v itself.
func (c *Constraints) wholeAbove(f int, v float64) float64 {
	return c.zero(f) + c.unit(f)*math.Ceil((v-c.zero(f))/c.unit(f)-wholeWithin)
}

func (c *Constraints) wholeBelow(f int, v float64) float64 {
	return c.zero(f) + c.unit(f)*math.Floor((v-c.zero(f))/c.unit(f)+wholeWithin)
}

// whole reports whether v is a whole number, up to rounding.
func (c *Constraints) whole(f int, v float64) bool {
	k := (v - c.zero(f)) / c.unit(f)
	return math.Abs(k-math.Round(k)) <= wholeWithin*max(1, math.Abs(k))
}

// wholeWithin is how far scaling and rounding to float32 may move a whole
// number, in units of its size.
const wholeWithin = 1e-6

func (c *Constraints) zero(f int) float64 {
	if c.Zero == nil {
		return 0
	}
	return c.Zero[f]
}

func (c *Constraints) unit(f int) float64 {
	if c.Unit == nil {
		return 1
	}
	return c.Unit[f]
}

func round(e *ensemble.Ensemble, v float64) float64 {
	one := [1]float64{v}
	e.Round(one[:], one[:])
	return one[0]
}

// bounds returns the bounds of a feature, infinite where it has none.
func (c *Constraints) bounds(f int) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if c.Lo != nil {
		lo = c.Lo[f]
	}
	if c.Hi != nil {
		hi = c.Hi[f]
	}
	return lo, hi
}

// is looks up a flag; nil flags are all false.
func is(flags []bool, f int) bool { return flags != nil && flags[f] }

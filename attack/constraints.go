package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Constraints say what an attacker can do. Slices are nil or have one entry per feature, Attackers
// one per class. An unchanged feature always obeys its constraints, but a victim outside its bounds
// is not attacked. Missing values stay missing. Package threat builds Constraints from values of
// the data and names of columns; if you build them for a model of scaled features, Integer, Step,
// Values and Links need its Min and Range too.
type Constraints struct {
	// Attackers marks the classes, by number, whose rows are attacked; nil for all. The true class
	// of a row counts, and rows of other classes stay as they are.
	Attackers []bool

	Weight   []float64 // factor on a feature's change in the norm, 1e-30 to 1e30, or 0 for [Constraints.Free]
	Fall     []float64 // factor on a fall, Weight being that of a rise and of a change of level; nil if Weight is for all
	Lo, Hi   []float64 // smallest and largest value of an example, as the model reads them
	Frozen   []bool    // feature must keep its value
	Increase []bool    // feature must not fall
	Decrease []bool    // feature must not rise
	Integer  []bool    // feature must be a whole number, unless unchanged

	// Values are those that a feature can be changed to, ascending, each once, in the data's units; nil
	// for any. Step is the distance between such values, 0 for none. Steps are counted from StepFrom,
	// or from the victim's own value if that is nil or NaN. Only one of Integer, Values and Step
	// may be set for a feature.
	Values         [][]float64
	Step, StepFrom []float64

	// Missing are the numbers that stand for missing values in the data, as the model reads them: no
	// feature changes to one, as it would then be read as missing; nil for none.
	Missing [][]float64

	// Levels are the prices of changes of level, by feature; nil, or the zero value for a feature,
	// if its weight is the price. If there are prices, Weight is the least of them. No feature
	// changes to a level that the model does not know, such as one without training rows.
	Levels []LevelPrices

	// Blank is the price, in the norm and weight included, of a feature going missing, even one
	// that is frozen; nil, or 0 for a feature, if that cannot happen. Columns of groups and links
	// cannot go missing. Methods that do not support Blank refuse it.
	Blank []float64

	// Groups are obeyed by methods that move levels of categories. All other code that reads
	// constraints sees their features one by one.
	Groups []Group

	// Links are obeyed by every example of any method. Bounds are about an attacker who need not
	// obey them, but moves no column farther than they allow; for a method that decides about parts
	// of that region (PartDecider) they are nearly as tight as for an attacker who must obey. A
	// derived column comes before what is derived from it.
	Links []Link

	// Min and Range are the scaling of the features: whole numbers and steps are those of the data,
	// and the model reads k as (k-Min)/Range. nil is 0 and 1.
	Min, Range []float64
}

// Weights within these limits keep the costs of changes, and their squares, finite.
const (
	leastWeight = 1e-30
	mostWeight  = 1e30
)

// Room returns the range of values that feature f can take if its value was x. Not every value in
// it need be allowed: some may not be whole numbers.
func (c *Constraints) Room(f int, x float64) (lo, hi float64) {
	down, up := c.Ways(f)
	if !down && !up {
		return x, x
	}
	lo, hi = c.Bounds(f)
	if c.Discrete(f) {
		p := c.placesOf(f, x)
		lo, hi = p.room(x)
	}
	if !down {
		lo = max(lo, x)
	}
	if !up {
		hi = min(hi, x)
	}
	return lo, hi
}

// Attacks reports whether rows of a class are attacked; nil constraints attack all.
func (c *Constraints) Attacks(class int) bool {
	return c == nil || c.Attackers == nil || class < len(c.Attackers) && c.Attackers[class]
}

// Freezes reports whether feature f must keep its value; nil constraints freeze none.
func (c *Constraints) Freezes(f int) bool { return c != nil && is(c.Frozen, f) }

// Ways reports whether feature f can fall and rise.
func (c *Constraints) Ways(f int) (down, up bool) {
	free := !c.Freezes(f)
	return free && !is(c.Increase, f), free && !is(c.Decrease, f)
}

// admissible returns the value between lo and hi, in the model's precision, that is nearest to some
// value and allowed for a feature f that was x at first, or NaN if there is none.
func (c *Constraints) admissible(e *ensemble.Ensemble, f int, x, to, lo, hi float64) float64 {
	a := c.allowedOf(f, x)
	return a.nearest(e, to, lo, hi)
}

// allowed are the values that a feature may have.
type allowed struct {
	none        bool    // a frozen feature
	least, most float64 // see Room
	discrete    bool
	places      places    // of a discrete feature
	missing     []float64 // see [Constraints.Missing]
}

// allowedOf returns the allowed values of feature f if it was x at first.
func (c *Constraints) allowedOf(f int, x float64) allowed {
	a := allowed{none: c.Freezes(f), discrete: c.Discrete(f)}
	if a.none {
		return a
	}
	if a.least, a.most = c.Room(f, x); a.discrete {
		a.places = c.placesOf(f, x)
	}
	if c.Missing != nil {
		a.missing = c.Missing[f]
	}
	return a
}

// nearest returns the allowed value between lo and hi that is nearest to some value,
// in the precision of a model, or NaN if there is none.
func (a *allowed) nearest(e *ensemble.Ensemble, to, lo, hi float64) float64 {
	v := a.nearestNumber(e, to, lo, hi)
	if !standsForMissing(a.missing, v) {
		return v
	}
	below, above := a.nearest(e, to, lo, e.Prev(v)), a.nearest(e, to, e.Next(v), hi)
	if below != below || math.Abs(above-to) < math.Abs(below-to) {
		return above
	}
	return below
}

// nearestNumber is nearest where no number stands for a missing value.
func (a *allowed) nearestNumber(e *ensemble.Ensemble, to, lo, hi float64) float64 {
	if a.none {
		return math.NaN()
	}
	lo, hi = max(lo, a.least), min(hi, a.most)
	if a.discrete {
		return a.places.between(e, to, lo, hi)
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

// StandsForMissing reports whether a value of feature f, as the model reads it, stands for a missing one.
func (c *Constraints) StandsForMissing(f int, v float64) bool {
	return c != nil && c.Missing != nil && standsForMissing(c.Missing[f], v)
}

// standsForMissing reports whether a value is one of those that stand for missing values, in the
// precision of any model.
func standsForMissing(missing []float64, v float64) bool {
	return slices.ContainsFunc(missing, func(m float64) bool { return v == m || v == float64(float32(m)) })
}

// raw turns a value that the model reads into the data's.
func (c *Constraints) raw(f int, v float64) float64 {
	if c.Range == nil {
		return v
	}
	return float64(v*c.Range[f]) + c.Min[f]
}

// low returns what the model's 0 is in the data's units.
func (c *Constraints) low(f int) float64 {
	if c == nil || c.Range == nil {
		return 0
	}
	return c.Min[f]
}

// width returns how many of the data's units a 1 of the model is.
func (c *Constraints) width(f int) float64 {
	if c == nil || c.Range == nil {
		return 1
	}
	return c.Range[f]
}

func round(e *ensemble.Ensemble, v float64) float64 {
	if e.Input == ensemble.Float32 {
		return float64(float32(v))
	}
	return v
}

// Bounds returns the bounds of a feature, infinite if it has none.
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

// Weigh returns the weight of a change of a feature, which may differ between a rise and a fall.
func (c *Constraints) Weigh(f int, change float64) float64 {
	switch {
	case c == nil:
		return 1
	case change < 0 && c.Fall != nil:
		return c.Fall[f]
	case c.Weight != nil:
		return c.Weight[f]
	}
	return 1
}

// is looks up a flag; nil flags are all false.
func is(flags []bool, f int) bool { return flags != nil && flags[f] }

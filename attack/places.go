package attack

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// places are the values that a feature can be changed to, in the data's units,
// numbered in ascending order.
type places struct {
	list       []float64 // the values, nil for those in steps
	from, step float64
}

// Discrete reports whether a feature changes to some values only: whole numbers,
// steps or those of a list.
func (c *Constraints) Discrete(f int) bool {
	return is(c.Integer, f) || c.Step != nil && c.Step[f] > 0 || c.Values != nil && c.Values[f] != nil
}

// placesOf returns the places of a discrete feature where it was x at first.
func (c *Constraints) placesOf(f int, x float64) places {
	switch {
	case c.Values != nil && c.Values[f] != nil:
		return places{list: c.Values[f]}
	case is(c.Integer, f):
		return places{step: 1}
	case c.StepFrom == nil || c.StepFrom[f] != c.StepFrom[f]:
		return places{from: c.raw(f, x), step: c.Step[f]}
	}
	return places{from: c.StepFrom[f], step: c.Step[f]}
}

// at returns a place.
func (p *places) at(k float64) float64 {
	if p.list != nil {
		return p.list[int(k)]
	}
	return p.from + k*p.step
}

// below returns the number of the last place up to v, -1 if there is none in a
// list.
func (p *places) below(v float64) float64 {
	if p.list != nil {
		return float64(sort.Search(len(p.list), func(i int) bool { return p.list[i] > v }) - 1)
	}
	return math.Floor((v - p.from) / p.step)
}

// above returns the number of the first place from v on, which in a list may be
// the one after the last.
func (p *places) above(v float64) float64 {
	if p.list != nil {
		return float64(sort.SearchFloat64s(p.list, v))
	}
	return math.Ceil((v - p.from) / p.step)
}

// nearest returns the number of the place that is nearest to v.
func (p *places) nearest(v float64) float64 {
	if p.list == nil {
		return math.Round((v - p.from) / p.step)
	}
	k := p.below(v)
	if k < 0 || int(k)+1 < len(p.list) && p.list[int(k)+1]-v < v-p.list[int(k)] {
		k++
	}
	return k
}

// placeBounds returns the first and the last place within the bounds of a
// feature, which scaling has rounded.
func (c *Constraints) placeBounds(f int, p *places) (first, last float64) {
	lo, hi := c.Bounds(f)
	return p.above(c.raw(f, lo) - c.doubt(f, lo)), p.below(c.raw(f, hi) + c.doubt(f, hi))
}

// place returns the place between lo and hi that is nearest to a value, as the
// model reads it, or NaN if there is none. The feature was x at first.
func (c *Constraints) place(e *ensemble.Ensemble, f int, x, to, lo, hi float64) float64 {
	p := c.placesOf(f, x)
	first, last := c.placeBounds(f, &p)
	first, last = max(first, p.below(c.raw(f, lo))), min(last, p.above(c.raw(f, hi)))
	read := func(k float64) float64 { return round(e, c.scaled(f, p.at(k))) }
	for range 2 { // past what rounding says
		if first <= last && read(first) < lo {
			first++
		}
		if first <= last && read(last) > hi {
			last--
		}
	}
	if !(first <= last) {
		return math.NaN()
	}
	if v := read(min(max(p.nearest(c.raw(f, to)), first), last)); lo <= v && v <= hi {
		return v
	}
	return math.NaN()
}

// InSteps returns how much of a change of a feature, as the model reads it, is whole
// steps: all of it where it does not move in steps from its own value, or from one
// whole number to another.
func (c *Constraints) InSteps(f int, change float64) float64 {
	step := 1.0
	if !is(c.Integer, f) {
		if c.Step == nil || c.Step[f] == 0 || c.StepFrom[f] == c.StepFrom[f] {
			return change
		}
		step = c.Step[f]
	}
	if c.Range != nil {
		step /= c.Range[f]
	}
	const rounding = 1e-9
	return step * math.Floor(change/step+rounding)
}

// Common returns the value between lo and hi nearest to some value that a discrete
// feature can be changed to from both x and y, in float64; NaN if there is none.
func (c *Constraints) Common(f int, x, y, to, lo, hi float64) float64 {
	if p := c.placesOf(f, x); p.list == nil && !c.isPlace(f, x, y) {
		if q := c.placesOf(f, y); p.from != q.from { // steps that do not meet
			return math.NaN()
		}
	}
	return c.place(&ensemble.Ensemble{}, f, x, to, lo, hi)
}

// isPlace reports whether a value is one of the places of a feature that was x at
// first, up to rounding.
func (c *Constraints) isPlace(f int, x, v float64) bool {
	p, k := c.placesOf(f, x), c.raw(f, v)
	return math.Abs(k-p.at(p.nearest(k))) <= c.doubt(f, v)
}

// placesRoom returns between what values a discrete feature can be that was x at
// first. Places may be rounded past bounds.
func (c *Constraints) placesRoom(f int, x float64) (lo, hi float64) {
	p := c.placesOf(f, x)
	lo, hi = c.Bounds(f)
	first, last := c.placeBounds(f, &p)
	if p.list != nil {
		if first > last {
			return x, x
		}
		slack := func(v float64) float64 { return c.doubt(f, c.scaled(f, v)) }
		lo, hi = p.at(first), p.at(last)
		return min(x, c.scaled(f, lo-slack(lo))), max(x, c.scaled(f, hi+slack(hi)))
	}
	return min(lo, c.scaled(f, p.at(first-0.5))), max(hi, c.scaled(f, p.at(last+0.5)))
}

// checkPlaces reports a fault in the places of a feature, or bounds that hold
// none.
func (c *Constraints) checkPlaces(f int) error {
	lo, hi := c.Bounds(f)
	listed, steps := c.Values != nil && c.Values[f] != nil, c.Step != nil && c.Step[f] != 0
	if listed && steps || listed && is(c.Integer, f) || steps && is(c.Integer, f) {
		return fmt.Errorf("only one of integer, step and values can be given")
	}
	if steps && !(c.Step[f] > 0 && c.Step[f] < math.Inf(1)) {
		return fmt.Errorf("step %v is not a positive number", c.Step[f])
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
	if steps && (c.StepFrom == nil || c.StepFrom[f] != c.StepFrom[f]) { // each victim has its own places
		if width := c.raw(f, hi) - c.raw(f, lo); c.Step[f] > width*(1+1e-9) {
			return fmt.Errorf("step %v is more than there is between %v and %v", c.Step[f], c.raw(f, lo), c.raw(f, hi))
		}
		return nil
	}
	if steps && math.IsInf(c.StepFrom[f], 0) {
		return fmt.Errorf("step-from %v is not a finite number", c.StepFrom[f])
	}
	p := c.placesOf(f, 0)
	if first, last := c.placeBounds(f, &p); first > last {
		return fmt.Errorf("there is %s between %v and %v", c.none(f), c.raw(f, lo), c.raw(f, hi))
	}
	return nil
}

// placesName says what the places of a feature are.
func (c *Constraints) placesName(f int) string {
	switch {
	case is(c.Integer, f):
		return "a whole number"
	case c.Values != nil && c.Values[f] != nil:
		return "one of its values"
	}
	return fmt.Sprintf("steps of %v away", c.Step[f])
}

// none says that no place is there.
func (c *Constraints) none(f int) string {
	switch {
	case is(c.Integer, f):
		return "no whole number"
	case c.Values != nil && c.Values[f] != nil:
		return "none of its values"
	}
	return fmt.Sprintf("no step of %v from %v", c.Step[f], c.StepFrom[f])
}

// doubt is how far scaling and rounding to float32 may have moved a place: by
// little of its size, and of its distance from what scales to 0.
func (c *Constraints) doubt(f int, v float64) float64 {
	k := c.raw(f, v)
	if math.IsInf(k, 0) {
		return 0
	}
	size := max(1, math.Abs(k))
	if c.Min != nil {
		size = max(size, math.Abs(k-c.Min[f]))
	}
	most := 0.25
	if c.Step != nil && c.Step[f] > 0 {
		most *= c.Step[f]
	}
	return min(1e-6*size, most)
}

// outside reports whether a value is outside the bounds of a feature. A place
// may be rounded past them.
func (c *Constraints) outside(f int, v float64) bool {
	if c.Discrete(f) && c.isPlace(f, v, v) {
		p := c.placesOf(f, v)
		first, last := c.placeBounds(f, &p)
		k := p.nearest(c.raw(f, v))
		return k < first || k > last
	}
	lo, hi := c.Bounds(f)
	return v < lo || v > hi
}

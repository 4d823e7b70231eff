package attack

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// places are the values that a feature can be changed to, in the data's units,
// numbered in ascending order.
type places struct {
	list       []float64 // the values, nil for steps
	from, step float64
	own        float64 // the value that is place 0 of steps from a row, as the model reads it; otherwise NaN

	min, width float64 // the model reads a value k of the data as (k-min)/width
	lo, hi     float64 // the bounds of the feature, as the model reads them

	first, last float64 // places within the bounds, which scaling has rounded
}

// placesOf returns the places of a discrete feature whose value was x at first.
func (c *Constraints) placesOf(f int, x float64) places {
	p := places{own: math.NaN(), min: c.low(f), width: c.width(f)}
	p.lo, p.hi = c.Bounds(f)
	switch {
	case c.Values != nil && c.Values[f] != nil:
		p.list = c.Values[f]
	case is(c.Integer, f):
		p.step = 1
	case !c.fromNumber(f):
		p.from, p.step, p.own = p.raw(x), c.Step[f], x
	default:
		p.from, p.step = c.StepFrom[f], c.Step[f]
	}
	p.first, p.last = p.above(p.raw(p.lo)-p.rounding(p.lo)), p.below(p.raw(p.hi)+p.rounding(p.hi))
	return p
}

// raw turns a value that the model reads into the data's, and read does the reverse.
func (p *places) raw(v float64) float64  { return float64(v*p.width) + p.min }
func (p *places) read(k float64) float64 { return (k - p.min) / p.width }

// at returns the value of place k.
func (p *places) at(k float64) float64 {
	if p.list != nil {
		return p.list[int(k)]
	}
	return StepsFrom(p.from, p.step, k)
}

// StepsFrom returns the value a number of steps away from another. If both are decimals so is the
// result: three steps of 0.1 from 0 are 0.3, not 0.30000000000000004. Scaling may have rounded the
// value to start from.
func StepsFrom(from, step, number float64) float64 {
	const rounding = 1e-12
	if number == 0 { // no change, whatever decimal is near
		return from
	}
	to := from + float64(number*step)
	to, _ = shortestDecimal(to, 0x1p53-1, func(_, parts float64) bool {
		at := float64(from * parts)
		return math.Round(step*parts)/parts == step &&
			math.Abs(at-math.Round(at)) <= min(rounding*max(1, math.Abs(at)), max(1e-6, min(0x1p-50*math.Abs(at), 1e-3)))
	})
	return to + 0 // not -0
}

// Land returns the step (counted from own, the value of the row, or from StepFrom), the whole number or the
// listed value of a feature that is nearest to a value, all in the data's units; the value itself if
// the feature has none of these.
func (c *Constraints) Land(f int, own, to float64) float64 {
	switch {
	case is(c.Integer, f):
		return math.Round(to)
	case c.Step != nil && c.Step[f] != 0:
		from, step := own, c.Step[f]
		if c.fromNumber(f) {
			from = c.StepFrom[f]
		}
		return StepsFrom(from, step, math.Round((to-from)/step))
	case c.Values != nil && c.Values[f] != nil:
		return slices.MinFunc(c.Values[f], func(a, b float64) int { return cmp.Compare(math.Abs(a-to), math.Abs(b-to)) })
	}
	return to
}

// below returns the number of the last place up to v, -1 if there is none in a
// list.
func (p *places) below(v float64) float64 {
	if p.list != nil {
		return float64(sort.Search(len(p.list), func(i int) bool { return p.list[i] > v }) - 1)
	}
	return math.Floor((v - p.from) / p.step)
}

// above returns the number of the first place from v on, which in a list may be one past the end.
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

// between returns the place between lo and hi that is nearest to a value (to), as a model reads it,
// or NaN if there is none.
func (p *places) between(e *ensemble.Ensemble, to, lo, hi float64) float64 {
	first, last := max(p.first, p.below(p.raw(lo))), min(p.last, p.above(p.raw(hi)))
	read := func(k float64) float64 {
		if k == 0 && p.own == p.own { // raw and read may have rounded it
			return p.own
		}
		return round(e, p.read(p.at(k)))
	}
	for range 2 { // rounding may put an end just outside
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
	if v := read(min(max(p.nearest(p.raw(to)), first), last)); lo <= v && v <= hi {
		return v
	}
	if v := round(e, min(max(to, lo), hi)); p.list == nil && math.Abs(p.raw(v)) > 0x1p53*p.step && p.has(v) {
		return v // numbers are sparser than places here, and at rounds past v
	}
	return math.NaN()
}

// has reports whether a value is one of the places, up to rounding, which merges places where
// numbers are sparser than places.
func (p *places) has(v float64) bool {
	k := p.raw(v)
	gap := math.Abs(k - p.at(p.nearest(k)))
	if gap <= max(p.doubt(v), 0x1p-51*max(math.Abs(k), math.Abs(p.from), math.Abs(p.min))) {
		return true
	}
	return p.list == nil && v == float64(float32(v)) && gap <= 0x1p-24*math.Abs(v)*p.width
}

// room returns the range of values that a feature can have that was x at first. Rounding may put
// places past bounds.
func (p *places) room(x float64) (lo, hi float64) {
	if p.list == nil {
		return min(p.lo, p.read(p.at(p.first-0.5))), max(p.hi, p.read(p.at(p.last+0.5)))
	}
	if p.first > p.last {
		return x, x
	}
	slack := func(k float64) float64 { return p.doubt(p.read(k)) }
	lo, hi = p.at(p.first), p.at(p.last)
	return min(x, p.read(lo-slack(lo))), max(x, p.read(hi+slack(hi)))
}

// doubt is how far rounding may have moved a place: by that of float64, and, without scaling, by that of
// a row in float32 whose own value steps start from.
func (p *places) doubt(v float64) float64 {
	doubt := p.rounding(v)
	if p.min == 0 && p.width == 1 && p.from == float64(float32(p.from)) && !math.IsInf(v, 0) {
		doubt += float64(0x1p-24 * math.Abs(v))
	}
	return min(doubt, p.mostDoubt())
}

// rounding is how far float64 may have moved a place, or a bound: by the rounding of the largest of the
// numbers it is made of. Three steps of 0.1 below 0.3 are -5.6e-17.
func (p *places) rounding(v float64) float64 {
	k := p.raw(v)
	if math.IsInf(k, 0) {
		return 0
	}
	return min(1e-12*max(math.Abs(k), math.Abs(p.min), math.Abs(p.from)), p.mostDoubt())
}

// mostDoubt is less than what would take a place for the next.
func (p *places) mostDoubt() float64 {
	if p.list != nil {
		return 0.25
	}
	return 0.25 * p.step
}

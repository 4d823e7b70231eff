package eval

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// RawUnit returns how many raw units of feature f one unit of the model is:
// 1 where the model reads raw values.
func RawUnit(e *ensemble.Ensemble, f int) float64 {
	if e.Schema.Min == nil {
		return 1
	}
	return scaling(e).Unit(f)
}

// RawValue turns a value as the model reads it back into the data's units, up
// to rounding.
func RawValue(e *ensemble.Ensemble, f int, v float64) float64 {
	if e.Schema.Min == nil {
		return v
	}
	return float64(v*RawUnit(e, f)) + e.Schema.Min[f]
}

// RawExample turns an example for the row x, both as the model reads them, back
// into the data's units such that scaling gives the same cells again: where no
// raw number scales to a value exactly, it takes the next one away from x. Cells
// that are those of x stay what they are in raw, the row as it was read; where
// that is nil, they are turned back like the others. Columns that constraints let change
// in steps are whole steps from raw, those that list values are one of them, and those that
// links derive are what the formula gives for the others; nil for none. A number that a
// model of float32 reads is written as it reads it.
func RawExample(e *ensemble.Ensemble, c *attack.Constraints, x, example, raw []float64) []float64 {
	out := make([]float64, len(example))
	for f, v := range example {
		switch {
		case raw != nil && (v == x[f] || v != v && x[f] != x[f]):
			out[f] = raw[f]
		case math.IsNaN(v):
			out[f] = v
		default:
			v = steady(e, c, f, x[f], v)
			if out[f] = v; e.Schema.Min != nil {
				out[f] = scalesTo(e, f, v, v >= x[f])
			}
		}
	}
	if c != nil {
		if raw != nil {
			land(e, c, out, x, example, raw)
		}
		obey(e, c, out, x, example)
	}
	return out
}

// steady returns what a model of float32 reads where an example has v, which was x at first,
// if that is allowed. The nearest example is halfway between two numbers of float32, and who
// does not read its last digit rounds it back; what the model reads is half a unit in the
// last place farther away at most. Columns of links stay what the formulas say.
func steady(e *ensemble.Ensemble, c *attack.Constraints, f int, x, v float64) float64 {
	s := float64(float32(v))
	switch {
	case e.Input == ensemble.Float64 || e.Categorical(f) || v == x || (s > x) != (v > x):
		return v
	case c == nil:
		return s
	case c.Links != nil:
		return v
	}
	if lo, hi := c.Bounds(f); s < lo || s > hi {
		return v
	}
	return s
}

// scalesTo returns a number that scales to v, that of the fewest decimal places if there
// is one; or to the next possible value above v, or below it where up is false.
func scalesTo(e *ensemble.Ensemble, f int, v float64, up bool) float64 {
	const reach = 4 // scaling and back errs by a few units in the last place
	raw, ok := scaling(e).Written(f, v)
	if ok {
		return raw
	}
	largest := max(math.Abs(raw), math.Abs(e.Schema.Min[f]))
	step := math.Nextafter(largest, math.Inf(1)) - largest
	for i := range reach + 1 { // the nearest first
		for _, r := range [2]float64{raw + float64(float64(i)*step), raw - float64(float64(i)*step)} {
			if read(e, f, r) == v {
				return r
			}
		}
	}
	best := raw
	for i := -reach; i <= reach; i++ {
		r := raw + float64(float64(i)*step)
		switch s := read(e, f, r); {
		case up && s > v:
			return r
		case !up && s < v:
			best = r
		}
	}
	return best
}

// read returns the value of feature f as the model reads a raw value.
func read(e *ensemble.Ensemble, f int, raw float64) float64 {
	if e.Schema.Min != nil {
		return (raw - e.Schema.Min[f]) / RawUnit(e, f)
	}
	return raw
}

func scaling(e *ensemble.Ensemble) data.Scaling {
	return data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}
}

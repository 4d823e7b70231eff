package eval

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// RawUnit returns how many raw units of feature f make one unit of the model: 1 if the model reads
// raw values.
func RawUnit(e *ensemble.Ensemble, f int) float64 {
	if e.Schema.Min == nil {
		return 1
	}
	return scaling(e).Unit(f)
}

// RawValue converts a value as the model reads it back into the data's units, up to rounding.
func RawValue(e *ensemble.Ensemble, f int, v float64) float64 {
	if e.Schema.Min == nil {
		return v
	}
	return float64(v*RawUnit(e, f)) + e.Schema.Min[f]
}

// RawExample converts an example for the row x, both as the model reads them, back into the data's
// units such that scaling gives the same values again: if no raw number scales to a value exactly,
// it takes the next one away from x. Unchanged features keep their value in raw, the row as it was
// read, or are converted like the others if raw is nil. The result also obeys constraints, which
// may be nil: columns with steps are whole steps from raw, columns with listed values have one of
// them, and columns that links derive have what the formula gives. Values for a float32 model are
// rounded to float32.
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

// steady returns v, to which an example changes x, as a float32 model rounds it, if that is allowed.
// The nearest example lies halfway between two float32 numbers, so a reader that drops its last
// digit would round it back; the rounded one is at most half a unit in the last place farther away.
// With links, values stay what the formulas say, and none becomes a number that stands for a missing
// value, such as 0 halfway below 0.
func steady(e *ensemble.Ensemble, c *attack.Constraints, f int, x, v float64) float64 {
	s := float64(float32(v))
	switch {
	case e.Input == ensemble.Float64 || e.Categorical(f) || v == x || (s > x) != (v > x):
		return v
	case c == nil:
		return s
	case c.Links != nil || c.StandsForMissing(f, s):
		return v
	}
	if lo, hi := c.Bounds(f); s < lo || s > hi {
		return v
	}
	return s
}

// scalesTo returns the number with the fewest decimal places that scales to v. If there is none, it
// returns one that scales to the next possible value above v, or below it if up is false.
func scalesTo(e *ensemble.Ensemble, f int, v float64, up bool) float64 {
	const reach = 4 // scaling there and back is off by a few units in the last place
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

// read returns a raw value of feature f as the model reads it.
func read(e *ensemble.Ensemble, f int, raw float64) float64 {
	if e.Schema.Min != nil {
		return (raw - e.Schema.Min[f]) / RawUnit(e, f)
	}
	return raw
}

func scaling(e *ensemble.Ensemble) data.Scaling {
	return data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}
}

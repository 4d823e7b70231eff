package eval

import (
	"math"

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
	return v*RawUnit(e, f) + e.Schema.Min[f]
}

// RawExample turns an example for the row x back into the data's units such
// that scaling gives the same cells again: where no raw number scales to a
// value exactly, it takes the next one away from x.
func RawExample(e *ensemble.Ensemble, x, example []float64) []float64 {
	raw := make([]float64, len(example))
	for f, v := range example {
		raw[f] = RawValue(e, f, v)
		if e.Schema.Min == nil || math.IsNaN(v) {
			continue
		}
		raw[f] = scalesTo(e, f, raw[f], v, v >= x[f])
	}
	return raw
}

// scalesTo returns a number near raw that scales to v, or to the next
// possible value above v, or below it where up is false.
func scalesTo(e *ensemble.Ensemble, f int, raw, v float64, up bool) float64 {
	const reach = 4 // scaling and back errs by a few units in the last place
	largest := max(math.Abs(raw), math.Abs(e.Schema.Min[f]))
	step := math.Nextafter(largest, math.Inf(1)) - largest
	best, found := raw, false
	for i := -reach; i <= reach; i++ {
		r := raw + float64(i)*step
		switch s := read(e, f, r); {
		case s == v:
			return r
		case up && s > v && !found, !up && s < v:
			best, found = r, true
		}
	}
	return best
}

// read returns the value of feature f as the model reads a raw value.
func read(e *ensemble.Ensemble, f int, raw float64) float64 {
	s := (raw - e.Schema.Min[f]) / RawUnit(e, f)
	if e.Input == ensemble.Float32 {
		return float64(float32(s))
	}
	return s
}

func scaling(e *ensemble.Ensemble) data.Scaling {
	return data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}
}

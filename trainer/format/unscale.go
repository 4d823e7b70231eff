package format

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Unscaled returns a model that reads raw values and predicts for them
// exactly what e predicts for rows scaled by its Schema.Min and Schema.Max,
// as (x-min)/(max-min) in float64: each threshold becomes the largest raw
// value that is scaled to the left, which bisection finds since scaling keeps
// the order of values. A model that reads raw values comes back
// as it is.
func Unscaled(e *ensemble.Ensemble) *ensemble.Ensemble {
	if e.Schema.Min == nil {
		return e
	}
	raw := *e
	raw.Schema.Min, raw.Schema.Max, raw.Input = nil, nil, ensemble.Float64
	raw.Trees = make([]ensemble.Tree, len(e.Trees))
	for i, t := range e.Trees {
		raw.Trees[i] = t
		raw.Trees[i].Splits = make([]ensemble.Split, len(t.Splits))
		for n, s := range t.Splits {
			if s.Set == nil { // levels are not scaled
				s.Threshold = rawThreshold(e, &s)
			}
			raw.Trees[i].Splits[n] = s
		}
	}
	return &raw
}

// rawThreshold returns the largest raw value that is scaled to at most the
// threshold of s.
func rawThreshold(e *ensemble.Ensemble, s *ensemble.Split) float64 {
	least, unit := e.Schema.Min[s.Feature], e.Schema.Max[s.Feature]-e.Schema.Min[s.Feature]
	if unit == 0 {
		unit = 1 // a constant feature keeps its unit
	}
	left := func(x float64) bool {
		scaled := (x - least) / unit
		if e.Input == ensemble.Float32 {
			scaled = float64(float32(scaled))
		}
		return scaled <= s.Threshold
	}
	lo, hi := place(-math.MaxFloat64), place(math.Inf(1)) // lo goes left, hi does not
	switch {
	case left(math.Inf(1)):
		return math.Inf(1)
	case !left(-math.MaxFloat64):
		return math.Inf(-1)
	}
	for hi-lo > 1 {
		if middle := lo + (hi-lo)/2; left(at(middle)) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return at(lo)
}

// place returns the place of a number among all float64 in ascending order.
func place(x float64) uint64 {
	bits := math.Float64bits(x)
	if bits>>63 == 0 {
		return bits | 1<<63
	}
	return ^bits
}

// at returns the float64 at a place.
func at(place uint64) float64 {
	if place>>63 == 1 {
		return math.Float64frombits(place &^ (1 << 63))
	}
	return math.Float64frombits(^place)
}

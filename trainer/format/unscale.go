package format

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/cut"
)

// Unscaled returns a model that reads raw values and predicts for them exactly what e predicts for rows
// scaled by its Schema.Min and Schema.Max, as (x-min)/(max-min) in float64: each threshold becomes the
// largest raw value that is scaled to the left, which bisection finds because scaling is monotone. A
// model that already reads raw values is returned unchanged.
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

// rawThreshold returns the largest raw value that is scaled to at most the threshold of s.
func rawThreshold(e *ensemble.Ensemble, s *ensemble.Split) float64 {
	least, unit := e.Schema.Min[s.Feature], e.Schema.Max[s.Feature]-e.Schema.Min[s.Feature]
	if unit == 0 {
		unit = 1 // constant features are not stretched
	}
	return cut.Last(func(x float64) bool {
		scaled := (x - least) / unit
		if e.Input == ensemble.Float32 {
			scaled = float64(float32(scaled))
		}
		return scaled <= s.Threshold
	})
}

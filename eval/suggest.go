package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SuggestEps proposes radii from the distances of outcomes: those that break
// about a quarter, a half and nine tenths of the correctly classified rows,
// rounded to two digits. An eps far below says that every model is robust, one
// far above that none is. It returns nil if no row has an example.
func SuggestEps(outcomes []Outcome) []float64 {
	var distances []float64
	for i := range outcomes {
		if o := &outcomes[i]; o.Correct() && !math.IsInf(o.Distance, 1) {
			distances = append(distances, o.Distance)
		}
	}
	if len(distances) == 0 {
		return nil
	}
	slices.Sort(distances)
	var eps []float64
	for _, p := range []float64{0.25, 0.5, 0.9} {
		if e := twoDigits(stat.Quantile(p, stat.Empirical, distances, nil)); e > 0 {
			eps = append(eps, e)
		}
	}
	return slices.Compact(eps)
}

// twoDigits rounds to two significant decimal digits.
func twoDigits(v float64) float64 {
	if v <= 0 {
		return 0
	}
	digits := 1 - int(math.Floor(math.Log10(v)))
	if digits >= 0 {
		scale := math.Pow10(digits)
		return math.Round(v*scale) / scale
	}
	scale := math.Pow10(-digits)
	return math.Round(v/scale) * scale
}

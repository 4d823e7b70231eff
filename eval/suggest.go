package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SuggestEps proposes radii from the distances of outcomes: those that break about a quarter, a half
// and nine tenths of the correctly classified rows that have an example, rounded up to two digits.
// Far below them every model looks robust, far above them none does. It returns nil if no row has
// an example.
func SuggestEps(outcomes *Outcomes) []float64 {
	var distances []float64
	for _, o := range outcomes.All() {
		if o.Correct() && !math.IsInf(o.Distance, 1) {
			distances = append(distances, o.Distance)
		}
	}
	if len(distances) == 0 {
		return nil
	}
	slices.Sort(distances)
	var eps []float64
	for _, p := range []float64{0.25, 0.5, 0.9} {
		if e := TwoDigits(stat.Quantile(p, stat.Empirical, distances, nil)); e > 0 {
			eps = append(eps, e)
		}
	}
	return slices.Compact(eps)
}

// TwoDigits rounds a radius up to two significant decimal digits, so that an example at distance v
// is within it, up to one part in 1e9: 0.03 stays 0.03 whatever its last bits. Negative numbers
// become 0; NaN and numbers below 1e-300 or above 1e300 stay.
func TwoDigits(v float64) float64 {
	switch {
	case v <= 0:
		return 0
	case !(v >= 1e-300 && v <= 1e300):
		return v
	}
	exponent := int(math.Floor(math.Log10(v))) - 1
	const rounding = 1e-9
	digits := math.Ceil(v / math.Pow10(exponent) * (1 - rounding))
	if exponent < 0 {
		return digits / math.Pow10(-exponent) // the nearest number to the decimal
	}
	return digits * math.Pow10(exponent)
}

package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SuggestEps proposes radii from the distances of outcomes: those that break
// about a quarter, a half and nine tenths of the correctly classified rows that have an example,
// rounded up to two digits. An eps far below says that every model is robust, one
// far above that none is. It returns nil if no row has an example.
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

// TwoDigits rounds a radius up to two significant decimal digits, so that what is at
// the distance v is within it: but for a part in 1e9, as 0.03 is three hundredths however
// it is rounded. What is below 0 becomes 0; infinite numbers and NaN stay, as do numbers
// beyond 1e-300 and 1e300, which no decimals are made of.
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

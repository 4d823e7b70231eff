package data

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// withoutFar returns least and most, or the ends of the values without the least, the largest or
// both, if these are so far off that the range means nothing for the others, as beside ±1e18. Such
// a value is that of fewer than half of the rows, and not 0, which is hardly ever a stand-in.
func withoutFar(r Range, values, rows []float64, least, most float64) (float64, float64) {
	const times = 1000 // a twentieth of the range is then 50 times as wide as all others
	second, last := math.Inf(1), math.Inf(-1)
	var low, high, all float64 // rows
	for i, v := range values {
		n := 1.
		if rows != nil {
			n = rows[i]
		}
		switch all += n; v {
		case r.Min:
			low += n
		case r.Max:
			high += n
		default:
			second, last = min(second, v), max(last, v)
		}
	}
	for _, of := range []struct{ lo, hi, far float64 }{
		{second, r.Max, low}, {r.Min, last, high}, {second, last, low + high},
	} {
		if !(of.lo < of.hi) || 2*of.far >= all || (most-least)/times <= of.hi-of.lo ||
			of.lo > r.Min && r.Min == 0 || of.hi < r.Max && r.Max == 0 {
			continue
		}
		var others, weights []float64
		for i, v := range values {
			if v < of.lo || v > of.hi {
				continue
			}
			if others = append(others, v); rows != nil {
				weights = append(weights, rows[i])
			}
		}
		lo, hi := typical(Range{Min: of.lo, Max: of.hi}, others, weights)
		stat.SortWeighted(others, weights)
		if !merges(others, lo) && max((r.Max-lo)/(hi-lo), (lo-r.Min)/(hi-lo)) < maxNumber {
			return lo, hi
		}
	}
	return least, most
}

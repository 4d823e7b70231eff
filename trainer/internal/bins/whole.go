package bins

import (
	"math"
	"slices"
)

// Whole writes the weights of n rows to a slice as whole numbers, and returns what a unit of them weighs: 1 if
// all weights are whole and not too large, otherwise so little that rounding does not matter, except to weights
// below n/2^36 of the largest. Only a weight of 0 becomes 0. With counts below 2^16 and 2^27 rows sums stay below 2^63.
func Whole(to []int64, n int, weight func(row int) float64) (all []int64, unit float64) {
	largest, least, whole := 0.0, math.Inf(1), true
	for i := range n {
		w := weight(i)
		largest = max(largest, w)
		if w > 0 {
			least = min(least, w)
		}
		whole = whole && w == math.Trunc(w)
	}
	unit = 1.0
	if !whole || largest > 1<<20 {
		unit = largest / (1 << 20)
	}
	const fine = 1 << 10 // units of a weight that is rounded by at most a half
	if unit != 1 && least < fine*unit {
		if unit = min(unit, largest/(1<<46)*float64(n)); whole {
			unit = max(1, unit)
		}
	}
	unit = max(unit, math.SmallestNonzeroFloat64)
	to = slices.Grow(to[:0], n)[:n]
	for i := range to {
		to[i] = 0
		if w := weight(i); w > 0 {
			to[i] = max(1, int64(math.RoundToEven(w/unit)))
		}
	}
	return to, unit
}

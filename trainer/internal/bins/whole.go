package bins

import (
	"math"
	"slices"
)

// Whole writes the weights of n rows to a slice as whole numbers: the weights themselves if all are
// whole and not too large, otherwise multiples of a unit so small that rounding does not matter. Only a
// weight of 0 becomes 0. With counts below 2^16 and 2^27 rows sums stay below 2^63.
func Whole(to []int64, n int, weight func(row int) float64) []int64 {
	largest, whole := 0.0, true
	for i := range n {
		w := weight(i)
		largest = max(largest, w)
		whole = whole && w == math.Trunc(w)
	}
	unit := 1.0
	if !whole || largest > 1<<20 {
		unit = largest / (1 << 20)
	}
	to = slices.Grow(to[:0], n)[:n]
	for i := range to {
		to[i] = 0
		if w := weight(i); w > 0 {
			to[i] = max(1, int64(math.RoundToEven(w/unit)))
		}
	}
	return to
}

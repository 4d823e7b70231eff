// Package cut finds thresholds on numbers that are transformed before they are compared.
package cut

import "math"

// Last returns the largest number that goes left. left must hold for every number below one for which
// it holds. Last returns -Inf if no finite number goes left.
func Last(left func(x float64) bool) float64 {
	switch {
	case left(math.Inf(1)):
		return math.Inf(1)
	case !left(-math.MaxFloat64):
		return math.Inf(-1)
	}
	lo, hi := place(-math.MaxFloat64), place(math.Inf(1)) // lo goes left, hi does not
	for hi-lo > 1 {
		if middle := lo + (hi-lo)/2; left(at(middle)) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return at(lo)
}

// place returns the rank of a number among all float64.
func place(x float64) uint64 {
	bits := math.Float64bits(x)
	if bits>>63 == 0 {
		return bits | 1<<63
	}
	return ^bits
}

// at returns the float64 of a rank.
func at(place uint64) float64 {
	if place>>63 == 1 {
		return math.Float64frombits(place &^ (1 << 63))
	}
	return math.Float64frombits(^place)
}

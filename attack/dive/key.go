package dive

import "math"

// key returns an integer for a value; keys compare as their values do. Branches on the side of a
// cut are unpredictable, and the processor takes the smaller of two integers without a branch.
func key(v float64) int64 {
	b := int64(math.Float64bits(v + 0)) // -0 is 0
	return b ^ int64(uint64(b>>63)>>1)
}

// value returns the value of a key.
func value(k int64) float64 {
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1)))
}

// one returns 1 for true and 0 for false, without a branch.
func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

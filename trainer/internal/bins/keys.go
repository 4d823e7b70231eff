package bins

import (
	"math"
	"slices"
)

// key returns an integer that orders like v; NaN comes last.
func key(v float64) uint64 {
	b := math.Float64bits(v + 0) // -0 becomes 0
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// value is the inverse of key.
func value(k uint64) float64 {
	return math.Float64frombits(k ^ (uint64(^int64(k)>>63) | 1<<63))
}

// sortKeys sorts keys by a radix sort that skips the bytes that all keys share. buffer must be at least
// as long.
func sortKeys(keys, buffer []uint64) {
	if len(keys) < 128 { // for fewer keys, comparing costs less than counting bytes
		slices.Sort(keys)
		return
	}
	differ := uint64(0) // bits in which keys differ
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	from, to := keys, buffer[:len(keys)]
	for shift := 0; shift < 64; shift += 8 {
		if uint8(differ>>shift) == 0 {
			continue
		}
		var next [256]uint32
		for _, k := range from {
			next[uint8(k>>shift)]++
		}
		sum := uint32(0)
		for d, n := range next {
			next[d] = sum
			sum += n
		}
		for _, k := range from {
			d := uint8(k >> shift)
			to[next[d]] = k
			next[d]++
		}
		from, to = to, from
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
}

package hist

import (
	"math"
	"math/bits"
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

// table holds the keys of up to 255 thresholds in order, then the largest key.
type table [256]uint64

// bin returns how many thresholds lie below the value with key k. The
// comparison is a borrow, not a branch, which would be mispredicted half of
// the time.
func (t *table) bin(k uint64) uint64 {
	_, below := bits.Sub64(t[127], k, 0)
	at := below << 7
	_, below = bits.Sub64(t[uint8(at+63)], k, 0)
	at += below << 6
	_, below = bits.Sub64(t[uint8(at+31)], k, 0)
	at += below << 5
	_, below = bits.Sub64(t[uint8(at+15)], k, 0)
	at += below << 4
	_, below = bits.Sub64(t[uint8(at+7)], k, 0)
	at += below << 3
	_, below = bits.Sub64(t[uint8(at+3)], k, 0)
	at += below << 2
	_, below = bits.Sub64(t[uint8(at+1)], k, 0)
	at += below << 1
	_, below = bits.Sub64(t[uint8(at)], k, 0)
	return at + below
}

// sortKeys sorts keys, with a buffer of the same length: a radix sort that
// leaves out the bytes that all keys share.
func sortKeys(keys, buffer []uint64) {
	if len(keys) < 512 { // below, counting bytes costs more than comparing keys
		slices.Sort(keys)
		return
	}
	var counts [8][256]uint32
	for _, k := range keys {
		for b := range counts {
			counts[b][uint8(k>>(8*b))]++
		}
	}
	from, to := keys, buffer
	for b := range counts {
		count, shift := &counts[b], 8*b
		if count[uint8(keys[0]>>shift)] == uint32(len(keys)) {
			continue
		}
		next := uint32(0)
		for d, n := range count {
			count[d] = next
			next += n
		}
		for _, k := range from {
			d := uint8(k >> shift)
			to[count[d]] = k
			count[d]++
		}
		from, to = to, from
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
}

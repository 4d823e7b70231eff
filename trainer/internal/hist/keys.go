package hist

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

// sortKeys sorts keys, with a buffer of at least the same length: a radix sort that
// leaves out the bytes that all keys share.
func sortKeys(keys, buffer []uint64) {
	if sortFew(keys, buffer) {
		return
	}
	if len(keys) < 128 { // below, counting bytes costs more than comparing keys
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

// sortFew sorts keys by counting them, if few of them differ.
func sortFew(keys, buffer []uint64) bool {
	var few counts
	sorted := buffer[:0]
	for _, k := range keys {
		at := few.find(k)
		if few.n[at] == 0 {
			if len(sorted) == len(few.n)/2 {
				return false
			}
			few.key[at] = k
			sorted = append(sorted, k)
		}
		few.n[at]++
	}
	slices.Sort(sorted)
	for _, k := range sorted {
		n := few.n[few.find(k)]
		for i := range keys[:n] {
			keys[i] = k
		}
		keys = keys[n:]
	}
	return true
}

// counts says how often keys occur, at places that their hashes lead to.
type counts struct {
	key [1024]uint64
	n   [1024]uint32
}

// find returns the place of a key.
func (c *counts) find(k uint64) uint64 {
	at := k * 0x9e3779b97f4a7c15 >> 54 // the golden ratio of 2^64
	for c.n[at] != 0 && c.key[at] != k {
		at = (at + 1) % 1024
	}
	return at
}

package hist

import (
	"cmp"
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
	if sortFew(keys) {
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
func sortFew(keys []uint64) bool {
	type run struct {
		key uint64
		n   int
	}
	var index [1024]uint16 // by hash, the number of a run counted from 1
	runs := make([]run, 0, len(index)/4)
	for _, k := range keys {
		at := k * 0x9e3779b97f4a7c15 >> 54 // the golden ratio of 2^64
		for index[at] != 0 && runs[index[at]-1].key != k {
			at = (at + 1) % uint64(len(index))
		}
		if index[at] == 0 {
			if len(runs) == cap(runs) {
				return false
			}
			runs = append(runs, run{key: k})
			index[at] = uint16(len(runs))
		}
		runs[index[at]-1].n++
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.key, b.key) })
	for _, r := range runs {
		for i := range keys[:r.n] {
			keys[i] = r.key
		}
		keys = keys[r.n:]
	}
	return true
}

package bins

import (
	"math"
	"slices"
)

// distinct are the different values of a feature, ascending, and how many rows have each: a row of
// weight 2 counts as two.
type distinct struct {
	values []float64
	counts []int64
}

// rows returns how many rows have a value that is not missing.
func (d *distinct) rows() int64 {
	n := int64(0)
	for _, c := range d.counts {
		n += c
	}
	return n
}

// reset empties d, with space for n values.
func (d *distinct) reset(n int) {
	d.values, d.counts = slices.Grow(d.values[:0], n), slices.Grow(d.counts[:0], n)
}

// add appends rows of a value.
func (d *distinct) add(v float64, rows int64) {
	d.values = append(d.values, v)
	d.counts = append(d.counts, rows)
}

// of sets d to the values of the given keys, which it may sort. buffer must be at least as long.
func (d *distinct) of(keys, buffer []uint64) {
	if d.few(keys, buffer) {
		return
	}
	d.sorted(keys, buffer)
}

// sorted is of by sorting, which is faster for a handful of keys.
func (d *distinct) sorted(keys, buffer []uint64) {
	sortKeys(keys, buffer)
	d.reset(len(keys))
	first := 0 // index of the first key of the current value
	for i, k := range keys {
		if i+1 == len(keys) || keys[i+1] != k {
			d.add(value(k), int64(i+1-first))
			first = i + 1
		}
	}
}

// insert adds rows of a value that may already be there.
func (d *distinct) insert(v float64, rows int64) {
	at, found := slices.BinarySearch(d.values, v)
	if !found {
		d.values, d.counts = slices.Insert(d.values, at, v), slices.Insert(d.counts, at, 0)
	}
	d.counts[at] += rows
}

// weigh counts the rows anew, by their weights.
func (d *distinct) weigh(rows *sample, column int) {
	clear(d.counts)
	for at, i := range rows.at {
		if v := rows.value(i, column); v == v {
			which, _ := slices.BinarySearch(d.values, v)
			d.counts[which] += rows.weights[at]
		}
	}
}

// few is of by counting keys. It returns false if too many of them differ.
func (d *distinct) few(keys, buffer []uint64) bool {
	var few counts
	differ := buffer[:0]
	for _, k := range keys {
		at := few.find(k)
		if few.n[at] == 0 {
			if len(differ) == len(few.n)/2 {
				return false
			}
			few.key[at] = k
			differ = append(differ, k)
		}
		few.n[at]++
	}
	sortSpread(differ)
	d.reset(len(differ))
	for _, k := range differ {
		d.add(value(k), int64(few.n[few.find(k)]))
	}
	return true
}

// counts is a hash table of the number of occurrences of keys.
type counts struct {
	key [1024]uint64
	n   [1024]uint32
}

// find returns the place of a key, or an empty one for it.
func (c *counts) find(k uint64) uint64 {
	at := k * 0x9e3779b97f4a7c15 >> 54 // the golden ratio of 2^64
	for c.n[at] != 0 && c.key[at] != k {
		at = (at + 1) % 1024
	}
	return at
}

// sortSpread sorts up to some hundred keys, fastest if their values are spread evenly: most keys then
// find their places by value alone.
func sortSpread(keys []uint64) {
	const parts = 256
	var sorted [2 * parts]uint64
	if len(keys) < 16 || len(keys) > len(sorted) {
		slices.Sort(keys)
		return
	}
	lo, hi := value(slices.Min(keys)), value(slices.Max(keys))
	scale := (parts - 1) / (hi - lo)
	if !(scale > 0 && scale <= math.MaxFloat64) {
		slices.Sort(keys)
		return
	}
	part := func(k uint64) uint8 { return uint8(int((value(k) - lo) * scale)) }
	var from [parts + 1]uint16
	for _, k := range keys {
		from[int(part(k))+1]++
	}
	for i := range from[1:] {
		from[i+1] += from[i]
	}
	for _, k := range keys {
		p := part(k)
		sorted[from[p]%uint16(len(sorted))] = k
		from[p]++
	}
	for i, k := range sorted[:len(keys)] {
		for ; i > 0 && keys[i-1] > k; i-- {
			keys[i] = keys[i-1]
		}
		keys[i] = k
	}
}

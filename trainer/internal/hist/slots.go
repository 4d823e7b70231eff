package hist

import (
	"slices"
	"sync"
)

// finder is the memory of a goroutine that finds thresholds.
type finder struct {
	keys      [columnsAtOnce][]uint64
	tile      []float64
	buffer    []uint64
	candidate []uint64 // of robust splits
	values    []float64
	counts    []int
}

// finders are left from one training run to the next, as growers' memory is.
var finders = sync.Pool{New: func() any { return &finder{} }}

// columnsAtOnce is the number of columns that are read together, from
// rowsAtOnce rows: lines of the cache that are fetched side by side.
const (
	columnsAtOnce = 4
	rowsAtOnce    = 64
)

// findSlots finds the thresholds of all features from a sample of the rows
// and returns the features that differ.
func findSlots(rows *sample, maxBin int, reach []Reach, threads int) []Slot {
	cols := rows.cols
	found := make([]Slot, cols)
	Parallel(threads, (cols+columnsAtOnce-1)/columnsAtOnce, func(group int) {
		f := finders.Get().(*finder)
		defer finders.Put(f)
		lo := group * columnsAtOnce
		to := found[lo:min(cols, lo+columnsAtOnce)]
		f.read(rows, lo, len(to))
		for j := range to {
			var r Reach
			if reach != nil {
				r = reach[lo+j]
			}
			to[j] = f.slot(f.keys[j], len(rows.at), r, maxBin)
			to[j].Feature, to[j].Missing = lo+j, len(f.keys[j]) > 0 && len(f.keys[j]) < len(rows.at)
		}
	})
	slots := found[:0]
	for _, s := range found {
		if len(s.Cuts) > 0 || s.Missing {
			slots = append(slots, s)
		}
	}
	return slots
}

// read reads the keys of some columns from number lo on, without missing
// values.
func (f *finder) read(rows *sample, lo, columns int) {
	n := len(rows.at)
	f.buffer, f.tile = slices.Grow(f.buffer[:0], n)[:n], slices.Grow(f.tile[:0], rowsAtOnce*columnsAtOnce)
	for j := range columns {
		f.keys[j] = slices.Grow(f.keys[j][:0], n)
	}
	for first := 0; first < n; first += rowsAtOnce {
		f.tile = f.tile[:0]
		for i := first; i < min(first+rowsAtOnce, n); i++ {
			f.tile = append(f.tile, rows.row(i)[lo:lo+columns]...)
		}
		for j := range columns {
			keys := f.keys[j]
			for i := j; i < len(f.tile); i += columns {
				if v := f.tile[i]; v == v {
					keys = append(keys, key(v))
				}
			}
			f.keys[j] = keys
		}
	}
}

// slot finds the thresholds between values with the given keys.
func (f *finder) slot(keys []uint64, rows int, reach Reach, maxBin int) Slot {
	sortKeys(keys, f.buffer)
	cuts := f.robustCuts(keys, reach, maxBin-1)
	s := Slot{Cuts: cuts, Windows: reach.windows(cuts, keys)}
	if !reach.none() {
		f.distinct(keys) // of the candidates many are no values
	}
	s.common, s.share = f.common(keys, cuts, rows)
	return s
}

// common finds the bin of the most frequent value and its share of the rows.
func (f *finder) common(keys []uint64, cuts []float64, rows int) (bin uint8, share float64) {
	if missing := 1 - float64(len(keys))/float64(rows); missing >= 0.5 {
		return Missing, missing
	}
	most := 0
	for i, n := range f.counts {
		if n > f.counts[most] {
			most = i
		}
	}
	at, _ := slices.BinarySearch(cuts, f.values[most])
	lo, hi := 0, len(keys)
	if at > 0 {
		lo, _ = slices.BinarySearch(keys, key(cuts[at-1])+1)
	}
	if at < len(cuts) {
		hi, _ = slices.BinarySearch(keys, key(cuts[at])+1)
	}
	return uint8(at), float64(hi-lo) / float64(rows)
}

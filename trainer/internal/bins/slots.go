package bins

import (
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// finder is the scratch memory of a goroutine that finds thresholds.
type finder struct {
	keys      [columnsAtOnce][]uint64
	buffer    []uint64
	distinct  distinct
	candidate distinct // for robust splits
}

// finders are kept from one training run to the next, like the memory of growers.
var finders = sync.Pool{New: func() any { return &finder{} }}

// columnsAtOnce is the number of columns that are read together, rowsAtOnce rows at a time, because
// they share cache lines.
const (
	columnsAtOnce = 4
	rowsAtOnce    = 64
)

// MostBins is the most bins of a slot, including the one of missing values: their numbers are bytes.
const MostBins = 256

// findSlots finds the thresholds of all features from a sample of the rows and returns slots for the
// features that differ. A feature with more bins than a slot holds gets several slots in a row.
func findSlots(rows *sample, maxBin int, reach []Reach, levels [][]levelsOfSlot, threads int) []Slot {
	cols := rows.cols
	groups := (cols + columnsAtOnce - 1) / columnsAtOnce
	room, found := make([]Slot, cols), make([][]Slot, groups)
	parallel.For(threads, groups, func(group int) {
		f := finders.Get().(*finder)
		defer finders.Put(f)
		lo, hi := group*columnsAtOnce, min(cols, (group+1)*columnsAtOnce)
		to := room[lo:lo:hi]
		f.read(rows, lo, hi-lo)
		for j := range hi - lo {
			var r Reach
			if reach != nil {
				r = reach[lo+j]
			}
			before := len(to)
			missing := len(f.keys[j]) > 0 && len(f.keys[j]) < len(rows.at)
			if levels != nil && levels[lo+j] != nil {
				to = f.appendLevelSlots(to, rows, lo+j, f.keys[j], levels[lo+j])
			} else {
				to = f.appendSlots(to, rows, lo+j, f.keys[j], r, maxBin)
			}
			for k := before; k < len(to); k++ {
				to[k].Feature, to[k].Missing = lo+j, missing
			}
		}
		found[group] = to
	})
	slots := make([]Slot, 0, cols)
	for _, of := range found {
		for _, s := range of {
			if s.Bins() > 1 || s.Missing {
				slots = append(slots, s)
			}
		}
	}
	return slots
}

// read reads the keys of some columns from number lo on, without missing values.
func (f *finder) read(rows *sample, lo, columns int) {
	n := len(rows.at)
	f.buffer = slices.Grow(f.buffer[:0], n)[:n]
	for j := range columns {
		f.keys[j] = slices.Grow(f.keys[j][:0], n)
	}
	for some := range slices.Chunk(rows.at, rowsAtOnce) {
		for j := range columns {
			keys := f.keys[j]
			for _, i := range some {
				if v := rows.value(i, lo+j); v == v {
					keys = append(keys, key(v))
				}
			}
			f.keys[j] = keys
		}
	}
}

// appendSlots finds the thresholds between the values of a column, given by their keys. If a slot
// cannot hold them, they are dealt out to several, each with every n-th threshold over the whole range,
// so that its bins are fine enough to tell which rows the attacker can move across.
func (f *finder) appendSlots(to []Slot, rows *sample, column int, keys []uint64, reach Reach, maxBin int) []Slot {
	f.distinct.of(keys, f.buffer)
	if rows.weights != nil {
		f.distinct.weigh(rows, column)
	}
	cuts := f.robustCuts(reach, maxBin-1)
	n := 1 + len(cuts)/(MostBins-1)
	for i := range n {
		s := Slot{Cuts: every(cuts, i, n), Blank: reach.Blank}
		s.Windows = reach.windows(s.Cuts, &f.distinct)
		s.Common, s.share = f.distinct.common(s.Cuts, rows.total)
		to = append(to, s)
	}
	return to
}

// every returns every apart-th of the values, starting with number first.
func every(values []float64, first, apart int) []float64 {
	if apart == 1 {
		return values
	}
	var some []float64
	for i := first; i < len(values); i += apart {
		some = append(some, values[i])
	}
	return some
}

// common finds the bin of the most frequent value and its share of the rows.
func (d *distinct) common(cuts []float64, rows int64) (bin uint8, share float64) {
	if missing := 1 - float64(d.rows())/float64(rows); missing >= 0.5 {
		return Missing, missing
	}
	most := 0
	for i, n := range d.counts {
		if n > d.counts[most] {
			most = i
		}
	}
	at, _ := slices.BinarySearch(cuts, d.values[most])
	n := int64(0)
	for i, v := range d.values {
		if (at == 0 || v > cuts[at-1]) && (at == len(cuts) || v <= cuts[at]) {
			n += d.counts[i]
		}
	}
	return uint8(at), float64(n) / float64(rows)
}

// Slot is a feature that can be split.
type Slot struct {
	Feature int
	Cuts    []float64 // thresholds; bin i holds values above Cuts[i-1] and up to Cuts[i]
	Levels  []int32   // of a categorical feature, ascending: bin i holds Levels[i]; nil for numbers
	Each    []int     // number of rows with each of Levels
	Rows    int       // number of rows with one of Levels
	Missing bool      // some row has no value
	Windows []Window  // by threshold; nil if the attacker cannot move the feature
	Reach   []Set     // by bin of a level: the bins it can be changed into, see levels; nil for none
	With    []Set     // by bin: itself and the bins it can be changed into or from, except Missing
	Blank   bool      // the attacker can make numbers go missing
	Common  uint8     // the commonest bin

	share float64 // share of the rows in Common
}

// Bins returns the number of bins, not counting that of missing values.
func (s *Slot) Bins() int {
	if s.Levels != nil {
		return len(s.Levels)
	}
	return len(s.Cuts) + 1
}

// Window returns the window of a threshold.
func (s *Slot) Window(cut int) Window {
	if s.Windows == nil {
		return Window{cut + 1, cut + 1}
	}
	return s.Windows[cut]
}

// Strays reports whether the attacker can send rows where missing values go.
func (s *Slot) Strays() bool { return s.Blank || s.Reach != nil }

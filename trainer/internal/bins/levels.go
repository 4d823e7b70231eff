package bins

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// levelsOfSlot are the levels of a slot, in ascending order, and how many rows have one.
type levelsOfSlot struct {
	levels []int32
	rows   int
}

// findLevels returns the levels of each categorical feature that have bins, slot by slot.
// At most so many fit into one: of more, those of the most rows have bins, and in a
// regression others have further slots. A level that no row of the table has is none. It
// is nil where all features are numbers.
func findLevels(from Blocks, most, slots int) ([][]levelsOfSlot, error) {
	head := from.Head()
	if column.Count(head.Columns, column.Categorical) == 0 {
		return nil, nil
	}
	counts := make([]map[int32]int, head.Cols)
	for f, c := range head.Columns {
		if c.Kind == column.Categorical {
			counts[f] = map[int32]int{}
		}
	}
	first := 0
	for block, err := range from.Blocks(readAtOnce) {
		if err != nil {
			return nil, err
		}
		for i := range block.Rows {
			if head.Weights != nil && head.Weights[first+i] == 0 {
				continue
			}
			row := block.Row(i)
			for f, n := range counts {
				if n != nil && row[f] == row[f] {
					n[int32(row[f])]++
				}
			}
		}
		first += block.Rows
	}
	levels := make([][]levelsOfSlot, head.Cols)
	for f, n := range counts {
		if n != nil {
			levels[f] = deal(n, most, slots)
		}
	}
	return levels, nil
}

// What a column of levels may take in a regression. Each slot is a byte of every row, and
// fewer rows are too few for the average of a level.
const (
	mostLevelSlots = 8
	fewestRows     = 3
)

// levelSlots returns how many slots a column of levels may have. Levels of classifications
// have one: there, few rows tell a class by chance. So have those of who wants few bins.
func levelSlots(head *data.Table, maxBin int) int {
	if len(head.Classes) > 0 || maxBin < MostBins {
		return 1
	}
	return mostLevelSlots
}

// deal deals levels out to slots by falling number of rows, so that those of a slot have
// about as many each. rows says how many each has.
func deal(rows map[int32]int, most, slots int) []levelsOfSlot {
	all := slices.SortedFunc(maps.Keys(rows), func(a, b int32) int { return cmp.Or(rows[b]-rows[a], int(a-b)) })
	n := min(len(all), most)
	for n < min(len(all), slots*most) && rows[all[n]] >= fewestRows {
		n++
	}
	dealt := make([]levelsOfSlot, max(1, (n+most-1)/most))
	for i := range dealt {
		s := &dealt[i]
		s.levels = append([]int32{}, all[i*n/len(dealt):(i+1)*n/len(dealt)]...)
		slices.Sort(s.levels)
		for _, l := range s.levels {
			s.rows += rows[l]
		}
	}
	return dealt
}

// appendLevelSlots finds the slots of a categorical column with the given keys.
func (f *finder) appendLevelSlots(to []Slot, rows *sample, column int, keys []uint64, levels []levelsOfSlot) []Slot {
	f.distinct.of(keys, f.buffer)
	if rows.weights != nil {
		f.distinct.weigh(rows, column)
	}
	for _, some := range levels {
		s := Slot{Levels: some.levels, Rows: some.rows, Common: Missing}
		most := rows.total - f.distinct.rows() // missing
		for i, v := range f.distinct.values {
			if n := f.distinct.counts[i]; n > most {
				if bin, listed := slices.BinarySearch(s.Levels, int32(v)); listed {
					s.Common, most = uint8(bin), n
				}
			}
		}
		s.share = float64(most) / float64(rows.total)
		to = append(to, s)
	}
	return to
}

// reachLevels notes in the slots of levels what an adversary changes.
func (b *Matrix) reachLevels(reach []Reach, head *data.Table) {
	if reach == nil {
		return
	}
	for i := range b.Slots {
		if s := &b.Slots[i]; s.Levels != nil {
			s.MoveLevels(reach[s.Feature].levels(s.Levels, head.Columns[s.Feature].Codes))
		}
	}
}

// MoveLevels sets what an adversary brings each bin to.
func (s *Slot) MoveLevels(reach []Set) {
	s.Reach, s.With = reach, make([]Set, len(reach))
	for from := range reach {
		s.With[from].Add(from)
		for to := range reach[from].All() {
			if to != Missing {
				s.With[from].Add(to)
				s.With[to].Add(from)
			}
		}
	}
}

// levels returns the bins that an adversary brings the rows of each bin to, nil if none
// to any: those of other levels, and Missing for what goes the way of missing values,
// which are these and the legal levels without a bin.
func (r Reach) levels(levels, legal []int32) []Set {
	if legal == nil {
		legal = levels
	}
	reach, some := make([]Set, len(levels)), false
	for bin, from := range levels {
		for _, to := range legal {
			if to == from || r.Change == nil && r.Up < 1 || r.Change != nil && !r.Change(from, to) {
				continue
			}
			at, listed := slices.BinarySearch(levels, to)
			if !listed {
				at = Missing
			}
			reach[bin].Add(at)
		}
		if r.Blank {
			reach[bin].Add(Missing)
		}
		some = some || reach[bin] != Set{}
	}
	if !some {
		return nil
	}
	return reach
}

// binsByCode returns the bin of each code up to the largest of ascending levels.
func binsByCode(levels []int32) []uint8 {
	of := []uint8{}
	for bin, level := range levels {
		for len(of) < int(level) {
			of = append(of, Missing)
		}
		of = append(of, uint8(bin))
	}
	return of
}

// ofLevel returns the bin of a level, that of missing values if it has none.
func (t *table) ofLevel(v float64) uint64 {
	if v < 0 || v >= float64(len(t.levels)) {
		return Missing
	}
	return uint64(t.levels[int(v)])
}

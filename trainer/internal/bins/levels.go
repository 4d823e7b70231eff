package bins

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// findLevels returns the levels of each categorical feature that have bins: at
// most so many, those of the most rows, in ascending order. A level that no row
// of the table has is none. It is nil where all features are numbers.
func findLevels(from Blocks, most int) ([][]int32, error) {
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
	levels := make([][]int32, head.Cols)
	for f, n := range counts {
		if n == nil {
			continue
		}
		levels[f] = make([]int32, 0, len(n))
		for l := range n {
			levels[f] = append(levels[f], l)
		}
		slices.SortFunc(levels[f], func(a, b int32) int { return cmp.Or(n[b]-n[a], int(a-b)) })
		levels[f] = levels[f][:min(len(levels[f]), most)]
		slices.Sort(levels[f])
	}
	return levels, nil
}

// levelSlot returns the slot of a categorical column with the given keys.
func (f *finder) levelSlot(rows *sample, column int, keys []uint64, levels []int32) Slot {
	f.distinct.of(keys, f.buffer)
	if rows.weights != nil {
		f.distinct.weigh(rows, column)
	}
	s := Slot{Levels: levels, Common: Missing}
	most := rows.total - f.distinct.rows() // missing
	for i, v := range f.distinct.values {
		if n := f.distinct.counts[i]; n > most {
			if bin, listed := slices.BinarySearch(levels, int32(v)); listed {
				s.Common, most = uint8(bin), n
			}
		}
	}
	s.share = float64(most) / float64(rows.total)
	return s
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

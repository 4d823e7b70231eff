package bins

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// levelsOfSlot are the levels of a slot, in ascending order, how many rows have each, and how many have
// one of them.
type levelsOfSlot struct {
	levels []int32
	each   []int
	rows   int
}

// findLevels returns the levels of each categorical feature that get bins, slot by slot, nil if all
// features are numeric. A slot holds up to min(maxBin, MostBins)-1 levels; the most frequent come
// first, and others with enough rows get further slots (levelSlots, fewestRows). Levels without rows
// get no bin. untold lists the features some of whose levels get none.
func findLevels(from Blocks, maxBin int) (levels [][]levelsOfSlot, untold []Untold, err error) {
	head := from.Head()
	if column.Count(head.Columns, column.Categorical) == 0 {
		return nil, nil, nil
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
			return nil, nil, err
		}
		for i := range block.Rows {
			if head.Weight(first+i) == 0 {
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
	levels = make([][]levelsOfSlot, head.Cols)
	for f, n := range counts {
		if n != nil {
			levels[f] = deal(n, min(maxBin, MostBins)-1, levelSlots(maxBin), fewestRows(head))
			if u := untoldOf(f, n, levels[f]); u.Told < u.Levels {
				untold = append(untold, u)
			}
		}
	}
	return levels, untold, nil
}

// Untold says that only Told of the Levels of a feature have bins, and that Rows have one of the
// others, which are treated as missing.
type Untold struct{ Feature, Levels, Told, Rows int }

func untoldOf(feature int, rows map[int32]int, slots []levelsOfSlot) Untold {
	u := Untold{Feature: feature, Levels: len(rows)}
	for _, n := range rows {
		u.Rows += n
	}
	for _, s := range slots {
		u.Told, u.Rows = u.Told+len(s.levels), u.Rows-s.rows
	}
	return u
}

// mostLevelSlots is the most slots of a categorical column: each is a byte of every row.
const mostLevelSlots = 8

// levelSlots returns how many slots a categorical column may have: only one if maxBin asks for few
// bins.
func levelSlots(maxBin int) int {
	if maxBin < MostBins {
		return 1
	}
	return mostLevelSlots
}

// fewestRows returns how many rows a level needs for a place in a further slot: fewer are too few for
// an average in a regression, and tell a class only by chance.
func fewestRows(head *data.Table) int {
	if len(head.Classes) > 0 {
		return 5
	}
	return 3
}

// deal deals levels out to slots by decreasing number of rows, so that the levels of a slot are about
// equally frequent. rows says how many rows each level has, fewest how many it needs for a slot after
// the first.
func deal(rows map[int32]int, most, slots, fewest int) []levelsOfSlot {
	all := slices.SortedFunc(maps.Keys(rows), func(a, b int32) int { return cmp.Or(rows[b]-rows[a], int(a-b)) })
	n := min(len(all), most)
	for n < min(len(all), slots*most) && rows[all[n]] >= fewest {
		n++
	}
	dealt := make([]levelsOfSlot, max(1, (n+most-1)/most))
	for i := range dealt {
		s := &dealt[i]
		s.levels = append([]int32{}, all[i*n/len(dealt):(i+1)*n/len(dealt)]...)
		slices.Sort(s.levels)
		for _, l := range s.levels {
			s.each, s.rows = append(s.each, rows[l]), s.rows+rows[l]
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
		s := Slot{Levels: some.levels, Each: some.each, Rows: some.rows, Common: Missing}
		most := rows.total - f.distinct.rows() // rows with a missing value
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

// reachLevels notes in the slots of levels what the attacker can change.
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

// MoveLevels sets the bins into which the attacker can change each bin.
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

// levels returns the bins into which the attacker can change each bin: those of other levels, and
// Missing for legal levels without a bin and, with Blank, for going missing. It is nil if nothing can
// be changed.
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

// ofLevel returns the bin of a level, or Missing if it has none.
func (t *table) ofLevel(v float64) uint64 {
	if v < 0 || v >= float64(len(t.levels)) {
		return Missing
	}
	return uint64(t.levels[int(v)])
}

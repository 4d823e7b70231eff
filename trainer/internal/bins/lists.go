package bins

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
)

// Lists hold the bins of the rows of a sparse table, by row and by slot: only the cells outside the
// common bin of their slot, which is that of absent cells. Memory and time depend on the number of
// cells, not of slots.
type Lists struct {
	start []int   // where the cells of each row start, and the end
	slot  []int32 // by cell, ascending in a row
	bin   []uint8 // by cell

	first  []int   // where the cells of each slot start, and the end
	row    []int32 // by cell, ascending in a slot
	column []uint8 // the bin of each of these cells
}

// newLists bins the rows of a sparse table. It takes over the memory of columns, the table's cells by
// column.
func newLists(t *data.Table, columns *columns, slots []Slot) *Lists {
	l := &Lists{first: make([]int, 1, len(slots)+1), row: columns.row}
	l.start = make([]int, t.Rows+1)
	for s := range slots {
		slot := &slots[s]
		lo, hi := columns.start[slot.Feature], columns.start[slot.Feature+1]
		for k := lo; k < hi; k++ {
			bin := slot.of(columns.value[k])
			if bin == Missing {
				slot.Missing = true
			}
			if bin != slot.Common {
				l.row[len(l.column)] = columns.row[k] // len(l.column) <= k: overwrites only cells already read
				l.column = append(l.column, bin)
				l.start[columns.row[k]+1]++
			}
		}
		if hi-lo < t.Rows && slot.Common == Missing {
			slot.Missing = true
		}
		l.first = append(l.first, len(l.column))
	}
	l.row = l.row[:len(l.column)]
	l.turn(t.Rows)
	return l
}

// turn lists by row what is already listed by slot.
func (l *Lists) turn(rows int) {
	for i := range rows {
		l.start[i+1] += l.start[i]
	}
	l.slot, l.bin = make([]int32, len(l.row)), make([]uint8, len(l.row))
	next := slices.Clone(l.start[:rows])
	for s := range l.first[1:] {
		for k := l.first[s]; k < l.first[s+1]; k++ {
			to := &next[l.row[k]]
			l.slot[*to], l.bin[*to] = int32(s), l.column[k]
			*to++
		}
	}
}

// of returns the bin of a value.
func (s *Slot) of(v float64) uint8 {
	if v != v {
		return Missing
	}
	bin, _ := slices.BinarySearch(s.Cuts, v)
	return uint8(bin)
}

// Row returns the slots and bins of the cells of a row, as views.
func (l *Lists) Row(i int32) (slots []int32, bins []uint8) {
	lo, hi := l.start[i], l.start[i+1]
	return l.slot[lo:hi], l.bin[lo:hi]
}

// Column returns the rows and bins of the cells of a slot, as views.
func (l *Lists) Column(slot int) (rows []int32, bins []uint8) {
	lo, hi := l.first[slot], l.first[slot+1]
	return l.row[lo:hi], l.column[lo:hi]
}

// Lists returns the lists of the rows of a sparse table, nil if the rows have words.
func (b *Matrix) Lists() *Lists { return b.lists }

// Column returns the bins of all rows in a slot. It writes them to the given memory if that is large
// enough.
func (b *Matrix) Column(slot int, to []uint8) []uint8 {
	l := b.lists
	to = slices.Grow(to[:0], b.n)[:b.n]
	common := b.Slots[slot].Common
	for i := range to {
		to[i] = common
	}
	for k := l.first[slot]; k < l.first[slot+1]; k++ {
		to[l.row[k]] = l.column[k]
	}
	return to
}

// at returns the bin of a row in a slot.
func (l *Lists) at(i, s int, common uint8) uint8 {
	slots, bins := l.Row(int32(i))
	if k, found := slices.BinarySearch(slots, int32(s)); found {
		return bins[k]
	}
	return common
}

// unlisted turns lists into words, before rows change or are added.
func (b *Matrix) unlisted() {
	l := b.lists
	if l == nil {
		return
	}
	b.width = widthOf(b.Slots)
	b.sparse = isSparse(b.Slots, b.width)
	b.prepare(0)
	for block, words := range b.words {
		common := uint64(0)
		for j, s := range b.Slots[8*block : min(8*block+8, len(b.Slots))] {
			common |= uint64(s.Common) << (8 * j)
		}
		for i := range words {
			words[i] = common
		}
	}
	for s := range b.Slots {
		words, at := b.words[s/8], 8*(s%8)
		for k := l.first[s]; k < l.first[s+1]; k++ {
			w := &words[l.row[k]]
			*w = *w&^(0xff<<at) | uint64(l.column[k])<<at
		}
	}
	b.lists = nil
}

package ensemble

import "math/bits"

// CellSet is a set of cells of one feature, 64 to a word.
type CellSet []uint64

// Has reports whether a cell is in s.
func (s CellSet) Has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Add puts a cell into s.
func (s CellSet) Add(c Cell) { s[c>>6] |= 1 << (c & 63) }

// Meets reports whether s and t have a cell in common.
func (s CellSet) Meets(t CellSet) bool {
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

// Within reports whether all cells of s are in t.
func (s CellSet) Within(t CellSet) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// And leaves the cells in s that are in t too.
func (s CellSet) And(t CellSet) {
	for i := range s {
		s[i] &= t[i]
	}
}

// AndNot takes the cells of t out of s.
func (s CellSet) AndNot(t CellSet) {
	for i := range s {
		s[i] &^= t[i]
	}
}

// Next returns the first cell of s from c on, or -1.
func (s CellSet) Next(c Cell) Cell {
	for i := int(c >> 6); i < len(s); i++ {
		w := s[i]
		if i == int(c>>6) {
			w &= ^uint64(0) << (c & 63)
		}
		if w != 0 {
			return Cell(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return -1
}

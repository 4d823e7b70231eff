package data

import "math"

// compactColumn is a column of a compact table. Each word is a NaN of its own until the table is
// settled, so values are told apart by their bits.
type compactColumn struct {
	values []float64 // the first different values, which subsets share
	wide   []float64 // by row: its value, if too many have others, and then values is nil

	// slots is a hash table, while rows are added: one more than the place of a value, in the first
	// free slot from that of its bits on.
	slots *[1 << slotBits]uint16
}

// others is the code of a cell whose value is none of the first, of which there are at most as many.
const others = 255

// slotBits leave three of four slots free.
const slotBits = 10

// tooMany reports whether a column is smaller with the value of each row than with a code and a list of
// some, or whether the list cannot hold the number of the last row.
func tooMany(listed, rows int) bool { return listed > rows/8 || rows > math.MaxInt32 }

// code returns the place of a value, a new one if need be, or others if there is none left.
func (c *compactColumn) code(v float64) uint8 {
	if c.slots == nil {
		c.slots = new([1 << slotBits]uint16)
	}
	bits := math.Float64bits(v)
	slot := bits * 0x9e3779b97f4a7c15 >> (64 - slotBits)
	for ; c.slots[slot] > 0; slot = (slot + 1) % (1 << slotBits) {
		if at := c.slots[slot] - 1; math.Float64bits(c.values[at]) == bits {
			return uint8(at)
		}
	}
	if len(c.values) == others {
		return others
	}
	c.values = append(c.values, v)
	c.slots[slot] = uint16(len(c.values))
	return uint8(len(c.values) - 1)
}

// listed are the cells of a column whose values are not among the first ones.
type listed struct {
	rows   []int32 // ascending
	values []float64
}

// add appends a cell.
func (l *listed) add(row int, v float64) {
	l.rows, l.values = append(l.rows, int32(row)), append(l.values, v)
}

package bins

import (
	"math"
	"sync"
)

// table finds the bins of a slot. The range of the thresholds is divided into cells of equal width, few
// of which hold more than one threshold: the cell of a value says where to look.
type table struct {
	low, scale float64 // the first threshold, and the cells per unit
	first      [cells]uint8
	steps      int          // of the binary search among the thresholds of a cell
	cuts       [256]float64 // ascending, padded with +Inf
	levels     []uint8      // bin by code of a level; nil for numbers
}

const cells = 512

// tables are kept from one training run to the next, like the memory of growers.
var tables = sync.Pool{New: func() any { return &table{} }}

// newTable returns the table of the ascending thresholds of a slot, or of its
// levels.
func newTable(s *Slot) *table {
	t, cuts := tables.Get().(*table), s.Cuts
	if t.levels = nil; s.Levels != nil {
		t.levels = binsByCode(s.Levels)
	}
	t.low, t.scale, t.steps = 0, 0, 0
	for i := copy(t.cuts[:], cuts); i < len(t.cuts); i++ {
		t.cuts[i] = math.Inf(1)
	}
	if len(cuts) > 0 {
		t.low, t.scale = cuts[0], (cells-1)/(cuts[len(cuts)-1]-cuts[0])
	}
	most, next := 0, uint(0) // the most thresholds in a cell, the first cell not yet filled
	for i, c := range cuts {
		cell := t.cell(c)
		for ; next <= cell; next++ {
			t.first[next] = uint8(i)
		}
		most = max(most, i+1-int(t.first[cell]))
	}
	for ; next < cells; next++ {
		t.first[next] = uint8(len(cuts))
	}
	for most>>(t.steps+1) > 0 {
		t.steps++
	}
	return t
}

// cell returns the cell of a value. It is monotone in v.
func (t *table) cell(v float64) uint {
	x := (v - t.low) * t.scale
	if !(x > 0) { // also catches NaN, from Inf times 0
		return 0
	}
	if x < cells-1 {
		return uint(int(x))
	}
	return cells - 1
}

// of returns the bin of a value: the number of thresholds below it. It adds up comparisons, since
// branches would be mispredicted half of the time.
func (t *table) of(v float64) uint64 {
	if v != v {
		return Missing
	}
	if t.levels != nil {
		return t.ofLevel(v)
	}
	at := int(t.first[t.cell(v)%cells])
	for step := t.steps; step > 0; step-- {
		above := 0
		if v > t.cuts[min(at+1<<(step&7)-1, 255)] {
			above = 1
		}
		at += above << (step & 7)
	}
	above := 0
	if v > t.cuts[uint8(at)] {
		above = 1
	}
	return uint64(at + above)
}

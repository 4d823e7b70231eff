package data

import (
	"math"
	"slices"
)

// Moved are the cells in which a row differs from another one, by feature. An
// adversarial example differs from its row in a few.
type Moved []Cell

// Cell is the value of a feature.
type Cell struct {
	Feature int
	Value   float64
}

// Diff returns the cells in which x differs from a row, in the memory of m where
// there is enough.
func (m Moved) Diff(x, row []float64) Moved {
	n := 0
	for f, v := range x {
		if math.Float64bits(v) != math.Float64bits(row[f]) {
			n++
		}
	}
	if n > cap(m) {
		m = make(Moved, 0, n)
	}
	m = m[:0]
	for f, v := range x {
		if math.Float64bits(v) != math.Float64bits(row[f]) {
			m = append(m, Cell{f, v})
		}
	}
	return m
}

// Of returns what differs from a row in these cells.
func (m Moved) Of(row []float64) []float64 {
	x := slices.Clone(row)
	for _, c := range m {
		x[c.Feature] = c.Value
	}
	return x
}

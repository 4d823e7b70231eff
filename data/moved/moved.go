// Package moved says in which cells a row differs from another one.
package moved

import (
	"math"
	"slices"
)

// Cells are those in which a row differs from another one, by feature. An
// adversarial example differs from its row in a few.
type Cells []Cell

// Cell is the value of a feature.
type Cell struct {
	Feature int
	Value   float64
}

// Diff returns the cells in which x differs from a row, in the memory of c if that is
// enough.
func (c Cells) Diff(x, row []float64) Cells {
	n := 0
	for f, v := range x {
		if math.Float64bits(v) != math.Float64bits(row[f]) {
			n++
		}
	}
	if n > cap(c) {
		c = make(Cells, 0, n)
	}
	c = c[:0]
	for f, v := range x {
		if math.Float64bits(v) != math.Float64bits(row[f]) {
			c = append(c, Cell{f, v})
		}
	}
	return c
}

// Of returns the row that differs from another one in these cells, in new memory.
func (c Cells) Of(row []float64) []float64 {
	x := slices.Clone(row)
	for _, to := range c {
		x[to.Feature] = to.Value
	}
	return x
}

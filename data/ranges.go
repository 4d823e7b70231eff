package data

import (
	"math"
)

// Range is the range of the values of a column.
type Range struct {
	Min, Max float64 // NaN if all are missing
	Missing  int     // rows
}

// add extends the range to a value of some rows.
func (r *Range) add(v float64, rows int) {
	if v < r.Min { // not min, for which 0 and -0 differ
		r.Min = v
	}
	if v > r.Max {
		r.Max = v
	}
	if v != v {
		r.Missing += rows
	}
}

// Ranges returns the range of each column.
func (t *Table) Ranges() []Range {
	ranges := make([]Range, t.Cols)
	for f := range ranges {
		ranges[f] = Range{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	if t.Sparse != nil {
		t.Sparse.ranges(ranges)
	} else {
		for _, row := range t.eachRow() {
			for f, v := range row {
				ranges[f].add(v, 1)
			}
		}
	}
	for f := range ranges {
		if r := &ranges[f]; r.Missing == t.Rows {
			r.Min, r.Max = math.NaN(), math.NaN()
		}
	}
	return ranges
}

package advboost

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Levels returns how many columns of rows change as a whole or not at all: categorical and
// boolean ones, and switches: those of just two whole numbers, next to each other, such as dummies
// and flags.
func Levels(rows *data.Table) int {
	_, n := levels(rows)
	return n
}

// MostlyLevels reports whether more than half of the columns of rows are [Levels].
func MostlyLevels(rows *data.Table) bool { return 2*Levels(rows) > rows.Cols }

// LevelColumns reports which columns of rows count as levels: categorical and boolean ones, and
// switches if [MostlyLevels] holds.
func LevelColumns(rows *data.Table) []bool {
	is, n := levels(rows)
	if 2*n <= rows.Cols {
		for f, c := range rows.Columns {
			is[f] = is[f] && c.Kind != column.Integer
		}
	}
	return is
}

// levels reports which columns of rows are [Levels], and how many.
func levels(rows *data.Table) (is []bool, n int) {
	is = switches(rows)
	for f, c := range rows.Columns {
		if is[f] = is[f] || c.Kind == column.Categorical; is[f] {
			n++
		}
	}
	return is, n
}

// switches reports which columns of rows hold only two values: boolean ones, and whole numbers
// that are two, next to each other. It goes row by row, which for many columns is several times as
// fast as column by column.
func switches(rows *data.Table) []bool {
	is := make([]bool, rows.Cols)
	var open []twoValues
	for f, c := range rows.Columns {
		is[f] = c.Kind == column.Boolean
		if c.Kind == column.Integer && rows.Sparse == nil {
			open = append(open, twoValues{column: f})
		}
	}
	for _, c := range stillTwo(rows, open) {
		width := c.high - c.low
		if rows.Scaling != nil {
			width *= rows.Scaling.Unit(c.column)
		}
		const rounding = 1e-9 // of scaling
		is[c.column] = width > 1-rounding && width < 1+rounding
	}
	return is
}

// stillTwo returns the columns that hold no more than two values in any row.
func stillTwo(rows *data.Table, open []twoValues) []twoValues {
	if len(open) == 0 {
		return nil
	}
	buffer := make([]float64, rows.Cols)
	for i := range rows.Rows {
		x, still := rows.RowIn(buffer, i), open[:0]
		for _, c := range open {
			if c.add(x[c.column]) {
				still = append(still, c)
			}
		}
		if open = still; len(open) == 0 {
			return nil
		}
	}
	return open
}

// twoValues is a column that has held no more than two values so far.
type twoValues struct {
	column    int
	low, high float64 // the same after one value
	some      bool
}

// add adds a value, which may be missing, and reports whether the values are still no more than two.
func (c *twoValues) add(v float64) bool {
	switch {
	case v != v, c.some && (v == c.low || v == c.high):
	case !c.some:
		c.low, c.high, c.some = v, v, true
	case c.low == c.high:
		c.low, c.high = min(c.low, v), max(c.high, v)
	default:
		return false
	}
	return true
}

package advboost

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Levels returns how many columns of rows change as a whole or not at all: categorical and
// boolean ones, and those of two whole numbers, see [IsSwitch], such as dummies and flags.
func Levels(rows *data.Table) int {
	n := 0
	for f, c := range rows.Columns {
		switch c.Kind {
		case column.Categorical, column.Boolean:
			n++
		case column.Integer:
			if IsSwitch(rows, f) {
				n++
			}
		}
	}
	return n
}

// MostlyLevels reports whether more than half of the columns of rows are [Levels].
func MostlyLevels(rows *data.Table) bool { return 2*Levels(rows) > rows.Cols }

// IsSwitch reports whether a column of rows holds just two whole numbers, next to each other,
// such as 0 and 1.
func IsSwitch(rows *data.Table, f int) bool {
	if rows.Columns == nil || rows.Columns[f].Kind != column.Integer || rows.X == nil {
		return false
	}
	low, high, some := 0., 0., false
	for i := range rows.Rows {
		switch v := rows.X[i*rows.Cols+f]; {
		case v != v:
		case !some:
			low, high, some = v, v, true
		case v < low:
			if low != high {
				return false
			}
			low = v
		case v > high:
			if low != high {
				return false
			}
			high = v
		case v != low && v != high:
			return false
		}
	}
	width := high - low
	if rows.Scaling != nil {
		width *= rows.Scaling.Unit(f)
	}
	const rounding = 1e-9 // of scaling
	return width > 1-rounding && width < 1+rounding
}

// switches returns which columns of rows hold only two values.
func switches(rows *data.Table) []bool {
	is := make([]bool, rows.Cols)
	for f := range is {
		is[f] = rows.Columns != nil && rows.Columns[f].Kind == column.Boolean || IsSwitch(rows, f)
	}
	return is
}

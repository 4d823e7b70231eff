package data

import (
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// CodeOf returns what reads a cell of a column of levels with names, or of yes and no: it returns the
// code of the level, and false for a cell that is none. A cell need not be written exactly as the name of
// its level: blanks around it do not count, nor how a number, or a word for yes or no, is written.
func CodeOf(c *column.Column) func(cell string) (code int32, known bool) {
	of := textColumn{known: c}
	if c.Kind == column.Categorical {
		return of.expectedLevel
	}
	return func(cell string) (int32, bool) {
		v, known := of.expectedTruth(strings.TrimSpace(cell))
		return int32(v), known
	}
}

package data

import (
	"math"
	"slices"
	"strings"
)

// rowNames are what columns are called, in any case, that say which row a row is.
// R and pandas write one before all others, without a name.
var rowNames = []string{"", "unnamed: 0", "rownames", "row.names", "row_names", "rowid", "row_id", "index", "id"}

// namesRows reports whether a column may say which row a row is.
func namesRows(column string) bool { return slices.Contains(rowNames, strings.ToLower(column)) }

// areNamed reports whether each row starts with a name of its own, for which the
// first row of the file has no cell, as R writes tables.
func (s Sample) areNamed(first []string) bool {
	names := map[string]bool{}
	for _, cells := range s {
		if len(cells) != len(first)+1 || strings.TrimSpace(cells[len(first)]) == "" || names[cells[0]] {
			return false
		}
		names[cells[0]] = true
	}
	return len(s) > 1 && !slices.ContainsFunc(first, func(cell string) bool { return isNumber(strings.TrimSpace(cell)) })
}

// numbersRows is why a column is ignored that holds the numbers of the rows.
const numbersRows = "numbers the rows"

// count notes a number of a column whose numbers have been those of the rows so
// far: of all, or of some that were taken in order.
func (c *textColumn) count(v float64) {
	if c.counting = v == math.Trunc(v) && (c.numbers == 0 || v > c.last); !c.counting {
		c.plain = c.holdsNumbers()
	}
	c.last = v
}

// isCount reports whether the column has numbered all rows, too many of them for
// chance.
func (c *textColumn) isCount() bool {
	return c.counting && c.numbers >= fewCells && c.filled+c.missing == 0
}

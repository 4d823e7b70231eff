package data

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// zeroed are the cells of a column with the same number that begin with 0, as codes may.
type zeroed struct {
	cell  string // the first of them
	other string // one that is written otherwise, "" for none
	cells int
}

// beginsWithZero notes a whole number that is written with a 0 in front.
func (c *textColumn) beginsWithZero(cell string, v float64) {
	if strings.Trim(cell, "0123456789") != "" {
		return
	}
	z := c.zeroed[v]
	if z == nil {
		if len(c.zeroed) == mostOfThese {
			return
		}
		if c.zeroed == nil {
			c.zeroed = map[float64]*zeroed{}
		}
		z = &zeroed{cell: strings.Clone(cell)}
		c.zeroed[v] = z
	}
	if z.cells++; cell != z.cell && z.other == "" {
		z.other = strings.Clone(cell)
	}
}

// zerosTell says that two cells of a column are written differently and are the same number, as
// the codes 01234 and 1234; "" for none.
func (t *Table) zerosTell(f int, of *textColumn) string {
	if of.zeroed == nil {
		return ""
	}
	cells := map[float64]int{}
	for i := range t.held() {
		v := t.At(i, f)
		z := of.zeroed[v]
		if z == nil {
			continue
		}
		other := z.other
		if cells[v]++; cells[v] > z.cells && other == "" {
			other = strconv.FormatFloat(v, 'f', 0, 64)
		}
		if other != "" {
			return fmt.Sprintf("%q and %q are the same number here: Options.Categorical tells them apart as they are written", phrase.Clip(z.cell), other)
		}
	}
	return ""
}

package data

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/memory"
)

const (
	compactCells = 1 << 21 // from which a table is compacted: smaller ones are quicker as they are
	compactMore  = 1 << 16 // that are then compacted at a time
	compactRows  = 1 << 8  // and rows, of wide tables
)

// compact moves the rows of X into compact columns, unless the first ones tell that this is of no use.
func (c *collector) compact() error {
	t := c.table
	if t.compact == nil {
		if !c.worthCompacting() {
			c.compactAt = math.MaxInt
			return c.makeRoom()
		}
		if err := memory.Ask(float64(c.expected)*float64(t.Cols), "a table of %d rows and %d columns takes, in a byte a cell,", c.expected, t.Cols); err != nil {
			return located(c.ctx, err, t.Source)
		}
		t.compact = newCompact(c.expected, t.Cols)
	}
	if err := memory.Ask(float64(t.compact.bytes())/4, "a table of more than %d rows and %d columns takes", t.Rows, t.Cols); err != nil {
		return located(c.ctx, err, t.Source)
	}
	t.compact.add(t.X)
	if t.X = t.X[:0]; c.compactAt > compactMore {
		c.compactAt = compactMore
		t.X = make([]float64, 0, c.compactAt+len(c.columns))
	}
	return nil
}

// makeRoom makes room for all rows that are expected.
func (c *collector) makeRoom() error {
	t, cols := c.table, len(c.columns)
	more := (c.expected+1)*cols - len(t.X)
	if more <= 0 {
		return nil
	}
	if err := askFor(c.expected, cols, ""); err != nil {
		return located(c.ctx, err, t.Source)
	}
	t.X = slices.Grow(t.X, more)
	return nil
}

// worthCompacting reports whether the first rows hold levels, and a quarter of the columns few
// different values, or whether two thirds of the columns hold the same values again and again, as dummies
// and counts do, or one value nearly everywhere, as hashed words do. The bookkeeping of a column must be
// small beside its cells, which rules out few rows.
func (c *collector) worthCompacting() bool {
	const first, least = 1 << 14, 1 << 10
	t := c.table
	if max(t.Rows, c.expected) < least {
		return false
	}
	rows := min(len(t.X)/t.Cols, first)
	few, again, levels := 0, 0, column.Count(c.o.Columns, column.Categorical) > 0
	for f := range t.Cols {
		var of compactColumn
		var held [others + 1]int // rows, by code
		for i := 0; i < rows && !tooMany(held[others], rows); i++ {
			held[of.code(t.X[i*t.Cols+f])]++
		}
		if tooMany(held[others], rows) {
			continue
		}
		few++
		if 4*len(of.values) <= rows && 2*fresh(of.values, held[:]) < len(of.values) || 16*slices.Max(held[:]) >= 15*rows {
			again++
		}
		levels = levels || slices.ContainsFunc(of.values, isText)
	}
	return levels && 4*few >= t.Cols || 3*again >= 2*t.Cols
}

// fresh returns the number of values with fractions that only one row holds: others will follow.
func fresh(values []float64, held []int) (n int) {
	for code, v := range values {
		if held[code] == 1 && fractional(v) {
			n++
		}
	}
	return n
}

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
)

// compact moves the rows of X into compact columns, unless the first ones tell that this is of no use.
func (c *collector) compact() error {
	t := c.table
	if t.compact == nil {
		if !c.worthCompacting() {
			c.compactAt = math.MaxInt
			return c.makeRoom()
		}
		t.compact = newCompact(t.Cols)
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
// different values. The bookkeeping of a column must be small beside its cells, which rules out very
// wide tables.
func (c *collector) worthCompacting() bool {
	const first, wide = 1 << 14, 1 << 10
	t := c.table
	if t.Cols > wide {
		return false
	}
	rows := min(len(t.X)/t.Cols, first)
	few, levels := 0, c.o.Columns != nil && column.Count(c.o.Columns, column.Categorical) > 0
	for f := range t.Cols {
		var of compactColumn
		if of.add(t.X[:rows*t.Cols], f, t.Cols); of.wide != nil {
			continue
		}
		few++
		levels = levels || slices.ContainsFunc(of.values, isText)
	}
	return levels && 4*few >= t.Cols
}

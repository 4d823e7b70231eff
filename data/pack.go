package data

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/memory"
)

const (
	packCells = 1 << 21 // from which a table is packed: smaller ones are quicker as they are
	packMore  = 1 << 16 // that are then packed at a time
)

// pack moves the rows of X into packed columns, unless the first ones tell that this is of no use.
func (c *collector) pack() error {
	t := c.table
	if t.packed == nil {
		if !t.worthPacking() {
			c.packAt = math.MaxInt
			return c.makeRoom()
		}
		t.packed = newPacked(t.Cols)
	}
	if err := memory.Ask(float64(t.packed.bytes())/4, "a table of more than %d rows and %d columns takes", t.Rows, t.Cols); err != nil {
		return located(c.ctx, err, t.Source)
	}
	t.packed.add(t.X)
	if t.X = t.X[:0]; c.packAt > packMore {
		c.packAt = packMore
		t.X = make([]float64, 0, c.packAt+len(c.columns))
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

// worthPacking reports whether half of the columns have few different values in the first rows. The
// bookkeeping of a column must be small beside its cells, which rules out very wide tables.
func (t *Table) worthPacking() bool {
	const first, wide = 1 << 14, 1 << 10
	if t.Cols > wide {
		return false
	}
	rows := min(len(t.X)/t.Cols, first)
	few := 0
	for f := range t.Cols {
		var c packedColumn
		if c.add(t.X[:rows*t.Cols], f, t.Cols); c.wide == nil {
			few++
		}
	}
	return 2*few >= t.Cols
}

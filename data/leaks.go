package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// fewOfClass are too few rows of a class to tell it apart but by chance.
const fewOfClass = 10

// doubtLeaks notes the columns that tell the class of every row by themselves, as one
// that was written down after it does: a model learns nothing else then.
func (c *collector) doubtLeaks() {
	t := c.table
	if c.o.Columns != nil || c.o.Schema != nil || t.held() == 0 || len(t.Classes) < 2 || slices.Min(t.Counts()) < fewOfClass {
		return // somebody has looked at them, or chance does it, or there is nothing to tell
	}
	kinds := t.Kinds()
	for f, name := range t.Features {
		levels := kinds != nil && kinds[f].Kind == column.Categorical
		if t.tellsClass(f, min(t.held(), firstRows), levels) && t.tellsClass(f, t.held(), levels) {
			t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: tells the class of every row by itself; if it is only known once the class is, Options.Ignore leaves the column out", clip(name)))
		}
	}
}

// tellsClass reports whether a column tells the classes of the first rows: each class
// by numbers of its own, without another's between them, or each level the class. What
// is missing is one more value, below all numbers.
func (t *Table) tellsClass(f, rows int, levels bool) bool {
	type cell struct {
		value float64
		class int
	}
	cells := make([]cell, rows)
	for i := range cells {
		if cells[i] = (cell{t.X[i*t.Cols+f], t.Y[i]}); cells[i].value != cells[i].value {
			cells[i].value = math.Inf(-1)
		}
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.class, b.class)) })
	seen := make([]bool, len(t.Classes))
	seen[cells[0].class] = true
	for i, now := range cells[1:] {
		before := cells[i]
		if now.class == before.class {
			continue
		}
		if now.value == before.value || seen[now.class] && !levels {
			return false
		}
		seen[now.class] = true
	}
	distinct := len(slices.CompactFunc(cells, func(a, b cell) bool { return a.value == b.value }))
	return !levels || distinct*fewOfClass <= rows
}

package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// fewOfClass is the number of rows below which a column may tell a class apart by chance. Two classes that have
// as many are enough: no chance tells these apart, and rarer ones beside them.
const fewOfClass = 10

// fewOfLevel is the number of rows of a level, on average, below which levels may have one class each by chance, or
// as the same rows come again.
const fewOfLevel = 5

// doubtLeaks notes the columns that tell the class of every row on their own, such as one
// that was written down after the class: a model would learn nothing else.
func (c *collector) doubtLeaks() {
	t := c.table
	if c.described() || t.held() == 0 || len(t.classesOf(fewOfClass)) < 2 {
		return // chance does it, or there is nothing to tell
	}
	for f, name := range t.Features {
		levels := column.KindOf(t.Columns, f) == column.Categorical
		if t.tellsClass(f, levels) {
			t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: tells the class of every row by itself; if it is only known once the class is, Options.Ignore leaves the column out", phrase.Clip(name)))
		}
	}
}

// classesOf returns the classes of at least some number of rows.
func (t *Table) classesOf(rows int) (classes []int) {
	for k, n := range t.Counts() {
		if n >= rows {
			classes = append(classes, k)
		}
	}
	return classes
}

// tellsClass reports whether a column tells the class of every row: no number of a class
// lies between those of another, or each level has one class. Nearly all columns fail on
// the first rows.
func (t *Table) tellsClass(f int, levels bool) bool {
	for rows := 100; ; rows *= 10 {
		rows = min(rows, t.held())
		switch distinct, tells := t.tellsFirst(rows, f, levels); {
		case !tells:
			return false
		case rows == t.held():
			return !levels || distinct*fewOfLevel <= rows
		}
	}
}

// tellsFirst reports whether a column tells the class of the first rows, and how many
// values it has there. Missing counts as one more value, below all numbers.
func (t *Table) tellsFirst(rows, f int, levels bool) (distinct int, tells bool) {
	type cell struct {
		value float64
		class int
	}
	cells := make([]cell, rows)
	for i := range cells {
		if cells[i] = (cell{t.At(i, f), t.Y[i]}); cells[i].value != cells[i].value {
			cells[i].value = math.Inf(-1)
		}
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.class, b.class)) })
	seen := make([]bool, len(t.Classes))
	seen[cells[0].class] = true
	distinct = 1
	for i, now := range cells[1:] {
		before := cells[i]
		if now.value != before.value {
			distinct++
		}
		if now.class == before.class {
			continue
		}
		if now.value == before.value || seen[now.class] && !levels {
			return distinct, false
		}
		seen[now.class] = true
	}
	return distinct, true
}

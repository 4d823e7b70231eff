package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// headerDoubt says what speaks against a first row that was taken for names
// without being told so, "" for nothing.
func (f FirstRows) headerDoubt() string {
	for _, cell := range f[0] {
		if cell = strings.TrimSpace(cell); isFigure(cell) {
			return fmt.Sprintf("line 1 is taken for the names of the columns, and %q is a number: Options.Header tells", phrase.Clip(cell))
		}
	}
	if f.startsWithTitle() {
		return "line 1 names few of the columns, and the words of the next line are in no other: if these are the names, leave out what stands above them"
	}
	if f.hasSecondHeader() {
		return "the line below the names has only words, and none of them is in its column again: leave the line out if it is no row, but a second header or units"
	}
	return ""
}

// hasSecondHeader reports whether the row below the names holds words alone that do not come again, two
// of them or more above words that all do, as surveys are exported.
func (f FirstRows) hasSecondHeader() bool {
	if len(f)-2 < enoughBelow {
		return false
	}
	below, levels := f[2:], 0
	for c, cell := range f[1] {
		switch cell = strings.TrimSpace(cell); {
		case notation.IsMissing(cell):
		case !notation.IsWord(cell), below.isText(c) && below.has(c, cell):
			return false
		case below.comeAgain(c):
			levels++
		}
	}
	return levels > 1
}

// startsWithTitle reports whether the first row, of names, leaves out most columns, and the second has
// words for all of them that do not come again: these are the names, and what stands above is a title.
func (f FirstRows) startsWithTitle() bool {
	const enough = 10
	if len(f) <= enough {
		return false
	}
	unnamed := 0
	for _, name := range f[0] {
		if strings.TrimSpace(name) == "" {
			unnamed++
		}
	}
	return 2*unnamed > len(f[0]) && !slices.ContainsFunc(f[1], func(cell string) bool { return !notation.IsWord(cell) }) && !f[2:].holdsAny(f[1])
}

// holdsAny reports whether one of some cells, each by its column, comes in a row.
func (f FirstRows) holdsAny(row []string) bool {
	return slices.ContainsFunc(f, func(cells []string) bool {
		for k, cell := range cells {
			if strings.TrimSpace(cell) == strings.TrimSpace(row[k]) {
				return true
			}
		}
		return false
	})
}

// rowDoubt says what speaks against a first row that was taken for a row of the table
// without being told so, with its label in a column, -1 for none; "" for nothing.
func (f FirstRows) rowDoubt(label int) string {
	if f.startsLikeNumberedColumns() {
		return "line 1 is taken for a row, and its numbers may be names of columns: Options.Header tells"
	}
	const enough = 10
	if label < 0 || len(f) <= enough {
		return ""
	}
	name := strings.TrimSpace(f[0][label])
	same := func(cells []string) bool { return strings.TrimSpace(cells[label]) == name }
	if !notation.IsWord(name) || slices.ContainsFunc(f[1:], same) {
		return ""
	}
	return fmt.Sprintf("line 1 is taken for a row, and its label %q is none of the next %d rows: Options.Header tells", phrase.Clip(name), len(f)-1)
}

// startsLikeNumberedColumns reports whether the first row may name columns by numbers, such as
// wavelengths: it counts up in whole numbers above fractions, or rises or falls from cell to
// cell, each of which is outside the range of its column in the other rows.
func (f FirstRows) startsLikeNumberedColumns() bool {
	const fewest = 3 // columns, and other rows: fewer would often do so by chance
	below := f[1:]
	if len(f[0]) < fewest || len(below) < fewest {
		return false
	}
	rises, falls, outside, last := true, true, true, math.NaN()
	for c, cell := range f[0] {
		v, err := notation.Parse(strings.TrimSpace(cell))
		if err != nil || v != v {
			return false
		}
		rises, falls, last = rises && !(v <= last), falls && !(v >= last), v
		outside = outside && below.isOutside(c, v)
	}
	return (rises || falls) && outside || f.counts() && !isFraction(f[0][0]) && below.ofFractions() > 1
}

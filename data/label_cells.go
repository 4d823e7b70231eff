package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// tellsRows reports whether a column, where classes are looked for, holds texts that differ in
// every row, or dates in nine of ten: then it names rows and is not a label.
func (f FirstRows) tellsRows(column int, o *Options) bool {
	rows, texts, dates, seen := 0, 0, 0, map[string]bool{}
	for _, cells := range f {
		cell := strings.TrimSpace(cells[column])
		if notation.IsMissing(cell) {
			continue
		}
		rows++
		seen[cell] = true
		if !notation.IsNumber(cell) {
			texts++
		}
		if notation.IsDate(cell) {
			dates++
		}
	}
	return !o.Regression && o.Classes == nil && o.Keep == nil && rows >= fewCells && texts > 0 && (len(seen) == rows || dates >= 9*(rows-dates))
}

// hardlyFilled reports whether a column, where classes are looked for, holds something in
// fewer than half of the rows: then it holds notes, not labels.
func (f FirstRows) hardlyFilled(column int, o *Options) bool {
	return o.Classes == nil && len(f) >= fewCells && f.filled(column) < len(f)/2
}

// measures reports whether a column looks like measurements, not classes.
func (f FirstRows) measures(column int) bool {
	names, rows, _ := f.distinct(column)
	return measured(names, rows) != nil
}

// mayBeLabel reports whether a column may hold the label: classes that are
// expected, numbers for a regression, and otherwise texts that do not name the
// rows, or numbers that come again and again and do not look like measurements.
func (f FirstRows) mayBeLabel(column int, o *Options) bool {
	names, rows, texts := f.distinct(column)
	known := func(among []string) func(string) bool {
		return func(name string) bool {
			return slices.ContainsFunc(among, func(class string) bool { return notation.Canonical(class) == name })
		}
	}
	switch {
	case rows == 0:
		return false
	case o.Classes != nil:
		return !slices.ContainsFunc(names, func(name string) bool { return !known(o.Classes)(name) })
	case o.Keep != nil:
		return slices.ContainsFunc(names, known(o.Keep))
	case o.Regression:
		return !texts
	}
	return texts && !f.tellsRows(column, o) || !texts && len(names) < rows && measured(names, rows) == nil
}

// Numbers are classes if there are up to fewValues of them, or each has
// rowsPerValue rows or more.
const fewValues, rowsPerValue = 20, 20

// measured reports why the labels of some rows, most of them numbers, look like
// measurements and not like classes. A few words beside many numbers change nothing. Numbers with
// units or with commas are numbers too, unless they are so few that they may be names.
func measured(names []string, rows int) error {
	fraction, otherFraction, numbers, others := "", "", 0, 0
	for _, name := range names {
		switch v, err := notation.Parse(name); {
		case err == nil:
			if numbers++; fraction == "" && v != math.Trunc(v) {
				fraction = name
			}
		case notation.IsOther(name):
			v, err := notation.Parse(notation.Style{Formatted: true}.Bare(name))
			if others++; otherFraction == "" && err == nil && v != math.Trunc(v) {
				otherFraction = name
			}
		}
	}
	words := len(names) - numbers
	if others > max(fewValues, 9*(words-others)) {
		fraction, numbers, words = cmp.Or(fraction, otherFraction), numbers+others, 0
	}
	switch {
	case words > 0 && (numbers <= fewValues || words >= numbers):
		return nil
	case fraction != "":
		return fmt.Errorf("numbers with fractions, such as %s", phrase.Clip(fraction))
	case numbers > fewValues && rows < rowsPerValue*len(names):
		return fmt.Errorf("%d different numbers in %d rows", numbers, rows)
	}
	return nil
}

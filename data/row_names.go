package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// rowNames are the names, in any case, of columns that only say which row a row is. R
// and pandas write one before all others, without a name.
var rowNames = []string{"", "unnamed: 0", "rownames", "row.names", "row_names", "rowid", "row_id", "rownumber", "row_number"}

// isRowNames reports whether a column has one of rowNames.
func isRowNames(column string) bool { return slices.Contains(rowNames, strings.ToLower(column)) }

// namesRows reports whether a column may say which row a row is.
func namesRows(column string) bool {
	return isRowNames(column) || strings.EqualFold(column, "index") || strings.EqualFold(column, "id")
}

// areNamed reports whether each row starts with a name of its own, for which the first
// row of the file has no cell, as R writes tables. A comment or a title above a table of
// one feature is not such a first row.
func (f FirstRows) areNamed(first []string) bool {
	if len(f) < 2 || aComment(first[0]) != "" {
		return false
	}
	names := map[string]bool{}
	for _, cells := range f {
		if len(cells) != len(first)+1 || strings.TrimSpace(cells[len(first)]) == "" || names[cells[0]] {
			return false
		}
		names[cells[0]] = true
	}
	number := func(cell string) bool { return notation.IsNumber(strings.TrimSpace(cell)) }
	titled := !number(f[0][0]) && !slices.ContainsFunc(f[1:], func(cells []string) bool { return !number(cells[0]) })
	return !titled && !slices.ContainsFunc(first, number)
}

// Why a column with the numbers of the rows, or their names, is ignored.
const (
	numbersRows = "numbers the rows"
	tellsRows   = "is a text that is different in nearly every row"
)

// rowCount tells whether a column numbers the rows.
type rowCount struct {
	counting bool             // the cells so far have been the numbers of the rows
	last     float64          // the last of these numbers
	counted  map[float64]bool // these numbers, in the first rows
}

// count notes a number of a column that has numbered the rows so far: all of them, or
// some in order, or in any order if the name leaves no doubt, as R and pandas write a
// sample or a part of a table.
func (c *textColumn) count(v float64) {
	c.counting = v == math.Trunc(v) && (c.numbers == 0 || v > c.last || isRowNames(c.name))
	if c.counting && isRowNames(c.name) {
		c.counting = c.isNew(v)
	}
	if !c.counting {
		c.plain, c.counted = c.holdsNumbers(), nil
	}
	c.last = v
}

// isNew reports whether no row has had a number. Only those of the first rows are held,
// which bounds the memory of a stream.
func (r *rowCount) isNew(v float64) bool {
	if r.counted[v] {
		return false
	}
	if r.counted == nil {
		r.counted = map[float64]bool{}
	}
	if len(r.counted) < firstRows {
		r.counted[v] = true
	}
	return true
}

// isCount reports whether the column has numbered all rows, and too many of them for
// chance if the name leaves a doubt.
func (c *textColumn) isCount() bool {
	return c.counting && (c.numbers >= fewCells || isRowNames(c.name)) && c.filled+c.missing == 0
}

// namesAll reports whether a column that is called one of names of rows holds a number or a
// word of its own in each row, as R names them where a few are such as 159a.
func (c *textColumn) namesAll() bool {
	return isRowNames(c.name) && c.counting && c.missing == 0 && len(c.words) == c.filled
}

// identifiers are the last words in the names of columns that identify things, such as
// PassengerId, customer_no, EmployeeNumber, pupilNR.
var identifiers = []string{"id", "pid", "uid", "no", "nr", "seqno", "number", "serial", "key", "subject", "patient"}

// namesThings reports whether a column may identify the thing that a row is about.
func namesThings(column string) bool {
	start := strings.LastIndexFunc(column, func(r rune) bool { return !unicode.IsLetter(r) }) + 1
	word := column[start:]
	if capitals := len(strings.TrimRightFunc(word, unicode.IsUpper)); capitals < len(word) { // pupilNR
		word = word[capitals:]
	} else if upper := strings.LastIndexFunc(word, unicode.IsUpper); upper > 0 {
		word = word[upper:]
	}
	return slices.Contains(identifiers, strings.ToLower(word)) || strings.HasSuffix(column, "ID")
}

// counters are the identifiers that may also be counts, or numbers of houses.
var counters = []string{"no", "nr", "number"}

// doubtNames notes the columns that may name the rows: by their own name, and a different
// whole number in each row that has one. Columns that may name things with several rows are
// noted too, as rows of a thing fall into both training and test.
func (c *collector) doubtNames() {
	t := c.table
	if c.described() {
		return
	}
	for f, name := range t.Features {
		if t.counts(f) && !slices.Contains(c.o.Numeric, name) {
			t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: counts the rows; if that is all it says, Options.Ignore leaves the column out", phrase.Clip(name)))
		}
	}
	for f, of := range t.Columns {
		whole := of.Kind == column.Integer && of.Dates == column.NoDates
		name := t.Features[f]
		if t.counts(f) || !whole && of.Kind != column.Categorical || t.held() < fewCells || !namesThings(name) || slices.Contains(c.o.Numeric, name) {
			continue
		}
		values := make([]float64, 0, t.held())
		for i := range t.held() {
			if v := t.At(i, f); v == v {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		filled, things := len(values), len(slices.Compact(values))
		switch lower := strings.ToLower(name); {
		case things == filled && filled >= t.held()*9/10 && whole:
			t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: another number in every row; if they only name the rows, Options.Ignore leaves the column out", phrase.Clip(name)))
		case things > fewValues && (c.oneClassEach(f) || filled < rowsPerValue*things && !slices.ContainsFunc(counters, func(word string) bool { return strings.HasSuffix(lower, word) })):
			t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: may name %d things in %d rows; a model that knows things by name looks better on held-out rows than on new things: Options.SplitBy holds out whole things, Options.Ignore leaves the column out", phrase.Clip(name), things, filled))
		}
	}
}

// oneClassEach reports whether all rows with the same value of a column have one class, as all
// measurements of a patient have his: then the name of a thing tells the class.
func (c *collector) oneClassEach(f int) bool {
	t := c.table
	if c.labels == nil || !c.labelled {
		return false
	}
	several, class := false, map[float64]int{}
	for i := range t.held() {
		v := t.At(i, f)
		if v != v {
			continue
		}
		if y, known := class[v]; known && y != t.Y[i] {
			return false
		}
		class[v] = t.Y[i]
		several = several || t.Y[i] != t.Y[0]
	}
	return several
}

// counts reports whether a column is 1, 2, 3 and so on, or starts at 0.
func (t *Table) counts(f int) bool {
	if t.Sparse != nil || t.held() < fewCells || t.At(0, f) != 0 && t.At(0, f) != 1 || column.KindOf(t.Columns, f) == column.Categorical {
		return false
	}
	for i := range t.held() {
		if t.At(i, f) != t.At(0, f)+float64(i) {
			return false
		}
	}
	return true
}

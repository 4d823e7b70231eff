package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// texts turns the cells of features into numbers. What a column holds is known
// beforehand or, if a file is read for the first time, at its end: until then a cell
// that is not a number is a word, numbered within its column, which the table holds
// as a NaN of its own (see [word]).
type texts struct {
	columns []textColumn   // by feature
	named   bool           // by the file
	numbers bool           // Options.Numeric has AllNumeric
	style   notation.Style // of numbers

	strangers []stranger // of the record that is read
}

// newTexts returns what reads the features with some names. o.Columns says what
// to expect of them, if it is not nil.
func newTexts(features []string, o *Options) (*texts, error) {
	t := &texts{columns: make([]textColumn, len(features)), style: style(o)}
	t.numbers = slices.Contains(o.Numeric, AllNumeric) && !slices.Contains(features, AllNumeric)
	known := o.Columns
	for f, name := range features {
		if o.Columns != nil && len(known) < len(features) && name != "" && (name == o.SplitBy || name == o.Weight) {
			known = slices.Insert(slices.Clone(known), f, column.Column{})
		}
	}
	for f, name := range features {
		t.columns[f].name = name
		if len(known) == len(features) && !splitsBy(name, o) {
			t.columns[f].known = &known[f]
		}
		if err := t.columns[f].begin(o); err != nil {
			return nil, err
		}
	}
	for _, asked := range [...][]string{o.Categorical, o.Numeric} {
		for _, name := range asked {
			if !slices.Contains(features, name) && !(t.numbers && name == AllNumeric) {
				return nil, noColumn(name, "of a kind", features)
			}
		}
	}
	return t, nil
}

// AllNumeric in Options.Numeric, unless a column has that name, makes every column of
// numbers numeric and none integer, even if all its numbers are whole.
const AllNumeric = "all"

// open returns the columns of a table of named columns whose kind its cells tell.
func (t *texts) open() (columns []int) {
	if t == nil || !t.named || t.numbers {
		return nil
	}
	for f := range t.columns {
		if !t.columns[f].fixed {
			columns = append(columns, f)
		}
	}
	return columns
}

// fractional reports whether a value is not, or not surely, a whole number.
func fractional(v float64) bool {
	const exact = 1 << 53 // above, all numbers are whole
	return v != math.Trunc(v) && v == v || v > exact || v < -exact
}

// value returns the number that stands for a cell, which is finite.
func (t *texts) value(f int, cell string, at place) (float64, error) {
	v, err := t.number(f, cell, at)
	if err == nil && math.IsInf(v, 0) {
		err = errInfinite(strings.TrimSpace(cell))
	}
	return v, err
}

// errInfinite says that a cell is an infinite number.
func errInfinite(cell string) error {
	return fmt.Errorf("%q is infinite; Options.MissingWords takes the word for a missing value", phrase.Clip(cell))
}

// number returns the number that stands for a cell, or an infinite one.
func (t *texts) number(f int, cell string, at place) (float64, error) {
	c := &t.columns[f]
	if len(cell) == 1 && '0' <= cell[0] && cell[0] <= '9' && c.numbers > 0 && c.words == nil && c.plain { // as in counts and dummies
		c.numbers++
		return float64(cell[0] - '0'), nil
	}
	if c.words == nil && cell != "" && cell[0] <= '9' && c.plain { // as nearly always
		number := strings.TrimLeft(cell, " ")
		if v, err := notation.Parse(number); err == nil && !math.IsInf(v, 0) {
			c.numberIn(number, v)
			return v, nil
		}
	}
	if c.missingWords != nil && c.isMissingWord(strings.TrimSpace(cell)) {
		c.missing++
		return math.NaN(), nil
	}
	if c.known != nil {
		known := c.unseen
		v, err := c.expected(cell, at)
		if c.unseen > known {
			t.note(f, cell)
		}
		return v, err
	}
	return c.cell(cell, at)
}

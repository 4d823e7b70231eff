package data

import (
	"fmt"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Columns says which columns of a file are the features, in order, and which
// is the label, -1 for none.
type Columns struct {
	Names    []string // of all columns, all different
	Features []int
	Label    int
	Doubts   []string  // see [Found]
	Ignored  []Ignored // see [Found]

	texts *texts // of the features
}

// Header returns the header of a file with these columns.
func (c Columns) Header() Header {
	h := Header{Labelled: c.Label >= 0, Doubts: c.Doubts, Ignored: c.Ignored}
	if h.Labelled {
		h.Label = c.Names[c.Label]
	}
	for _, f := range c.Features {
		h.Features = append(h.Features, c.Names[f])
	}
	return h
}

// Declare says that, according to the file, a feature holds numbers, booleans, or categories
// whose names are numbers. A feature of texts is left to its cells. Declare reports whether
// values are taken as they are, by [Columns.Number]; if not, they are names of levels, or what
// else is expected of the column beforehand is written otherwise, and [Columns.Text] reads them.
func (c *Columns) Declare(feature int, kind column.Kind) (asNumbers bool) {
	of := &c.texts.columns[feature]
	if known := of.known; known != nil {
		words := known.Names != nil && (known.Kind == column.Categorical || known.Kind == column.Boolean && kind != column.Boolean)
		return !words && known.Dates == column.NoDates
	}
	if kind == column.Categorical {
		if kind = column.Numeric; !of.numeric && !c.texts.numbers {
			of.categorical, of.fixed, of.counting, of.counted, of.plain = true, true, false, nil, false
		}
	}
	if of.categorical {
		return false
	}
	if kind == column.Numeric && of.counting { // its cells tell whether it numbers the rows
		of.numeric = true
		return false
	}
	of.known = &column.Column{Kind: kind}
	if kind == column.Boolean {
		of.known.Codes, of.known.Names = []int32{0, 1}, []string{"false", "true"}
	}
	of.plain = of.holdsNumbers()
	return true
}

// declareLevels says that, according to the file, a feature holds levels, whatever they look like.
func (c *Columns) declareLevels(feature int) {
	if of := &c.texts.columns[feature]; !of.numeric {
		of.declared, of.plain = true, false
	}
}

// DeclareDates says that a feature holds dates, and reports whether these are expected as
// days since 1970, or else as texts, see [Columns.Declare].
func (c *Columns) DeclareDates(feature int) (asNumbers bool) {
	of := &c.texts.columns[feature]
	if of.known != nil && of.known.Dates != column.NoDates {
		return of.known.Dates != column.TimeOfDay
	}
	told := of.known == nil
	if asNumbers = c.Declare(feature, column.Numeric); asNumbers && told {
		of.known.Dates = column.MonthFirst
	}
	return asNumbers
}

// DeclareTimes says that a feature holds times of day, and reports whether these are expected as
// hours since midnight, or else as what the file has: texts or other numbers, see [Columns.Declare].
func (c *Columns) DeclareTimes(feature int) (asHours bool) {
	of := &c.texts.columns[feature]
	if of.known != nil {
		return of.known.Dates == column.TimeOfDay
	}
	if asHours = c.Declare(feature, column.Numeric); asHours {
		of.known.Dates = column.TimeOfDay
	}
	return asHours
}

// Number returns what stands for a cell that its file holds as a number, see [Record]: NaN if it is a
// further word for a missing value. written gives the cell as a text. A number that cannot be in a
// column of its kind is an error.
func (c *Columns) Number(feature int, v float64, written func() string) (float64, error) {
	of := &c.texts.columns[feature]
	switch {
	case of.missingWords != nil && of.isMissingWord(written()):
		return math.NaN(), nil
	case math.IsInf(v, 0):
		return 0, errInfinite(written())
	case of.whole && v != math.Trunc(v) && v == v:
		return 0, errNotWhole(written())
	case math.Abs(v) >= longest && of.merged == "":
		of.longNumber(written(), v)
	}
	return v, nil
}

// Plain returns a text of a feature, or with -1 of the label, with a number as programs write it, if it
// holds one that is written as Options.DecimalComma and Options.FormattedNumbers say.
func (c *Columns) Plain(feature int, cell string) (string, error) {
	style := c.texts.style
	if style == (notation.Style{}) {
		return cell, nil
	}
	if feature >= 0 && style.Formatted {
		c.noteUnit(feature, cell)
	}
	plain, fits := style.Plain(cell)
	if !fits {
		return "", errPoint(cell, style)
	}
	return plain, nil
}

// noteUnit notes the unit of a number of a feature.
func (c *Columns) noteUnit(feature int, cell string) {
	if bare := c.texts.style.Bare(cell); bare != cell || notation.IsNumber(strings.TrimSpace(bare)) {
		c.texts.columns[feature].unit(cell)
	}
}

// errPoint says that a number has a decimal point where commas are read.
func errPoint(cell string, style notation.Style) error {
	return fmt.Errorf("%q has a decimal point, and Options.DecimalComma reads commas%s", phrase.Clip(cell), style.OrThousands(cell))
}

// Text returns the number that stands for a cell of a feature, see [Record], if it is called once for
// each record. A cell that cannot be in
// a column of its kind is an error.
func (c *Columns) Text(feature int, cell string) (float64, error) {
	of := &c.texts.columns[feature]
	of.records++
	return c.texts.value(feature, cell, place(-of.records))
}

// fill puts the cells of a row into a record.
func (c *Columns) fill(r *Record, cells []string) error {
	for f, column := range c.Features {
		v, err := c.texts.value(f, cells[column], place(r.Line))
		if err != nil {
			return &Error{Line: r.Line, Column: c.Names[column], Err: err}
		}
		r.X[f] = v
	}
	if c.Label >= 0 {
		r.Label = cells[c.Label]
	}
	return nil
}

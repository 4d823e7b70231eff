package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// textColumn is a column of features, whose cells are read one after the other.
type textColumn struct {
	name string

	known        *column.Column // what it holds, nil if the cells tell
	categorical  bool           // by Options.Categorical
	declared     bool           // to hold words, by the file
	numeric      bool           // by Options.Numeric
	fixed        bool           // the cells do not tell the kind
	whole        bool           // only whole numbers are allowed, by the schema
	missingWords []string       // further words for missing values
	noNumbers    []float64      // the missingWords that are numbers
	own          []string       // the missingWords of this column alone

	awaited bool // the first rows of a stream hold nothing: the first filled cell tells
	started bool // the first rows of a stream hold numbers
	worded  bool // the first rows of a stream hold words: numbers are words too
	plain   bool // a cell that reads as a number is one

	filled  int // cells that are neither missing nor numbers
	numbers int // cells that are numbers
	days    int // cells that are dates, in a column of numbers
	missing int
	na      int // of these, the cells that are notAvailable
	unseen  int // cells of an unknown level
	seen    int // cells of a known level
	records int // that Columns.Text was given

	dictionary
	dateOrder
	firstNumber firstNumber
	rowCount
	mixedUnits
	odd    string              // the first number that is written as a code may be
	long   map[float64]string  // numbers of so many digits that others become the same
	zeroed map[float64]*zeroed // numbers that begin with 0, such as 01
	merged string              // what to say of two cells that are the same number, "" for nothing
}

// splitsBy reports whether rows are split by a column.
func splitsBy(name string, o *Options) bool { return name == o.SplitBy && name != "" }

// begin sets what options say of a column, given its name and what is known of it.
func (c *textColumn) begin(o *Options) error {
	c.categorical, c.numeric = splitsBy(c.name, o) || slices.Contains(o.Categorical, c.name), slices.Contains(o.Numeric, c.name)
	if c.known != nil {
		c.own, c.dates = c.known.MissingWords, c.known.Dates
	}
	if err := c.follow(o.Schema); err != nil {
		return err
	}
	if c.turned = o.turned[c.name]; c.turned != "" {
		c.dates, c.told = column.DayFirst, true
	}
	c.missingWords = slices.Concat(o.words(), c.own)
	for _, word := range c.missingWords {
		if notation.IsNumber(word) {
			v, _ := notation.Number(word) // without a fault, as it is one
			c.noNumbers = append(c.noNumbers, v)
		}
	}
	c.fixed = c.known != nil || c.categorical || c.numeric
	c.awaited = o.first != nil
	if first, known := o.first[c.name]; known {
		c.start(first.Kind == column.Numeric || first.Kind == column.Integer)
		c.dates = cmp.Or(c.dates, first.Dates)
		c.told = c.told || first.Dates == column.DayFirst // which some date told
	}
	c.counting = namesRows(c.name) && !c.fixed
	c.plain = c.holdsNumbers()
	return nil
}

// start notes what the column of a stream holds first.
func (c *textColumn) start(numbers bool) {
	c.awaited, c.started, c.worded = false, numbers, !numbers
	c.plain = c.holdsNumbers()
}

// follow applies what a schema says of the column. What is known of it already holds, but
// levels that are known only by code get the words of the schema.
func (c *textColumn) follow(s *Schema) error {
	of := s.column(c.name)
	if of == nil {
		return nil
	}
	if c.own == nil {
		c.own = of.MissingWords
	}
	if of.Dates != column.NoDates {
		c.dates, c.told = of.Dates, true
	}
	if c.known != nil && c.known.Kind == column.Categorical && c.known.Names == nil {
		if kind := of.kind(); kind != nil && kind.Names != nil {
			worded, err := c.known.Worded(kind.Names)
			if err != nil {
				return fmt.Errorf("schema: column %q: %w", c.name, err)
			}
			c.known = &worded
		}
	}
	if c.known != nil || c.categorical || c.numeric {
		return nil
	}
	switch of.Kind {
	case column.Numeric.String():
		c.numeric = true
	default:
		c.known = of.kind()
		c.whole = of.Kind == column.Integer.String()
		c.categorical = c.known == nil && of.Kind == column.Categorical.String()
	}
	return nil
}

// isMissingWord reports whether a cell is a further word for a missing value, or is the
// same number: a program that knows missing values writes -999 as -999.0.
func (c *textColumn) isMissingWord(bare string) bool {
	if slices.Contains(c.missingWords, bare) {
		return true
	}
	if c.noNumbers == nil || notation.StartsAsWord(bare) {
		return false
	}
	v, err := notation.Parse(bare)
	return err == nil && slices.Contains(c.noNumbers, v)
}

// holdsNumbers reports whether a cell that reads as a number is one.
func (c *textColumn) holdsNumbers() bool {
	return !c.takesWords() && !c.awaited && !c.counting && c.noNumbers == nil && (c.known == nil || c.known.Dates == column.NoDates && (c.known.Kind == column.Numeric || c.known.Kind == column.Integer && !c.whole))
}

// takesWords reports whether numbers are words too.
func (c *textColumn) takesWords() bool { return c.categorical || c.declared || c.worded }

// numberIn counts a cell that is a number.
func (c *textColumn) numberIn(cell string, v float64) {
	if len(cell) >= longDigits && c.merged == "" {
		c.longNumber(cell, v)
	}
	if len(cell) > 1 && cell[0] == '0' && cell[1] != '.' && !c.fixed {
		c.beginsWithZero(cell, v)
	}
	if c.numbers == 0 {
		c.firstNumber = firstNumber{strings.Clone(cell), v}
	}
	if c.numbers++; c.odd == "" && !c.fixed && c.numbers <= firstRows && notation.MayBeCode(cell) {
		c.odd = strings.Clone(cell)
	}
}

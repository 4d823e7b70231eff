package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// texts turns the cells of features into numbers. What a column holds is known
// beforehand or, of a file that is read for the first time, at its end: until
// then a cell that is no number is a word, numbered in its column, which the
// table holds as a NaN of its own (see [word]).
type texts struct {
	o       *Options
	columns []textColumn // by feature
	named   bool         // by the file
	numbers bool         // as Options.Numeric says of all
}

// textColumn is a column of features.
type textColumn struct {
	name         string
	known        *column.Column // nil where the cells tell
	categorical  bool           // as Options.Categorical says
	declared     bool           // by the file, to hold words
	numeric      bool           // as Options.Numeric says
	fixed        bool           // the kind is not for the cells to tell
	whole        bool           // as the schema says
	missingWords []string       // further ones
	own          []string       // those of this column alone
	dates        column.Dates   // how they are read
	either       string         // a date that can be read in two ways, while no other tells
	told         bool           // which way is meant
	plain        bool           // a cell that reads as a number is one
	counting     bool           // its cells have been the numbers of the rows
	last         float64        // of them
	awaited      bool           // the first rows of a stream hold nothing: the first cell tells
	started      bool           // with numbers, in the first rows of a stream
	worded       bool           // with words there: numbers are such too

	filled  int // cells that are neither missing nor numbers
	numbers int // cells that are numbers
	days    int // those that are dates, of a column of numbers
	missing int
	words   []string         // as they are written, with the blanks around them
	number  map[string]int32 // of each word
	texts   int              // cells that are words, but for None
	excess  string           // why the words are too many or too long to be levels
	first   string           // the first of them
	line    int              // where that stands
	unseen  int              // cells of a level that is not known
	seen    int              // cells of one that is
}

// newTexts returns what reads the features with some names. o.Columns says what
// to expect of them, if it is not nil.
func newTexts(features []string, o *Options) (*texts, error) {
	t := &texts{o: o, columns: make([]textColumn, len(features))}
	t.numbers = slices.Contains(o.Numeric, AllNumeric) && !slices.Contains(features, AllNumeric)
	for f, name := range features {
		c := &t.columns[f]
		c.name = name
		if len(o.Columns) == len(features) {
			c.known = &o.Columns[f]
		}
		c.categorical, c.numeric = slices.Contains(o.Categorical, name), slices.Contains(o.Numeric, name)
		if c.known != nil {
			c.own, c.dates = c.known.MissingWords, c.known.Dates
		}
		if err := c.follow(o.Schema); err != nil {
			return nil, err
		}
		c.missingWords = slices.Concat(o.words(), c.own)
		c.told = c.dates != column.NoDates
		c.fixed = c.known != nil || c.categorical || c.numeric
		c.awaited = o.first != nil
		if first, known := o.first[name]; known {
			c.start(first.Kind == column.Numeric || first.Kind == column.Integer)
			c.dates = cmp.Or(c.dates, first.Dates)
		}
		c.counting = namesRows(name) && !c.fixed
		c.plain = c.holdsNumbers()
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

// AllNumeric in Options.Numeric, where it is the name of no column, says that
// columns of numbers are that and no more, also where all are whole.
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

// fractional reports whether a value is surely no whole number.
func fractional(v float64) bool {
	const exact = 1 << 53 // above, all numbers are whole
	return v != math.Trunc(v) && v == v || v > exact || v < -exact
}

// start notes what the column of a stream holds first.
func (c *textColumn) start(numbers bool) {
	c.awaited, c.started, c.worded = false, numbers, !numbers
	c.plain = c.holdsNumbers()
}

// follow takes what a schema says of the column. What is known of it besides holds,
// but levels that are known by code have the words of the schema.
func (c *textColumn) follow(s *Schema) error {
	of := s.column(c.name)
	if of == nil {
		return nil
	}
	if c.own == nil {
		c.own = of.MissingWords
	}
	c.dates = cmp.Or(c.dates, of.Dates)
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

// value returns the number that stands for a cell.
func (t *texts) value(f int, cell string, line int) (float64, error) {
	c := &t.columns[f]
	if c.words == nil && cell != "" && cell[0] <= '9' && c.plain { // as nearly always
		if v, err := strconv.ParseFloat(cell, 64); err == nil {
			c.numbers++
			return v, nil
		}
	}
	if c.missingWords != nil && slices.Contains(c.missingWords, strings.TrimSpace(cell)) {
		c.missing++
		return math.NaN(), nil
	}
	if c.known != nil {
		return c.expected(cell, line)
	}
	if c.awaited && !isMissing(strings.TrimSpace(cell)) {
		c.start(isNumber(strings.TrimSpace(cell)))
	}
	if !c.takesWords() && !c.isWord(cell) {
		v, err := number(cell)
		switch {
		case v == v && err == nil:
			if c.counting {
				c.count(v)
			}
			c.numbers++
			return v, nil
		case err == nil && !strings.EqualFold(strings.TrimSpace(cell), none):
			c.missing++
			return v, nil
		}
	}
	bare := strings.TrimSpace(cell)
	if isMissing(bare) {
		c.missing++
		return math.NaN(), nil
	}
	if c.numeric || c.started {
		if days, ok := dayOf(bare, c.dates); ok {
			c.filled++
			c.days++
			c.compare(bare, days)
			return days, nil
		}
	}
	if c.worded && isNumber(bare) {
		cell = canonical(bare) // as a level that is a number is called
	}
	return c.word(cell, line)
}

// holdsNumbers reports whether a cell that reads as a number is one.
func (c *textColumn) holdsNumbers() bool {
	return !c.takesWords() && !c.awaited && !c.counting && !slices.ContainsFunc(c.missingWords, isNumber) && (c.known == nil || c.known.Kind == column.Numeric || c.known.Kind == column.Integer && !c.whole)
}

// takesWords reports whether numbers are words too.
func (c *textColumn) takesWords() bool { return c.categorical || c.declared || c.worded }

// expected reads a cell of a column whose kind is known.
func (c *textColumn) expected(cell string, line int) (float64, error) {
	if c.known.Kind == column.Numeric || c.known.Kind == column.Integer || c.known.Kind == column.Categorical && c.known.Names == nil {
		v, err := number(cell)
		if err != nil && !errors.Is(err, errTooLarge) {
			if c.known.Kind == column.Categorical {
				return 0, fmt.Errorf("%q is a word, and the levels expected there are numbers without names: %s; "+
					"Options.Schema takes a file that lists the words in the order of their numbers, from 0", clip(cell), codes(c.known))
			}
			if days, ok := dayOf(strings.TrimSpace(cell), c.dates); ok {
				return days, nil
			}
		}
		if c.whole && v == v && v != math.Trunc(v) {
			return 0, fmt.Errorf("%s is not a whole number, as the column holds", clip(cell))
		}
		return v, err
	}
	bare := strings.TrimSpace(cell)
	if c.known.Kind == column.Boolean {
		if at := slices.Index(c.known.Names, bare); at >= 0 {
			return float64(at), nil
		}
		if v, ok := truth(bare); ok {
			return v, nil
		}
		if v, err := number(bare); err == nil && (v == 0 || v == 1) {
			return v, nil // such as 1.0, as floats are written
		}
	} else {
		if c.number == nil {
			c.number = map[string]int32{}
			for i, name := range c.known.Names {
				c.number[name] = c.known.Codes[i]
			}
		}
		for _, written := range [...]string{cell, bare, canonical(bare)} {
			if code, known := c.number[written]; known {
				c.seen++
				return float64(code), nil
			}
		}
	}
	if !isMissing(bare) {
		if c.unseen++; c.unseen == 1 {
			c.first, c.line = bare, line
		}
	}
	return math.NaN(), nil
}

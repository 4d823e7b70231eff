package data

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// expected reads a cell of a column whose kind is known.
func (c *textColumn) expected(cell string, at place) (float64, error) {
	if c.known.Kind == column.Numeric || c.known.Kind == column.Integer || c.known.Kind == column.Categorical && c.known.Names == nil {
		return c.expectedNumber(cell)
	}
	v, ok := c.expectedWord(cell)
	if name, quoted := notation.Unquoted(cell); !ok && quoted {
		v, ok = c.expectedWord(name)
	}
	if ok {
		return v, nil
	}
	bare := strings.TrimSpace(cell)
	if !utf8.ValidString(bare) {
		return 0, errNotUTF8(bare)
	}
	if !notation.IsMissing(bare) {
		if c.unseen++; c.unseen == 1 {
			c.first, c.at = bare, at
		}
		if c.known.Others {
			return column.Other, nil
		}
	}
	return math.NaN(), nil
}

// expectedNumber reads a cell of a column of numbers, of dates, or of levels that are known by
// number only.
func (c *textColumn) expectedNumber(cell string) (float64, error) {
	v, err := notation.Number(cell)
	if err != nil && !errors.Is(err, notation.ErrTooLarge) {
		if c.known.Kind == column.Categorical {
			return 0, fmt.Errorf("%q is a word, and the levels expected there are numbers without names: %s; "+
				"Options.Schema takes a file that lists the words in the order of their numbers, from 0", phrase.Clip(cell), codes(c.known))
		}
		if c.dates != column.NoDates {
			bare := strings.TrimSpace(cell)
			if days, ok := notation.Day(bare, c.dates); ok {
				c.compare(bare, days)
				return days, nil
			}
			if c.dates == column.MonthFirst && !c.told && notation.IsDate(bare) {
				return 0, &turned{c.name, bare, c.noDate(bare)}
			}
			return 0, c.noDate(bare)
		}
		if notation.Advice(cell) == "" {
			err = fmt.Errorf("%w; Options.MissingWords takes the word for a missing value", err)
		}
	}
	if _, date := c.known.Word(v); c.known.Dates != column.NoDates && err == nil && math.Abs(v) <= math.MaxFloat64 && !date {
		if c.known.Dates == column.TimeOfDay {
			if v >= 0 && v < 24 { // between two times that can be written
				c.numberIn(strings.TrimSpace(cell), v)
				return v, nil
			}
			return 0, fmt.Errorf("%q is no time of day, and no number of hours since midnight: write it as 15:04", phrase.Clip(cell))
		}
		if _, near := c.known.Nearest(v); !near {
			return 0, fmt.Errorf("%q is no date, and no number of days from 1970 to one: write it as 2006-01-02", phrase.Clip(cell))
		}
	}
	if c.whole && v == v && v != math.Trunc(v) {
		return 0, errNotWhole(cell)
	}
	if c.dates != column.NoDates && err == nil && v == v {
		c.numberIn(strings.TrimSpace(cell), v)
	}
	return v, err
}

// errNotWhole says that a cell of a column of whole numbers is none.
func errNotWhole(cell string) error {
	return fmt.Errorf("%s is not a whole number, as the column holds", phrase.Clip(cell))
}

// expectedWord reads a cell of a column of levels, or of yes and no, and returns false for any other
// word.
func (c *textColumn) expectedWord(cell string) (v float64, ok bool) {
	if c.known.Kind == column.Boolean {
		return c.expectedTruth(strings.TrimSpace(cell))
	}
	code, ok := c.expectedLevel(cell)
	if ok {
		c.seen++
	}
	return float64(code), ok
}

// expectedTruth reads a cell of a boolean column, and returns false for any other word.
func (c *textColumn) expectedTruth(bare string) (v float64, ok bool) {
	if at := slices.Index(c.known.Names, bare); at >= 0 {
		return float64(at), true
	}
	if v, ok := notation.Truth(bare); ok {
		return v, true
	}
	v, err := notation.Number(bare)
	return v, err == nil && (v == 0 || v == 1 || c.known.Names == nil && v == v) // such as 1.0, as floats are written; a model that lists no levels compares any number
}

// expectedLevel returns the code of a level as it is written, without the blanks around it, as the
// same number, or as the same word for yes or no.
func (c *textColumn) expectedLevel(cell string) (code int32, known bool) {
	if c.number == nil {
		c.number = map[string]int32{}
		for i, name := range c.known.Names { // 1.0 is 1 elsewhere: a file of floats has no other 1
			c.number[notation.Class(name)] = c.known.Codes[i]
		}
		for i, name := range c.known.Names { // with blanks around it where pandas kept those of ", Private"
			c.number[strings.TrimSpace(name)] = c.known.Codes[i]
		}
		for i, name := range c.known.Names {
			c.number[name] = c.known.Codes[i]
		}
	}
	if code, known = c.number[cell]; known {
		return code, true
	}
	bare := strings.TrimSpace(cell)
	if code, known = c.number[bare]; known {
		return code, true
	}
	if v, err := notation.Parse(bare); err == nil {
		if code, known = c.number[notation.Name(v)]; known {
			return code, true
		}
	}
	return c.truth(bare)
}

// truth returns the level that a word for yes or no is in another case: Python writes True,
// JSON true and spreadsheets TRUE.
func (c *textColumn) truth(cell string) (code int32, known bool) {
	if notation.TruthPair(cell) == "" {
		return 0, false
	}
	for i, name := range c.known.Names {
		if strings.EqualFold(name, cell) {
			if known {
				return 0, false // two levels are it
			}
			code, known = c.known.Codes[i], true
		}
	}
	return code, known
}

// leavesOut reports whether a model leaves out levels that its table had: codes number those too.
func leavesOut(known *column.Column) bool {
	n := len(known.Codes)
	return n > 0 && int(known.Codes[n-1]) >= n
}

// stranger names the first cell of an unknown level, "" for none.
func (c *textColumn) stranger() string {
	if c.unseen == 0 {
		return ""
	}
	at := ""
	if c.at != 0 {
		at = ", " + c.at.String()
	}
	return fmt.Sprintf("%q of %q%s", phrase.Clip(c.first), phrase.Clip(c.name), at)
}

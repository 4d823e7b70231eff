package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// coded refuses a column of numbers if its levels are expected to be words: the numbers are
// codes of these, and would all count as missing. Unknown words are not refused, as they may
// be new levels.
func (c *textColumn) coded() error {
	if c.known.Kind != column.Categorical || c.unseen == 0 || c.seen > 0 || !notation.IsNumber(c.first) || slices.ContainsFunc(c.known.Names, notation.IsNumber) || c.known.ListsOther() && len(c.known.Names) == 1 {
		return nil
	}
	return c.at.fault(c.name, fmt.Errorf("%q is a number, and no cell of the column is a level that is expected, by name and not as codes: %s; "+
		"Options.MissingWords takes words for missing values", phrase.Clip(c.first), list(c.known.Names)))
}

// codes lists the levels of a column without names.
func codes(c *column.Column) string {
	if c.Codes == nil {
		return "any whole numbers"
	}
	parts := make([]string, len(c.Codes))
	for i, code := range c.Codes {
		parts[i] = strconv.Itoa(int(code))
	}
	return join(parts)
}

// onlyTooLarge reports whether the words are numbers that are too large, or infinite.
func (c *textColumn) onlyTooLarge() bool {
	return len(c.words) > 0 && !c.takesWords() && !slices.ContainsFunc(c.words, func(w string) bool { return !notation.IsNumber(strings.TrimSpace(w)) })
}

// fault says that the first word is not a number, and what to do about it.
func (c *textColumn) fault(what string) error {
	switch v, err := notation.Number(c.first); {
	case err == nil && math.IsInf(v, 0):
		return c.at.fault(c.name, errInfinite(c.first))
	case errors.Is(err, notation.ErrTooLarge):
		return c.at.fault(c.name, err)
	}
	return c.at.fault(c.name, fmt.Errorf("%q is not a number%s", phrase.Clip(c.first), what))
}

// advice says what may help with a first word that is not a number.
func (c *textColumn) advice() string {
	if _, inOrder := notation.Day(strings.TrimSpace(c.first), c.dates); inOrder {
		return ": it is a date, and Options.MissingWords takes numbers that stand for none, such as 0, for missing values"
	}
	if notation.IsDate(c.first) {
		return ": dates = \"day-first\" in a schema reads dates with the day before the month"
	}
	return notation.Advice(c.first)
}

// otherwise says what else the words of a column of numbers may be taken for.
func (c *textColumn) otherwise() string {
	most := ", as most of the column is"
	if c.started {
		most = fmt.Sprintf(", as those of the first %d rows are", firstRows)
	}
	if notation.IsOther(c.first) || notation.IsDate(c.first) {
		return most + c.advice() + "; Options.Categorical takes the column for a category"
	}
	if c.at == 1 && strings.ContainsFunc(c.first, unicode.IsLetter) {
		most += "; Options.Header tells whether line 1 holds the names of the columns"
	}
	if notation.IsLimit(c.first) {
		most += notation.Advice(c.first)
	}
	return most + "; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category"
}

// numbersOtherwise returns the first word that is a number in another notation, with units or with
// commas, if nine of ten words are such numbers, else "".
func (c *textColumn) numbersOtherwise() (first string) {
	others, words := 0, 0
	for _, w := range c.words {
		w = strings.TrimSpace(w)
		switch {
		case notation.IsNumber(w):
		case notation.IsOther(w):
			first = cmp.Or(first, w)
			others++
		case !strings.EqualFold(w, notation.None):
			words++
		}
	}
	if others < 9*words {
		return ""
	}
	return first
}

// inOtherNotation says what helps with a column of [textColumn.numbersOtherwise].
func (c *textColumn) inOtherNotation() string {
	number := c.numbersOtherwise()
	if strings.TrimSpace(c.first) == number {
		return notation.Advice(number) + "; Options.Categorical takes the column for a category"
	}
	return fmt.Sprintf(", and most of the column is numbers such as %q%s; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category",
		phrase.Clip(number), notation.Advice(number))
}

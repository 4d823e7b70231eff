// Package column says what the columns of tables, and the features of models,
// hold. It is a leaf that both may import.
package column

import (
	"fmt"
	"slices"
)

// Kind is what the values of a column are.
type Kind uint8

// The kinds of columns.
const (
	Numeric     Kind = iota // any number
	Integer                 // whole numbers, in order
	Boolean                 // 0 and 1
	Categorical             // levels without an order, held as their codes
)

// Kinds are all kinds.
var Kinds = []Kind{Numeric, Integer, Boolean, Categorical}

var kindNames = [...]string{"numeric", "integer", "boolean", "categorical"}

// String returns the name of a kind, which is part of file formats.
func (k Kind) String() string { return kindNames[k] }

// MaxCode is above every code of a level, so that float32 holds them all.
const MaxCode = 1 << 24

// Other is the code of all levels that a column with Others does not list.
const Other = MaxCode - 1

// otherWord stands for Other.
const otherWord = "(another level)"

// Column is what is known of a column.
type Column struct {
	Kind Kind

	// Codes are the legal levels of a categorical column, ascending and at
	// least 0; nil if they are not listed. Those of a boolean column are 0
	// and 1, with their words in Names.
	Codes []int32

	// Names are the words for Codes, one each, or nil.
	Names []string

	// Others says that a level which is not listed has the code Other, and is not a
	// missing value: a pipeline may have a level for these. If Codes list Other, such
	// levels are among those of the training rows, which only no split names.
	Others bool

	// MissingWords are further words for missing values of this column, nil for
	// none.
	MissingWords []string

	// Dates says that the values are days since 1970, and how dates are read, or that they are
	// hours since midnight.
	Dates Dates
}

// Named returns the categorical column of levels with some names, whose codes
// are 0, 1 and so on.
func Named(names []string) Column {
	c := Column{Kind: Categorical, Names: names}
	for code := range names {
		c.Codes = append(c.Codes, int32(code))
	}
	return c
}

// NamedOrOther returns the categorical column of levels with some names, beside which there are others
// that need not be told apart: these share a level, Other.
func NamedOrOther(names []string) Column {
	c := Named(names)
	c.Codes, c.Names, c.Others = append(c.Codes, Other), append(slices.Clip(names), otherWord), true
	return c
}

// ListsOther reports whether Other is a level of the column, which a row can be given.
func (c *Column) ListsOther() bool {
	n := len(c.Codes)
	return c.Others && n > 0 && c.Codes[n-1] == Other
}

// Worded returns a categorical column, whose levels have only codes, with a word for each
// code: words[i] is that of code i. If no codes are listed, all of words are legal. A code
// without a word is an error.
func (c *Column) Worded(words []string) (Column, error) {
	named := Named(words)
	named.MissingWords, named.Others = c.MissingWords, c.Others
	if c.Codes == nil {
		return named, nil
	}
	named.Codes, named.Names = c.Codes, make([]string, len(c.Codes))
	for i, code := range c.Codes {
		if int(code) >= len(words) {
			return *c, fmt.Errorf("%d levels have words, and there is a code %d", len(words), code)
		}
		named.Names[i] = words[code]
	}
	return named, nil
}

// Name returns the word for a level, "" if there is none.
func (c *Column) Name(level int32) string {
	if at, known := slices.BinarySearch(c.Codes, level); known && at < len(c.Names) {
		return c.Names[at]
	}
	return ""
}

// Code returns the level with a word, which is what stands for the word in a row, and false if
// there is none.
func (c *Column) Code(word string) (level int32, known bool) {
	at := slices.Index(c.Names, word)
	if at < 0 || at >= len(c.Codes) {
		return 0, false
	}
	return c.Codes[at], true
}

// Word returns the word for a value, and false if the value is just a number. The word for days
// is their date, for hours the time of day, which is read as the same number again.
func (c *Column) Word(v float64) (word string, ok bool) {
	switch c.Dates {
	case NoDates:
	case TimeOfDay:
		return timeOf(v)
	default:
		return dateOf(v)
	}
	level := int32(v)
	if float64(level) != v || c.Names == nil {
		return "", false
	}
	at, known := slices.BinarySearch(c.Codes, level)
	switch {
	case known:
		return c.Names[at], true
	case c.Others && level == Other:
		return otherWord, true
	}
	return "", false
}

// Cell is Word for files: a time of day has as many digits of a second as it takes, even if that is
// more than people want to read.
func (c *Column) Cell(v float64) (word string, ok bool) {
	if c.Dates == TimeOfDay {
		return timeInFull(v)
	}
	return c.Word(v)
}

// KindOf returns the kind of column f of some: Numeric if nothing is said of any.
func KindOf(columns []Column, f int) Kind {
	if columns == nil {
		return Numeric
	}
	return columns[f].Kind
}

// Count returns how many columns are of a kind.
func Count(columns []Column, k Kind) (n int) {
	for i := range columns {
		if columns[i].Kind == k {
			n++
		}
	}
	return n
}

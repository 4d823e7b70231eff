package data

import (
	"cmp"
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

// decision is what the cells of a column say of it.
type decision struct {
	column.Column
	ignored string           // why the column is not a feature, "" if it is one
	values  []float64        // of the words, by number
	levels  map[string]int32 // of a column of levels, also those that are numbers
	doubt   string           // what may have been meant otherwise
}

// noValues is why a column without values is ignored.
const noValues = "has no values"

// decide says what a column holds. It is numeric if nine of ten filled cells are
// numbers, and then any other word is an error; else it holds words for yes and no,
// or dates, or levels.
func (c *textColumn) decide() (d decision, err error) {
	distinct := c.unpad()
	switch {
	case c.known != nil:
		if d.Column = *c.known; c.either != "" {
			d.doubt = otherOrder(c.either, c.dates)
		}
		if c.turned != "" {
			d.doubt = nowTurned(c.turned)
		}
		return d, c.coded()
	case c.numbers == 0 && c.texts == 0 && c.days == 0:
		d.ignored = noValues
		return d, nil
	case c.isCount():
		d.ignored = numbersRows
		return d, nil
	case c.numbers > 0 && c.namesAll():
		d.ignored = tellsRows
		return d, nil
	case c.texts > 0 && c.onlyTooLarge():
		return d, c.fault("")
	case c.numeric && c.texts > 0:
		return d, c.fault(cmp.Or(c.advice(), "; Options.MissingWords takes the word for a missing value"))
	case c.excess != "" && (c.categorical || c.declared):
		return d, &Error{Column: c.name, Err: fmt.Errorf("%s: Options.Ignore leaves the column out", c.excess)}
	case c.started || c.numeric || c.numbers > 0 && c.numbers >= 9*c.texts:
		if c.texts > 0 {
			return d, c.fault(c.otherwise())
		}
		d.values = slices.Repeat([]float64{math.NaN()}, len(c.words)) // None
		if c.days > 0 {
			d.Dates = cmp.Or(c.dates, column.MonthFirst)
		}
		if c.either != "" {
			d.doubt = twoOrders(c.either)
		}
		return d, nil
	case c.excess != "":
		d.ignored = c.excess
		return d, nil
	case distinct == 1 && c.wordsOnly() && c.missing == 0:
		d.ignored = fmt.Sprintf("is always %q", phrase.Clip(strings.TrimSpace(c.words[0])))
		return d, nil
	case c.categorical:
		d.level(c)
		return d, nil
	case !c.declared && c.numbersOtherwise() != "":
		return d, c.fault(c.inOtherNotation())
	case d.truths(c), !c.declared && d.dates(c):
		return d, nil
	case !c.declared && c.oddDate() != nil:
		return d, c.oddDate()
	case c.tellsRows(distinct):
		d.ignored, d.doubt = tellsRows, cmp.Or(c.withUnit(), c.durations(), c.bothOrders())
		return d, nil
	}
	d.level(c)
	return d, nil
}

// tellsRows reports whether a number of different cells is one for nearly every row, if no cell
// is to be taken for a level by others.
func (c *textColumn) tellsRows(distinct int) bool {
	cells := c.filled + c.numbers
	return !c.declared && !c.categorical && cells >= fewCells && distinct > cells*9/10
}

// coded refuses a column of numbers if its levels are expected to be words: the numbers are
// codes of these, and would all count as missing. Unknown words are not refused, as they may
// be new levels.
func (c *textColumn) coded() error {
	if c.known.Kind != column.Categorical || c.unseen == 0 || c.seen > 0 || !notation.IsNumber(c.first) || slices.ContainsFunc(c.known.Names, notation.IsNumber) || c.known.ListsOther() && len(c.known.Names) == 1 {
		return nil
	}
	return &Error{Line: c.line, Column: c.name, Err: fmt.Errorf("%q is a number, and no cell of the column is a level that is expected, by name and not as codes: %s; "+
		"Options.MissingWords takes words for missing values", phrase.Clip(c.first), list(c.known.Names))}
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

// onlyTooLarge reports whether the words are numbers that are too large.
func (c *textColumn) onlyTooLarge() bool {
	return len(c.words) > 0 && !c.takesWords() && !slices.ContainsFunc(c.words, func(w string) bool { return !notation.IsNumber(strings.TrimSpace(w)) })
}

// fault says that the first word is not a number, and what to do about it.
func (c *textColumn) fault(what string) error {
	if notation.IsNumber(c.first) {
		return &Error{Line: c.line, Column: c.name, Err: fmt.Errorf("%s %w", phrase.Clip(c.first), notation.ErrTooLarge)}
	}
	return &Error{Line: c.line, Column: c.name, Err: fmt.Errorf("%q is not a number%s", phrase.Clip(c.first), what)}
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
	if c.line == 1 && strings.ContainsFunc(c.first, unicode.IsLetter) {
		most += "; Options.Header tells whether line 1 holds the names of the columns"
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

// fewCells are too few to tell names of rows from levels.
const fewCells = 20

// wordsOnly reports whether no filled cell is a number.
func (c *textColumn) wordsOnly() bool { return len(c.words) > 0 && c.numbers == 0 }

// level makes the words levels, numbers first and texts in alphabetical order.
// Numbers among them join when their values are seen.
func (d *decision) level(c *textColumn) {
	c.trimWords()
	d.Kind = column.Categorical
	d.levels = map[string]int32{}
	for _, w := range c.words {
		d.levels[w] = 0
	}
}

// settle numbers the levels. numbers are the numbers that stand in the column.
func (d *decision) settle(c *textColumn, numbers map[float64]bool) error {
	for v := range numbers {
		d.levels[notation.Name(v)] = 0
	}
	if len(d.levels) > maxWords {
		return &Error{Column: c.name, Err: fmt.Errorf("has more than %d levels: Options.Ignore leaves the column out", maxWords)}
	}
	names := make([]string, 0, len(d.levels))
	for name := range d.levels {
		names = append(names, name)
	}
	notation.Sort(names)
	d.Column = column.Named(names)
	for code, name := range names {
		d.levels[name] = int32(code)
	}
	d.values = make([]float64, len(c.words))
	for n, w := range c.words {
		d.values[n] = float64(d.levels[w])
	}
	return nil
}

// mostlyNumbers says that a category may have been meant as numbers: it has many
// of them, and besides only one or two words; "" if not. numbers are those that are no words.
func (c *textColumn) mostlyNumbers(numbers int) string {
	if c.fixed || c.declared {
		return ""
	}
	var words []string
	for _, w := range c.words {
		if c.worded && notation.IsNumber(w) {
			continue
		}
		if words = append(words, strconv.Quote(phrase.Clip(w))); len(words) > 2 {
			return ""
		}
	}
	if numbers += len(c.words) - len(words); numbers <= fewValues || words == nil {
		return ""
	}
	return fmt.Sprintf("numbers beside %s, taken for a category of %d levels: Options.MissingWords takes words for missing values", strings.Join(words, " and "), numbers+len(words))
}

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

// byValue says that codes are told apart by their values as numbers, "" if none is seen.
func (c *textColumn) byValue() string {
	if c.odd == "" {
		return ""
	}
	return fmt.Sprintf("levels that are numbers are told apart by their value, so that %q is %s: Options.Categorical tells them apart as they are written", phrase.Clip(c.odd), notation.Canonical(c.odd))
}

// withUnit says that a column of many words may have been meant as numbers: all of its
// words are numbers with one unit or two, such as 12.5 kg, or with marks of notes; "" if not.
func (c *textColumn) withUnit() string {
	if c.fixed || c.declared || len(c.words) <= fewValues {
		return ""
	}
	var units []string
	for _, word := range c.words {
		of := notation.UnitAfter(strings.TrimSpace(word))
		if of == "" && c.worded && notation.IsNumber(word) {
			continue
		}
		if !slices.Contains(units, of) {
			units = append(units, of)
		}
		if of == "" || len(units) > 2 {
			return ""
		}
	}
	for i, unit := range units {
		units[i] = strconv.Quote(phrase.Clip(unit))
	}
	switch len(units) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("numbers with the unit %s, taken for words: without it they are numbers", units[0])
	}
	return fmt.Sprintf("numbers with the units %s and %s, taken for words: in one unit, and without it, they are numbers", units[0], units[1])
}

// alike says that two names of levels or classes differ in case or blanks only,
// "" if no two do.
func alike(names []string, are string) string {
	seen := make(map[string]string, len(names))
	for _, name := range names {
		bare := strings.ToLower(strings.Map(visible, name))
		if other, again := seen[bare]; again {
			return fmt.Sprintf("%q and %q are two %s, though they differ in case or blanks only", phrase.Clip(other), phrase.Clip(name), are)
		}
		seen[bare] = name
	}
	return ""
}

// visible drops blanks, and characters that do not show, such as one that says where a word may be
// broken.
func visible(r rune) rune {
	if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

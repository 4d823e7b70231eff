package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

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

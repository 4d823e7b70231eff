package data

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// firstNumber is the first cell of a column that is a number.
type firstNumber struct {
	cell  string
	value float64
}

// aYear says how a number that may be a year is written as a date, "" for any other.
func (n firstNumber) aYear() string {
	if n.value < 1000 || n.value >= 3000 || fractional(n.value) {
		return ""
	}
	return fmt.Sprintf("; years are dates with a day, such as %s-01-01", strings.TrimSpace(n.cell))
}

// bareDates says that numbers among dates are taken for what dates become: 2024 may be a year, and
// 45352 a day as spreadsheets count them. It returns "" if the column holds no dates, or no numbers.
func (c *textColumn) bareDates(dates column.Dates) string {
	word, ok := (&column.Column{Dates: dates}).Nearest(c.firstNumber.value)
	if !ok || c.numbers == 0 {
		return ""
	}
	are, written := " are", "dates are written like 2006-01-02"
	if c.numbers == 1 {
		are = " is"
	}
	if dates == column.TimeOfDay {
		written = "times are written like 15:04"
	}
	return fmt.Sprintf("%s taken for %s, %q for %s: %s", phrase.Count(c.numbers, "number")+are, dates.Since(), phrase.Clip(c.firstNumber.cell), word, written)
}

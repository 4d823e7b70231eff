package data

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// firstNumber is the first cell of a column that is a number.
type firstNumber struct {
	cell  string
	value float64
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

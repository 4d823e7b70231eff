package data

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
)

// dateLayouts are the layouts of dates that can be read in one order only.
var dateLayouts = []string{
	time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006/01/02", "2006/01/02 15:04:05",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05 Z0700", "2006-01-02 15:04:05 UTC", // pandas, PostgreSQL, Ruby, BigQuery
	"2006-01-02T15:04:05Z0700", "2006-01-02T15:04", "2006-01-02T15:04Z07:00",
	"2006-1-2", "2006-1-2 15:04", "2006-1-2 15:04:05", "2006/1/2", "2006/1/2 15:04", "2006/1/2 15:04:05",
	"2.1.2006", "2.1.2006 15:04", "2.1.2006 15:04:05", "02.01.06", "02.01.06 15:04", "02.01.06 15:04:05", // 1.2.10 is a version
	"Jan 2 2006", "Jan _2 2006", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "02-Jan-2006", "02-Jan-06", "Jan-2-2006",
}

// monthFirst and dayFirst are the layouts of dates that can be read in either order.
var (
	monthFirst = []string{
		"1/2/2006", "1/2/2006 15:04", "1/2/2006 15:04:05", "1/2/06", "1/2/06 15:04", "1-2-2006", "1-2-2006 15:04", "1-2-2006 15:04:05",
		"1/2/2006 3:04 PM", "1/2/2006 3:04:05 PM", "1-2-2006 3:04 PM", "1-2-2006 3:04:05 PM", // as spreadsheets and databases write them in America
	}
	dayFirst = []string{
		"2/1/2006", "2/1/2006 15:04", "2/1/2006 15:04:05", "2/1/06", "2/1/06 15:04", "2-1-2006", "2-1-2006 15:04", "2-1-2006 15:04:05",
		"2/1/2006 3:04 PM", "2/1/2006 3:04:05 PM", "2-1-2006 3:04 PM", "2-1-2006 3:04:05 PM",
	}
)

// A year of two digits is one from 1930 to 2029, as spreadsheets have it.
const (
	lastShort = 2029
	century   = 100
)

// dayOf returns the days from 1970 on to a date, with its time as a fraction, or to the
// first day of a month or quarter. If two orders are possible, the month comes first
// unless order says the day.
func dayOf(text string, order column.Dates) (float64, bool) {
	if len(text) < 6 || len(text) > 40 {
		return 0, false
	}
	ordered := monthFirst
	if order == column.DayFirst {
		ordered = dayFirst
	}
	for _, layouts := range [...][]string{dateLayouts, ordered} {
		for _, layout := range layouts {
			if at, err := time.Parse(layout, text); err == nil {
				if at.Year() > lastShort && strings.Contains(layout, "06") && !strings.Contains(layout, "2006") {
					at = at.AddDate(-century, 0, 0)
				}
				return column.Days(at), true
			}
		}
	}
	if at, ok := monthOf(text); ok {
		return column.Days(at), true
	}
	return 0, false
}

// isDate reports whether a text is a date in one of the orders.
func isDate(text string) bool {
	_, month := dayOf(text, column.MonthFirst)
	_, day := dayOf(text, column.DayFirst)
	return month || day
}

// daysOf returns the days of all texts, nil if not all are dates in one order.
func daysOf(texts []string, order column.Dates) []float64 {
	days := make([]float64, len(texts))
	for i, text := range texts {
		var ok bool
		if days[i], ok = dayOf(strings.TrimSpace(text), order); !ok {
			return nil
		}
	}
	return days
}

// dates turns words into days, and reports whether all are dates. The order of day and
// month is one that all of them can have. If both are, the month comes first, and that
// is a doubt.
func (d *decision) dates(c *textColumn) bool {
	if !c.wordsOnly() || areSeasons(c.words) {
		return false
	}
	days := daysOf(c.words, column.MonthFirst)
	other := daysOf(c.words, column.DayFirst)
	switch {
	case days == nil && other == nil:
		return false
	case days == nil:
		d.values, d.Dates = other, column.DayFirst
		return true
	case other != nil && !slices.Equal(days, other):
		d.doubt = twoOrders(c.first)
	}
	d.values, d.Dates = days, column.MonthFirst
	return true
}

// twoOrders says that a date and all others of its column can be read in two ways.
func twoOrders(text string) string {
	return fmt.Sprintf("%q and all others are read as dates with the month first, and the day may be meant to come first: dates = \"day-first\" in a schema says so", clip(text))
}

// otherOrder is twoOrders for rows whose dates are read in the order of earlier rows, such as
// those that a model was trained on.
func otherOrder(text string, order column.Dates) string {
	first, other := "month", "day"
	if order == column.DayFirst {
		first, other = other, first
	}
	return fmt.Sprintf("%q and all others are read as dates with the %s first, as is expected there, and the %s may be meant to come first in this file: dates = \"%s-first\" in a schema says so", clip(text), first, other, other)
}

// compare notes whether a date tells the order of day and month, in a column whose dates are
// turned into days as they come.
func (c *textColumn) compare(text string, days float64) {
	if c.told {
		return
	}
	order := column.DayFirst
	if c.dates == column.DayFirst {
		order = column.MonthFirst
	}
	other, both := dayOf(text, order)
	switch {
	case !both:
		c.told, c.either = true, ""
	case other != days && c.either == "":
		c.either = text
	}
}

package data

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// dates turns words into days, and reports whether all are dates. The order of day and
// month is one that all of them can have. If both are, the month comes first, and that
// is a doubt. Times of day become hours.
func (d *decision) dates(c *textColumn) bool {
	if !c.wordsOnly() || notation.AreSeasons(c.words) {
		return false
	}
	days := notation.Days(c.words, column.MonthFirst)
	other := notation.Days(c.words, column.DayFirst)
	switch {
	case c.told && c.dates == column.DayFirst && other != nil:
		d.values, d.Dates = other, column.DayFirst
		return true
	case c.told && days != nil:
	case days == nil && other == nil:
		d.values, d.Dates = c.hours(), column.TimeOfDay
		return d.values != nil
	case days == nil:
		d.values, d.Dates = other, column.DayFirst
		return true
	case other != nil && !slices.EqualFunc(days, other, func(a, b float64) bool { return a == b || a != a && b != b }):
		d.doubt = twoOrders(c.first)
	}
	d.values, d.Dates = days, column.MonthFirst
	return true
}

// twoOrders says that a date and all others of its column can be read in two ways.
func twoOrders(text string) string {
	return fmt.Sprintf("%q and all others are read as dates with the month first, and the day may be meant to come first: dates = \"day-first\" in a schema says so", phrase.Clip(text))
}

// otherOrder is twoOrders for rows whose dates are read in the order of earlier rows, such as
// those that a model was trained on.
func otherOrder(text string, order column.Dates) string {
	first, other := "month", "day"
	if order == column.DayFirst {
		first, other = other, first
	}
	return fmt.Sprintf("%q and all others are read as dates with the %s first, as is expected there, and the %s may be meant to come first in this file: dates = \"%s-first\" in a schema says so", phrase.Clip(text), first, other, other)
}

// dateOrder is the order of day and month in the dates of a column.
type dateOrder struct {
	dates  column.Dates // how dates are read
	either string       // a date that can be read in two orders, until another one tells
	told   bool         // the order of dates is known
	turned string       // a date that has the day first, where the month is expected to come first
}

// compare notes whether a date tells the order of day and month, in a column whose dates are
// turned into days as they come.
func (o *dateOrder) compare(text string, days float64) {
	if o.told {
		return
	}
	order := column.DayFirst
	if o.dates == column.DayFirst {
		order = column.MonthFirst
	}
	other, both := notation.Day(text, order)
	switch {
	case !both:
		o.told, o.either = true, ""
	case other != days && o.either == "":
		o.either = text
	}
}

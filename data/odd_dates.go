package data

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// fewDates is how many different dates it takes to tell a column of dates.
const fewDates = 10

// oddDate refuses a column of dates with a few other words, as a column of numbers with some
// is refused: nine of ten different words are dates in one order. It returns nil for any other
// column.
func (c *textColumn) oddDate() error {
	order := column.MonthFirst
	odd, some := c.noDates(order)
	for _, another := range []column.Dates{column.DayFirst, column.TimeOfDay} {
		if other, dates := c.noDates(another); dates && (!some || len(other) < len(odd)) {
			order, odd, some = another, other, true
		}
	}
	others := len(odd)
	if c.numbers > 0 {
		others++
	}
	dates := len(c.words) - len(odd)
	if !some || others == 0 || dates < fewDates || dates < 9*others || c.numbers > c.texts/10 || c.seasons(odd) {
		return nil
	}
	if len(odd) == 0 {
		return &Error{Column: c.name, Err: fmt.Errorf("holds dates, and %s among them, first %q: Options.MissingWords takes numbers that stand for none, such as 0, for missing values, "+
			"Options.Categorical the column for a category%s", phrase.Count(c.numbers, "number"), phrase.Clip(c.firstNumber.cell), c.firstNumber.aYear())}
	}
	text, of := strings.TrimSpace(c.words[odd[0]]), "date"
	if order == column.TimeOfDay {
		of = "time of day"
	} else if notation.IsDate(text) {
		of = fmt.Sprintf("date with the %s first", first(order))
	}
	return place(c.places[odd[0]]).fault(c.name, fmt.Errorf("%q is no %s, as most of the column is; Options.MissingWords takes the word for a missing value, "+
		"Options.Categorical the column for a category", phrase.Clip(text), of))
}

// bothOrders says that a column of words holds dates, of which some have the day first and others
// the month, so that their order is lost; "" if not.
func (c *textColumn) bothOrders() string {
	if c.fixed || !c.wordsOnly() || len(c.words) < fewDates {
		return ""
	}
	var only [2]string // a date that can be read with the month first only, and one with the day first
	for _, word := range c.words {
		word = strings.TrimSpace(word)
		_, month := notation.Day(word, column.MonthFirst)
		_, day := notation.Day(word, column.DayFirst)
		switch {
		case !month && !day:
			return ""
		case !day:
			only[0] = word
		case !month:
			only[1] = word
		}
	}
	if only[0] == "" || only[1] == "" {
		return ""
	}
	return fmt.Sprintf("holds dates, and is taken for words, as %q has the month first and %q the day: written like 2006-01-02 they are dates", phrase.Clip(only[0]), phrase.Clip(only[1]))
}

// noDates returns the numbers of the words that are neither dates in an order nor none, and
// false if they are too many for a column of dates.
func (c *textColumn) noDates(order column.Dates) (numbers []int, dates bool) {
	for n, word := range c.words {
		word = strings.TrimSpace(word)
		if _, date := notation.Day(word, order); !date && !strings.EqualFold(word, notation.None) {
			numbers = append(numbers, n)
		}
		if len(numbers) > fewDates+n/10 {
			return nil, false
		}
	}
	return numbers, true
}

// seasons reports whether the words, except some, are two years each, see areSeasons.
func (c *textColumn) seasons(but []int) bool {
	var words []string
	for n, word := range c.words {
		if len(but) > 0 && but[0] == n {
			but = but[1:]
			continue
		}
		words = append(words, word)
	}
	return notation.AreSeasons(words)
}

// first returns what comes first in an order.
func first(order column.Dates) string { return strings.TrimSuffix(order.String(), "-first") }

// noDate says that a cell is not a date in the order, or not a time, that is expected in the column.
func (o *dateOrder) noDate(text string) error {
	switch {
	case o.dates == column.TimeOfDay:
		return fmt.Errorf("%q is no time of day, as is expected there; Options.MissingWords takes the word for a missing value", phrase.Clip(text))
	case notation.IsDate(text):
		other := column.DayFirst
		if o.dates == column.DayFirst {
			other = column.MonthFirst
		}
		return fmt.Errorf("%q is a date with the %s first, and the dates to expect have the %s first: dates = %q in a schema reads those of this file", phrase.Clip(text), first(other), first(o.dates), other)
	}
	return fmt.Errorf("%q is no date, as is expected there; Options.MissingWords takes the word for a missing value", phrase.Clip(text))
}

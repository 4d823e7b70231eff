package data

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// hours returns the hours of words that are all times of day, nil if not all are. A few of them
// are shifts or opening hours, for which categories do as well.
func (c *textColumn) hours() []float64 {
	if len(c.words) < fewDates {
		return nil
	}
	return notation.Days(c.words, column.TimeOfDay)
}

// durations says that a column of words holds times that are not all of a day, such as 54:47,
// whose order is lost, "" if not.
func (c *textColumn) durations() string {
	notTime := func(word string) bool { return !notation.IsTime(strings.TrimSpace(word)) }
	if c.fixed || !c.wordsOnly() || len(c.words) < fewDates || slices.ContainsFunc(c.words, notTime) {
		return ""
	}
	return "holds durations, and is taken for words: " + notation.AsHours
}

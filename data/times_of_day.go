package data

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// timesOfDay says that a column of words holds times of day, whose order is lost, "" if not. A
// few of them are shifts or opening hours, for which categories do as well.
func (c *textColumn) timesOfDay() string {
	notTime := func(word string) bool { return !notation.IsTimeOfDay(strings.TrimSpace(word)) }
	if c.fixed || !c.wordsOnly() || len(c.words) < fewDates || slices.ContainsFunc(c.words, notTime) {
		return ""
	}
	return "holds times of day, and is taken for words: " + notation.AsHours
}

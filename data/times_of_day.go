package data

import (
	"regexp"
	"slices"
	"strings"
)

// clock is what times of day look like, 13:45 or 1:45:10 PM.
var clock = regexp.MustCompile(`^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?$`)

// asHours is what to do about times of day, which no reader takes for numbers.
const asHours = "a number, such as of hours since midnight (13.75 for 13:45), keeps their order"

// timesOfDay says that a column of words holds times of day, whose order is lost, "" if not. A
// few of them are shifts or opening hours, for which categories do as well.
func (c *textColumn) timesOfDay() string {
	notTime := func(word string) bool { return !clock.MatchString(strings.TrimSpace(word)) }
	if c.fixed || !c.wordsOnly() || len(c.words) < fewDates || slices.ContainsFunc(c.words, notTime) {
		return ""
	}
	return "holds times of day, and is taken for words: " + asHours
}

package notation

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// monthLayouts are the ways in which months are written.
var monthLayouts = []string{
	"2006-01", "2006/01", "01/2006", "2006M01", "2006-M01", "2006 Jan", "2006-Jan", "2006 January",
	"Jan 2006", "Jan-2006", "Jan, 2006", "January 2006", "January, 2006",
}

// quarter is what quarters of a year look like, with the year first or last.
var quarter = regexp.MustCompile(`^(?:(\d{4})[-/ ]?[Qq]([1-4])|[Qq]([1-4])[-/ ]?(\d{4}))$`)

// A year beside a month or a quarter alone lies in this range: other numbers are of parts.
const firstYear, lastYear = 1500, 2200

// monthOf returns the first day of a month, or of a quarter of a year.
func monthOf(text string) (at time.Time, ok bool) {
	if m := quarter.FindStringSubmatch(text); m != nil {
		year, _ := strconv.Atoi(m[1] + m[4])
		q, _ := strconv.Atoi(m[2] + m[3])
		at, ok = time.Date(year, time.Month(3*q-2), 1, 0, 0, 0, 0, time.UTC), true
	}
	if !ok {
		at, _, ok = parse(monthLayouts, text)
	}
	return at, ok && at.Year() >= firstYear && at.Year() <= lastYear
}

// AreSeasons reports whether all texts are two years, one after the other, such as
// 2001-02, which looks like a month.
func AreSeasons(texts []string) bool {
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if strings.EqualFold(text, None) {
			continue
		}
		if len(text) != len("2001-02") || text[4] != '-' && text[4] != '/' {
			return false
		}
		from, err := strconv.Atoi(text[:4])
		to, err2 := strconv.Atoi(text[5:])
		if err != nil || err2 != nil || (from+1)%century != to {
			return false
		}
	}
	return true
}

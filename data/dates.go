package data

import (
	"strings"
	"time"
)

// dateLayouts are the ways in which dates are written.
var dateLayouts = []string{
	time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006/01/02", "2006/01/02 15:04:05",
	"1/2/2006", "1/2/2006 15:04", "1/2/2006 15:04:05", "1/2/06", "1/2/06 15:04", "2.1.2006", "2.1.2006 15:04",
	"Jan 2 2006", "Jan _2 2006", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "02-Jan-2006", "02-Jan-06", "Jan-2-2006",
}

// A year of two digits is one from 1930 to 2029, as spreadsheets have it.
const (
	lastShort = 2029
	century   = 100
)

// dayOf returns the days from 1970 on to a date, with its time as a fraction.
func dayOf(text string) (float64, bool) {
	if len(text) < 6 || len(text) > 40 {
		return 0, false
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			if at.Year() > lastShort && strings.Contains(layout, "06") && !strings.Contains(layout, "2006") {
				at = at.AddDate(-century, 0, 0)
			}
			return float64(at.Unix()) / (24 * 60 * 60), true
		}
	}
	return 0, false
}

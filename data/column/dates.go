package column

import (
	"math"
	"strings"
	"time"
)

// Dates says whether the numbers of a column are days since 1970, and which of month
// and day comes first in dates that are written like 1/2/2006; or hours since midnight.
type Dates string

// The ways to read dates and times.
const (
	NoDates    Dates = ""
	MonthFirst Dates = "month-first"
	DayFirst   Dates = "day-first"
	TimeOfDay  Dates = "time-of-day"
)

// String returns the name of a way, which is part of file formats.
func (d Dates) String() string { return string(d) }

// Numbers says what the numbers of a column of dates or times are.
func (d Dates) Numbers() string {
	if d == TimeOfDay {
		return "times of day, as " + d.Since()
	}
	return "dates, as " + d.Since()
}

// Since returns the unit of the numbers, and where it begins.
func (d Dates) Since() string {
	if d == TimeOfDay {
		return "hours since midnight"
	}
	return "days since 1970"
}

// Unit returns the unit of the numbers of a column of dates or times.
func (d Dates) Unit() string {
	if d == TimeOfDay {
		return "hours"
	}
	return "days"
}

const day = 24 * time.Hour

// Days returns the days from 1970 to a time in UTC, with the time of day as a fraction.
func Days(at time.Time) float64 {
	seconds := at.Unix()
	if at.Nanosecond() == 0 {
		return float64(seconds) / day.Seconds()
	}
	midnight := at.Truncate(day)
	return float64(midnight.Unix())/day.Seconds() + float64(at.Sub(midnight))/float64(day)
}

// dateOf returns the date of some days since 1970, with the time of day if they are not
// whole, and with as many digits of its seconds as it takes to be read as the same number
// again. It returns false if they are not a date.
func dateOf(days float64) (string, bool) {
	const most = 2932896 // the last day of the year 9999
	if !(math.Abs(days) <= most) {
		return "", false
	}
	whole := math.Floor(days)
	exact := time.Unix(0, 0).UTC().AddDate(0, 0, int(whole)).Add(time.Duration(math.Round((days - whole) * float64(day))))
	if exact.Year() < 0 {
		return "", false
	}
	for _, form := range []struct {
		to     time.Duration
		layout string
	}{
		{day, time.DateOnly}, {time.Second, time.DateTime}, {time.Millisecond, time.DateTime + ".000"},
		{time.Microsecond, time.DateTime + ".000000"}, {time.Nanosecond, time.DateTime + ".000000000"},
	} {
		if at := exact.Round(form.to); Days(at) == days {
			return at.Format(form.layout), true
		}
	}
	return "", false
}

// Beyond returns the date or time of a value that may lie between two that can be written: it is
// rounded to whole seconds, away from another value. It is for sentences, and returns false for
// columns of other kinds.
func (c *Column) Beyond(v, from float64) (word string, ok bool) {
	second, ok := c.second()
	if !ok {
		return "", false
	}
	seconds := math.Round(v * second)
	switch {
	case v < from && seconds/second > v:
		seconds--
	case v > from && seconds/second < v:
		seconds++
	}
	return c.Word(seconds / second)
}

// Told is Word for a sentence that tells of a change from another value: if a date or a time moves by a
// thousand seconds or more, it is in whole seconds, see Beyond.
func (c *Column) Told(v, from float64) (word string, ok bool) {
	const far = 1000
	second, is := c.second()
	if word, ok = c.Word(v); ok && !(is && strings.Contains(word, ".") && math.Abs(v-from)*second >= far) {
		return word, true
	}
	return c.Beyond(v, from)
}

// Nearest returns the date or time of the nearest whole second, and false for columns of other kinds.
func (c *Column) Nearest(v float64) (word string, ok bool) {
	second, ok := c.second()
	if !ok {
		return "", false
	}
	return c.Word(math.Round(v*second) / second)
}

// second returns how many seconds a day or an hour has, false for columns of other kinds.
func (c *Column) second() (seconds float64, ok bool) {
	switch c.Dates {
	case NoDates:
		return 0, false
	case TimeOfDay:
		return time.Hour.Seconds(), true
	}
	return day.Seconds(), true
}

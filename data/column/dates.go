package column

import (
	"math"
	"time"
)

// Dates says whether the numbers of a column are days since 1970, and which of month
// and day comes first in dates that are written like 1/2/2006.
type Dates string

// The ways to read dates.
const (
	NoDates    Dates = ""
	MonthFirst Dates = "month-first"
	DayFirst   Dates = "day-first"
)

// String returns the name of a way, which is part of file formats.
func (d Dates) String() string { return string(d) }

// dateOf returns the date of a whole day since 1970, and false for what is none.
func dateOf(day float64) (string, bool) {
	const most = 2932896 // the last day of the year 9999
	if day != math.Trunc(day) || math.Abs(day) > most {
		return "", false
	}
	at := time.Unix(int64(day)*24*60*60, 0).UTC()
	return at.Format(time.DateOnly), at.Year() >= 0
}

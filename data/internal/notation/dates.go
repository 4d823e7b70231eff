package notation

import (
	"math"
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
	"Jan 2 2006", "Jan _2 2006", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "2-Jan-2006", "2-Jan-06", "Jan-2-2006",
	"Jan 2, 2006 3:04 PM", "Jan 2, 2006, 3:04:05 PM", "Monday, January 2, 2006", "Monday, 2 January 2006", "Mon Jan 2 2006",
	"2-Jan-2006 15:04", "2-Jan-2006 15:04:05", "2-Jan-06 03.04.05 PM", "Jan 2 2006 3:04PM", // SPSS and MATLAB, Oracle, SQL Server
	"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC1123Z, time.ANSIC, "Mon Jan _2 15:04:05 UTC 2006", time.RubyDate, // mails and C
	"02/Jan/2006:15:04:05 -0700", "02Jan2006", "02Jan2006:15:04:05", "02Jan06", "02Jan06:15:04:05", "02Jan2006 15:04:05", // Apache, SAS and Stata
	"20060102T150405", "20060102T150405Z0700", "2006-01-02 15:04:05Z0700", "2006.01.02", "2006.01.02 15:04:05",
	"2006-01-02 15:04:05 Z07:00", "2006-01-02-15.04.05", "2.1.2006, 15:04:05", // SQL Server, Db2, JavaScript
}

// monthFirst and dayFirst are the layouts of dates that can be read in either order.
var (
	monthFirst = []string{
		"1/2/2006", "1/2/2006 15:04", "1/2/2006 15:04:05", "1/2/06", "1/2/06 15:04", "1-2-2006", "1-2-2006 15:04", "1-2-2006 15:04:05",
		"1/2/2006 3:04 PM", "1/2/2006 3:04:05 PM", "1-2-2006 3:04 PM", "1-2-2006 3:04:05 PM", // as spreadsheets and databases write them in America
		"1/2/06 3:04 PM", "1/2/2006, 3:04:05 PM", "1/2/2006, 15:04:05", // and JavaScript
	}
	dayFirst = []string{
		"2/1/2006", "2/1/2006 15:04", "2/1/2006 15:04:05", "2/1/06", "2/1/06 15:04", "2-1-2006", "2-1-2006 15:04", "2-1-2006 15:04:05",
		"2/1/2006 3:04 PM", "2/1/2006 3:04:05 PM", "2-1-2006 3:04 PM", "2-1-2006 3:04:05 PM",
		"2/1/06 3:04 PM", "2/1/2006, 3:04:05 PM", "2/1/2006, 15:04:05",
	}
)

// A year of two digits is one from 1930 to 2029, as spreadsheets have it.
const (
	lastShort = 2029
	century   = 100
)

// Day returns the days from 1970 on to a date, with its time as a fraction, or to the
// first day of a month or quarter; or the hours from midnight to a time of day, if these
// are to be read. If two orders are possible, the month comes first unless order says the
// day.
func Day(text string, order column.Dates) (float64, bool) {
	if order == column.TimeOfDay {
		return hour(text)
	}
	if len(text) < 6 || len(text) > 40 {
		return 0, false
	}
	for _, layouts := range [...][]string{dateLayouts, ordered(order)} {
		if at, layout, ok := parse(layouts, text); ok {
			if at.Year() > lastShort && strings.Contains(layout, "06") && !strings.Contains(layout, "2006") {
				at = at.AddDate(-century, 0, 0)
			}
			return column.Days(at), true
		}
	}
	if at, ok := monthOf(text); ok {
		return column.Days(at), true
	}
	return 0, false
}

// ordered returns the layouts of dates that can be read in either order, in one of them.
func ordered(order column.Dates) []string {
	if order == column.DayFirst {
		return dayFirst
	}
	return monthFirst
}

// IsDate reports whether a text is a date in one of the orders.
func IsDate(text string) bool {
	_, month := Day(text, column.MonthFirst)
	_, day := Day(text, column.DayFirst)
	return month || day
}

// Days returns the days of all texts, nil if not all are dates in one order. Beside dates, [None] is
// a missing value.
func Days(texts []string, order column.Dates) []float64 {
	days, dates := make([]float64, len(texts)), 0
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if strings.EqualFold(text, None) {
			days[i] = math.NaN()
			continue
		}
		var ok bool
		if days[i], ok = Day(text, order); !ok {
			return nil
		}
		dates++
	}
	if dates == 0 {
		return nil
	}
	return days
}

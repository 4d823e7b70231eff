package column_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
)

// The word for the hours of any time of a day is that time.
func TestTimesOfDay(t *testing.T) {
	c := column.Column{Dates: column.TimeOfDay}
	r := rand.New(rand.NewPCG(1, 2))
	for _, unit := range []time.Duration{time.Minute, time.Second, time.Millisecond, time.Microsecond} {
		for range 10_000 {
			at := time.Unix(0, 0).UTC().Add(time.Duration(r.Int64N(int64(24*time.Hour/unit))) * unit)
			hours := column.Hours(at)
			word, ok := c.Word(hours)
			if !ok {
				t.Fatalf("%v hours of %s have no word", hours, at.Format(time.TimeOnly+".000000"))
			}
			read, err := time.Parse("15:04:05", word)
			if err != nil {
				read, err = time.Parse("15:04", word)
			}
			if err != nil || column.Hours(read) != hours {
				t.Fatalf("%v hours are %s, which is read as %v (%v)", hours, word, column.Hours(read), err)
			}
		}
	}
	for _, v := range []float64{-1, 24, math.NaN(), math.Inf(1), 1e300} {
		if word, ok := c.Word(v); ok {
			t.Errorf("%v hours are %s", v, word)
		}
	}
}

// Cells of files hold any number of hours as a time, also between two nanoseconds; TestMovedTimesAreWritten
// of package data reads them again.
func TestCell(t *testing.T) {
	c := column.Column{Dates: column.TimeOfDay}
	for v, want := range map[float64]string{
		5.883333483338356:        "05:53:00.000540018083",
		math.Nextafter(13.75, 0): "13:44:59.999999999994",
		math.Nextafter(24, 0):    "23:59:59.99999999999",
		19.5:                     "19:30",
	} {
		if word, ok := c.Cell(v); word != want || !ok {
			t.Errorf("%v hours are %q, want %q", v, word, want)
		}
	}
	if word, ok := c.Cell(24); ok {
		t.Errorf("24 hours are %s", word)
	}
}

// In sentences a value between two that can be written is rounded away from where it comes from.
func TestBeyond(t *testing.T) {
	times, dates := column.Column{Dates: column.TimeOfDay}, column.Column{Dates: column.DayFirst}
	for _, c := range []struct {
		of      column.Column
		v, from float64
		want    string
	}{
		{times, math.Nextafter(19.0625, 0), 20, "19:03:44"},
		{times, math.Nextafter(19.0625, 20), 19, "19:03:46"},
		{times, 19.0583, 20, "19:03:29"},
		{times, 19.0583, 18, "19:03:30"},
		{dates, 1.00001, 0, "1970-01-02 00:00:01"},
		{dates, 1.00001, 2, "1970-01-02"},
	} {
		if got, ok := c.of.Beyond(c.v, c.from); got != c.want || !ok {
			t.Errorf("%v from %v on is %q, want %q", c.v, c.from, got, c.want)
		}
	}
	const second = 1.0 / 86400
	for _, c := range []struct {
		v, from float64
		want    string
	}{
		{10 * second, 0, "1970-01-01 00:00:10"},
		{10.25 * second, 0, "1970-01-01 00:00:10.250"},
		{1000.25 * second, 0, "1970-01-01 00:16:41"},
		{1000.25 * second, 1, "1970-01-01 00:16:40"},
		{2, 1, "1970-01-03"},
	} {
		if got, ok := dates.Told(c.v, c.from); got != c.want || !ok {
			t.Errorf("%v from %v on is told as %q, want %q", c.v, c.from, got, c.want)
		}
	}
	if got, ok := (&column.Column{Kind: column.Categorical, Codes: []int32{0}, Names: []string{"No. 1"}}).Told(0, 1); got != "No. 1" || !ok {
		t.Errorf("a level is told as %q", got)
	}
	if word, ok := new(column.Column).Beyond(1, 0); ok {
		t.Errorf("a number is %q", word)
	}
}

// Nearest undoes what rounding left of a time.
func TestNearest(t *testing.T) {
	times := column.Column{Dates: column.TimeOfDay}
	if word, ok := times.Nearest(12.816666666666665); word != "12:49" || !ok {
		t.Errorf("%q", word)
	}
	if word, ok := new(column.Column).Nearest(1); ok {
		t.Errorf("a number is %q", word)
	}
}

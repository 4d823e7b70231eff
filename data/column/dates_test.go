package column

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The date of a number of days is read as the same number, whether it was a time or an
// attack moved it.
func TestDateOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-6e10, 2e11).Draw(t, "seconds"), rapid.SampledFrom([]int64{0, 0, 5e8, 1e6, 123456789}).Draw(t, "nanoseconds")).UTC()
		days := Days(at)
		if rapid.Bool().Draw(t, "moved") {
			days = math.Nextafter(days, rapid.SampledFrom([]float64{-1e9, 1e9}).Draw(t, "towards"))
		}
		text, is := dateOf(days)
		if !is {
			if days == Days(at) {
				t.Fatalf("%v, %v days, is no date", at, days)
			}
			return // between two nanoseconds
		}
		layout := time.DateTime
		if len(text) == len(time.DateOnly) {
			layout = time.DateOnly
		}
		read, err := time.Parse(layout, text)
		if err != nil || Days(read) != days {
			t.Fatalf("%v days are %q, which is %v, %v", days, text, Days(read), err)
		}
	})
	for days, want := range map[float64]string{
		0: "1970-01-01", -1: "1969-12-31", 18753.7459375: "2021-05-06 17:54:09", 0.5: "1970-01-01 12:00:00", -0.25: "1969-12-31 18:00:00",
		19000 + 0.25/86400: "2022-01-08 00:00:00.250",
	} {
		if got, is := dateOf(days); !is || got != want {
			t.Errorf("%v days are %q, want %q", days, got, want)
		}
	}
	for _, days := range []float64{math.NaN(), math.Inf(1), -1e9, 1e9} {
		if got, is := dateOf(days); is {
			t.Errorf("%v days are %q", days, got)
		}
	}
}

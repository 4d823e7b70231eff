package column

import (
	"math"
	"math/big"
	"strings"
	"time"
)

// Hours returns the hours from midnight to the time of day of at.
func Hours(at time.Time) float64 {
	since := at.Sub(at.Truncate(day))
	if since%time.Second == 0 {
		return float64(since/time.Second) / time.Hour.Seconds()
	}
	return float64(since) / float64(time.Hour)
}

// timeOf returns the time of day of some hours since midnight, with as many digits as it takes
// to be read as the same number again. It returns false if they are not a time of day.
func timeOf(hours float64) (string, bool) {
	if !(hours >= 0 && hours < day.Hours()) {
		return "", false
	}
	exact := time.Unix(0, 0).UTC().Add(time.Duration(math.Round(hours * float64(time.Hour))))
	for _, form := range []struct {
		to     time.Duration
		layout string
	}{
		{time.Minute, "15:04"}, {time.Second, time.TimeOnly}, {time.Millisecond, time.TimeOnly + ".000"},
		{time.Microsecond, time.TimeOnly + ".000000"}, {time.Nanosecond, time.TimeOnly + ".000000000"},
	} {
		if at := exact.Round(form.to); Hours(at) == hours {
			return at.Format(form.layout), true
		}
	}
	return "", false
}

// mostDigits is how many digits of a second times are written with at most: enough for all hours
// from a thousandth of a second on.
const mostDigits = 20

// timeInFull is timeOf with digits beyond those of nanoseconds, where it takes them to be read as
// the same number again: an attack moves a time to a threshold, and a float64 tells hours apart
// that are less than a nanosecond apart.
func timeInFull(hours float64) (string, bool) {
	if text, ok := timeOf(hours); ok || !(hours >= 0 && hours < day.Hours()) {
		return text, ok
	}
	seconds := new(big.Rat).SetFloat64(hours)
	seconds.Mul(seconds, perHour)
	for digits := len("000000000") + 1; digits <= mostDigits; digits++ {
		text := seconds.FloatString(digits)
		written, _ := new(big.Rat).SetString(text) // without a fault, as it is a number
		if HoursOf(written) == hours {
			whole, fraction, _ := strings.Cut(text, ".")
			at, _ := time.ParseDuration(whole + "s")
			return time.Unix(0, 0).UTC().Add(at).Format(time.TimeOnly) + "." + fraction, true
		}
	}
	return "", false
}

// perHour are the seconds of an hour.
var perHour = big.NewRat(3600, 1)

// HoursOf returns the hours nearest to some seconds, which may have more digits than a time.Time.
func HoursOf(seconds *big.Rat) float64 {
	hours, _ := new(big.Rat).Quo(seconds, perHour).Float64()
	return hours
}

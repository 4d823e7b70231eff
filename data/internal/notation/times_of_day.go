package notation

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// clockLayouts are the ways in which times of day are written.
var clockLayouts = []string{"15:04", "15:04:05", "3:04 PM", "3:04:05 PM", "3:04PM", "3:04:05PM", "3:04 pm", "3:04:05 pm", "3:04pm", "3:04:05pm"}

// hour returns the hours from midnight to a time of day.
func hour(text string) (float64, bool) {
	at, _, ok := parse(clockLayouts, text)
	if !ok {
		return 0, false
	}
	if fraction := manyDigits(text); fraction != nil {
		seconds := big.NewRat(int64(at.Hour()*3600+at.Minute()*60+at.Second()), 1)
		return column.HoursOf(seconds.Add(seconds, fraction)), true
	}
	return column.Hours(at), true
}

// manyDigits returns the fraction of a second of a time that has more digits than time.Parse reads,
// and nil for any other time.
func manyDigits(text string) *big.Rat {
	const most = 30 // more tell no two float64 apart
	at := strings.IndexAny(text, ".,")
	if at < 0 {
		return nil
	}
	digits := strings.TrimRight(text[at+1:], " APMapm")
	if len(digits) <= len("000000000") {
		return nil
	}
	fraction, _ := new(big.Rat).SetString("0." + digits[:min(len(digits), most)]) // without a fault, as time.Parse has read it
	return fraction
}

// clock is what times are written like: 13:45, 54:47, 1:45:10 PM.
var clock = regexp.MustCompile(`^\d+:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?$`)

// AsHours is what to do about times that are not read as numbers.
const AsHours = "a number, such as of hours (13.75 for 13:45), keeps their order"

// IsTime reports whether a text looks like a time of day or a duration.
func IsTime(text string) bool { return clock.MatchString(text) }

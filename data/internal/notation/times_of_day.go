package notation

import (
	"regexp"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
)

// clockLayouts are the ways in which times of day are written.
var clockLayouts = []string{"15:04", "15:04:05", "3:04 PM", "3:04:05 PM", "3:04PM", "3:04:05PM", "3:04 pm", "3:04:05 pm", "3:04pm", "3:04:05pm"}

// hour returns the hours from midnight to a time of day.
func hour(text string) (float64, bool) {
	for _, layout := range clockLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return column.Hours(at), true
		}
	}
	return 0, false
}

// clock is what times are written like: 13:45, 54:47, 1:45:10 PM.
var clock = regexp.MustCompile(`^\d+:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?$`)

// AsHours is what to do about times that are not read as numbers.
const AsHours = "a number, such as of hours (13.75 for 13:45), keeps their order"

// IsTime reports whether a text looks like a time of day or a duration.
func IsTime(text string) bool { return clock.MatchString(text) }

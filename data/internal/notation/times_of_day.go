package notation

import "regexp"

// clock is what times of day look like, 13:45 or 1:45:10 PM.
var clock = regexp.MustCompile(`^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?$`)

// AsHours is what to do about times of day, which no reader takes for numbers.
const AsHours = "a number, such as of hours since midnight (13.75 for 13:45), keeps their order"

// IsTimeOfDay reports whether a text looks like a time of day.
func IsTimeOfDay(text string) bool { return clock.MatchString(text) }

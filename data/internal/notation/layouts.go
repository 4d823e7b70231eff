package notation

import (
	"strings"
	"time"
)

// parse reads a text by the first of several layouts of time.Parse that it fits. Most texts of a
// table fit none, and an error of time.Parse takes longer than a look at how the text begins.
func parse(layouts []string, text string) (at time.Time, layout string, ok bool) {
	digits := leadingDigits(text)
	if digits == len(text) || digits == 0 && !strings.ContainsAny(text, "0123456789") {
		return at, "", false // every layout has a number and more
	}
	for _, layout := range layouts {
		if n := leadingDigits(layout); (n > 0) != (digits > 0) || n > 0 && layout[n] != text[digits] && layout[n] < 'A' {
			continue // another separator behind the first number, and no month's name
		}
		if at, err := time.Parse(layout, text); err == nil {
			return at, layout, true
		}
	}
	return at, "", false
}

// leadingDigits returns how many digits a text begins with.
func leadingDigits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

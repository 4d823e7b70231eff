package notation

import (
	"regexp"
	"strings"
)

// UnitSign returns the first sign of a unit in a number, such as $ or %, "" for none.
func UnitSign(cell string) string {
	if at := strings.IndexAny(cell, signs); at >= 0 {
		for _, r := range cell[at:] {
			return string(r)
		}
	}
	return ""
}

// measure is what a number with its unit after it, or with marks of notes, looks like.
var measure = regexp.MustCompile(`^[-+]?[0-9][0-9.,]*\s*(\pL[\pL/²³]*|°\pL?|[*†‡]+)$`)

// UnitAfter returns the unit that stands after a number, such as kg in 12.5 kg or * in 12.5*, "" if the text
// is nothing of the kind.
func UnitAfter(text string) string {
	if match := measure.FindStringSubmatch(text); match != nil {
		return match[1]
	}
	return ""
}

package data

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// grouped is what a number looks like whose only point is one between thousands, or one before three
// decimals.
var grouped = regexp.MustCompile(`^-?[1-9]\d{0,2}\.\d{3}$`)

// thousands says that the points in a column may be those between thousands, which programs take for
// decimal points: all numbers with one have three digits behind it, and some end in 0, as no program
// writes decimals beside whole numbers that have none; "" if not.
func (f FirstRows) thousands(column int) string {
	const enough = 5
	pointed, whole, example := 0, 0, ""
	for _, cells := range f {
		cell := strings.TrimSpace(cells[column])
		switch {
		case !strings.Contains(cell, "."):
			if len(strings.TrimPrefix(cell, "-")) > len("999") {
				return ""
			}
			if isFigure(cell) {
				whole++
			}
		case !grouped.MatchString(cell):
			return ""
		default:
			if pointed++; example == "" && strings.HasSuffix(cell, "0") {
				example = cell
			}
		}
	}
	if example == "" || whole == 0 || pointed < enough {
		return ""
	}
	return fmt.Sprintf("%q and others with a point have three digits behind it, and those without one lie below 1000: if it stands between thousands, "+
		"Options.FormattedNumbers with Options.DecimalComma reads it so", phrase.Clip(example))
}

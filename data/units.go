package data

import (
	"fmt"
	"strings"
)

// unitOf returns the first unit of a number that is written with one, "" for none.
func unitOf(cell string) string {
	if at := strings.IndexAny(cell, "$€£%"); at >= 0 {
		for _, r := range cell[at:] {
			return string(r)
		}
	}
	return ""
}

// unit notes the unit of a number of a column, and what speaks against taking all of its
// numbers without their units.
func (c *textColumn) unit(cell string) {
	switch unit := unitOf(cell); {
	case c.mixed != "":
	case c.sized == "":
		c.sized, c.in = strings.Clone(cell), unit
	case unit != c.in && (unit != "" && c.in != "" || unit == "%" || c.in == "%"):
		c.mixed = fmt.Sprintf("%q and %q are taken for numbers without their units, and these differ", clip(strings.TrimSpace(c.sized)), clip(strings.TrimSpace(cell)))
	}
}

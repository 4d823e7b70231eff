package data

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// unit notes the unit of a number of a column, and what speaks against taking all of its
// numbers without their units.
func (c *textColumn) unit(cell string) {
	switch unit := notation.UnitSign(cell); {
	case c.mixed != "":
	case c.sized == "":
		c.sized, c.in = strings.Clone(cell), unit
	case unit != c.in && (unit != "" && c.in != "" || unit == "%" || c.in == "%"):
		c.mixed = fmt.Sprintf("%q and %q are taken for numbers without their units, and these differ", phrase.Clip(strings.TrimSpace(c.sized)), phrase.Clip(strings.TrimSpace(cell)))
	}
}

package data

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// mixedUnits tells whether the numbers of a column have different units.
type mixedUnits struct {
	sized string // the first number, as it is written with its unit
	in    string // this unit
	mixed string // what to say of numbers with different units, "" for nothing
}

// unit notes the unit of a number of a column, and what speaks against taking all of its
// numbers without their units.
func (u *mixedUnits) unit(cell string) {
	switch unit := notation.UnitSign(cell); {
	case u.mixed != "":
	case u.sized == "":
		u.sized, u.in = strings.Clone(cell), unit
	case unit != u.in && (unit != "" && u.in != "" || unit == "%" || u.in == "%"):
		u.mixed = fmt.Sprintf("%q and %q are taken for numbers without their units, and these differ", phrase.Clip(strings.TrimSpace(u.sized)), phrase.Clip(strings.TrimSpace(cell)))
	}
}

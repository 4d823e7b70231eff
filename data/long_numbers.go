package data

import (
	"fmt"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Numbers of longDigits digits or more may become the same number as others, from longest on.
// mostOfThese of them are compared.
const (
	longDigits  = 16
	longest     = 1 << 53
	mostOfThese = 10_000
)

// longNumber notes whole numbers that are written differently and become the same, as
// identifiers may: 9007199254740992 and 9007199254740993.
func (c *textColumn) longNumber(cell string, v float64) {
	if !(math.Abs(v) >= longest) || strings.Trim(cell, "0123456789+-") != "" {
		return
	}
	other, seen := c.long[v]
	switch digits := strings.TrimLeft(cell, "+0"); {
	case seen && other != digits:
		c.merged = fmt.Sprintf("%s and %s are the same number here, as all beyond 2^53 are rounded: Options.Categorical tells them apart as they are written, Options.Ignore leaves the column out", phrase.Clip(other), phrase.Clip(digits))
		c.long = nil
	case seen || len(c.long) == mostOfThese:
	default:
		if c.long == nil {
			c.long = map[float64]string{}
		}
		c.long[v] = strings.Clone(digits)
	}
}

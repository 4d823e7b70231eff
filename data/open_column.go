package data

import (
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// cell reads a cell of a column whose kind its cells tell.
func (c *textColumn) cell(cell string, at place) (float64, error) {
	bare := strings.TrimSpace(cell)
	if c.awaited && !notation.IsMissing(bare) {
		c.start(notation.IsNumber(bare))
	}
	if v, ok := c.figure(cell, bare); ok {
		return v, nil
	}
	if notation.IsMissing(bare) {
		c.gone(bare)
		return math.NaN(), nil
	}
	if days, ok := c.date(bare); ok {
		return days, nil
	}
	if c.worded && notation.IsNumber(bare) {
		if c.odd == "" && notation.MayBeCode(bare) {
			c.odd = strings.Clone(bare)
		}
		cell = notation.Canonical(bare) // the name of a level that is a number
	}
	c.filled++
	return c.add(cell, at)
}

// figure reads a cell that is a number, or a word for none, if the column holds no words so far.
func (c *textColumn) figure(cell, bare string) (v float64, ok bool) {
	if c.takesWords() || c.isWord(cell) {
		return 0, false
	}
	v, err := notation.Number(cell)
	switch {
	case math.IsInf(v, 0) && !c.numeric && !c.started: // a word beside others, such as the film Infinity
	case v == v && err == nil:
		if c.counting {
			c.count(v)
		}
		c.numberIn(bare, v)
		return v, true
	case err == nil && !strings.EqualFold(bare, notation.None):
		c.gone(bare)
		return v, true
	}
	return 0, false
}

// date reads a cell of a column of numbers that is a date or a time of day.
func (c *textColumn) date(bare string) (days float64, ok bool) {
	if !c.numeric && !c.started {
		return 0, false
	}
	if _, time := notation.Day(bare, column.TimeOfDay); time && c.numeric && c.dates == column.NoDates && c.numbers+c.filled == 0 {
		c.dates = column.TimeOfDay
	}
	if days, ok = notation.Day(bare, c.dates); ok {
		c.filled++
		c.days++
		c.compare(bare, days)
	}
	return days, ok
}

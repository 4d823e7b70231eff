package data

import (
	"math"
	"slices"
)

// compact holds the cells of a table column by column: one byte each in columns of at most 256
// different values, as most columns of categories and codes are.
type compact struct {
	rows    int
	columns []compactColumn
}

// compactColumn is a column of a compact table. Each word is a NaN of its own until the table is
// settled, so values are told apart by their bits.
type compactColumn struct {
	values []float64 // the different values
	codes  []uint8   // by row: the place of its value in values
	wide   []float64 // by row: its value, if these are too many, and then values and codes are nil

	// slots is a hash table, while rows are added: one more than the place of a value, in the first
	// free slot from that of its bits on.
	slots *[1 << slotBits]uint16
}

// mostValues is the number of values that one byte tells apart.
const mostValues = 256

// slotBits leave three of four slots free.
const slotBits = 10

// newCompact returns a table of no rows, with room for some.
func newCompact(rows, cols int) *compact {
	p := &compact{columns: make([]compactColumn, cols)}
	for f := range p.columns {
		p.columns[f].codes = make([]uint8, 0, rows)
	}
	return p
}

// fewColumns are gone through together, as their cells share a line of the cache.
const fewColumns = 8

// add appends rows, one after the other in x.
func (p *compact) add(x []float64) {
	cols := len(p.columns)
	first := p.rows
	p.rows += len(x) / cols
	for from := 0; from < cols; from += fewColumns {
		some := p.columns[from:min(from+fewColumns, cols)]
		for f := range some {
			some[f].grow(p.rows)
		}
		for at, i := from, first; at < len(x); at, i = at+cols, i+1 {
			for f := range some {
				some[f].put(i, x[at+f])
			}
		}
	}
}

// grow makes room for n rows in all.
func (c *compactColumn) grow(n int) {
	if c.wide != nil {
		c.wide = slices.Grow(c.wide, n-len(c.wide))[:n]
		return
	}
	c.codes = slices.Grow(c.codes, n-len(c.codes))[:n]
}

// put sets the value of row i, the next one without a value.
func (c *compactColumn) put(i int, v float64) {
	if len(c.values) > 0 && math.Float64bits(c.values[0]) == math.Float64bits(v) { // as nearly always in dummies
		c.codes[i] = 0
		return
	}
	c.putOther(i, v)
}

// putOther is put for a value other than the first one.
func (c *compactColumn) putOther(i int, v float64) {
	if c.wide == nil {
		code, ok := c.code(v)
		if ok {
			c.codes[i] = code
			return
		}
		c.widen()
	}
	c.wide[i] = v
}

// code returns the place of a value, a new one if need be, and false if there is none left.
func (c *compactColumn) code(v float64) (code uint8, ok bool) {
	if c.slots == nil {
		c.slots = new([1 << slotBits]uint16)
	}
	bits := math.Float64bits(v)
	slot := bits * 0x9e3779b97f4a7c15 >> (64 - slotBits)
	for ; c.slots[slot] > 0; slot = (slot + 1) % (1 << slotBits) {
		if at := c.slots[slot] - 1; math.Float64bits(c.values[at]) == bits {
			return uint8(at), true
		}
	}
	if len(c.values) == mostValues {
		return 0, false
	}
	c.values = append(c.values, v)
	c.slots[slot] = uint16(len(c.values))
	return uint8(len(c.values) - 1), true
}

// widen gives each row its value.
func (c *compactColumn) widen() {
	wide := make([]float64, len(c.codes), cap(c.codes))
	for i, code := range c.codes {
		wide[i] = c.values[code]
	}
	*c = compactColumn{wide: wide}
}

// at returns the value of row i.
func (c *compactColumn) at(i int) float64 {
	if c.wide != nil {
		return c.wide[i]
	}
	return c.values[c.codes[i]]
}

// exchange puts other values in the place of all.
func (c *compactColumn) exchange(by func(v float64) float64) {
	for _, values := range [][]float64{c.values, c.wide} {
		for i, v := range values {
			values[i] = by(v)
		}
	}
}

// end frees what is needed only while rows are added.
func (p *compact) end() {
	for f := range p.columns {
		p.columns[f].slots = nil
	}
}

// each yields the values of a column, and how many rows have each: of a wide one row by row.
func (c *compactColumn) each(yield func(v float64, rows int) bool) {
	for _, v := range c.wide {
		if !yield(v, 1) {
			return
		}
	}
	var rows [mostValues]int
	for _, code := range c.codes {
		rows[code]++
	}
	for code, v := range c.values {
		if !yield(v, rows[code]) {
			return
		}
	}
}

// missing returns the number of rows without a value.
func (c *compactColumn) missing() (n int) {
	for v, rows := range c.each {
		if v != v {
			n += rows
		}
	}
	return n
}

// subset returns a copy of the given rows, in the given order.
func (p *compact) subset(rows []int) *compact {
	out := &compact{len(rows), make([]compactColumn, len(p.columns))}
	for f := range p.columns {
		out.columns[f] = p.columns[f].subset(rows)
	}
	return out
}

// subset returns a copy of the given rows, whose values are in the order in which they come first.
func (c *compactColumn) subset(rows []int) (out compactColumn) {
	if c.wide != nil {
		out.wide = make([]float64, 0, len(rows))
		for _, i := range rows {
			out.wide = append(out.wide, c.wide[i])
		}
		return out
	}
	var place [mostValues]int // in out.values, from 1 on
	out.codes = make([]uint8, 0, len(rows))
	for _, i := range rows {
		code := c.codes[i]
		if place[code] == 0 {
			out.values = append(out.values, c.values[code])
			place[code] = len(out.values)
		}
		out.codes = append(out.codes, uint8(place[code]-1))
	}
	return out
}

// spread writes the rows from lo on to x, which has room for some of them.
func (p *compact) spread(x []float64, lo int) {
	cols := len(p.columns)
	for from := 0; from < cols; from += fewColumns {
		some := p.columns[from:min(from+fewColumns, cols)]
		for at, i := from, lo; at < len(x); at, i = at+cols, i+1 {
			for f := range some {
				x[at+f] = some[f].at(i)
			}
		}
	}
}

// bytes is the memory that the cells take.
func (p *compact) bytes() (n int) {
	for f := range p.columns {
		n += len(p.columns[f].codes) + 8*len(p.columns[f].wide)
	}
	return n
}

// settle puts numbers in the place of words and keeps some columns. It returns the number of
// missing values in these.
func (p *compact) settle(decisions []decision, kept []int) (missing int) {
	columns := make([]compactColumn, 0, len(kept))
	for _, f := range kept {
		c := &p.columns[f]
		c.exchange(decisions[f].number)
		missing += c.missing()
		columns = append(columns, *c)
	}
	p.columns = columns
	return missing
}

// validate reports values of a table that are infinite, or too large.
func (p *compact) validate(t *Table) error {
	for f := range p.columns {
		for _, values := range [][]float64{p.columns[f].values, p.columns[f].wide} {
			if _, _, err := checkRow(values, false); err != nil {
				return t.wrong("column %d: %w", f, err)
			}
		}
	}
	return nil
}

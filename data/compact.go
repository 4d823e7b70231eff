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

// newCompact returns a table of no rows.
func newCompact(cols int) *compact { return &compact{columns: make([]compactColumn, cols)} }

// add appends rows, one after the other in x.
func (p *compact) add(x []float64) {
	cols := len(p.columns)
	for f := range p.columns {
		p.columns[f].add(x, f, cols)
	}
	p.rows += len(x) / cols
}

// add appends the values x[at], x[at+stride] and so on.
func (c *compactColumn) add(x []float64, at, stride int) {
	for ; c.wide == nil && at < len(x); at += stride {
		code, ok := c.code(x[at])
		if !ok {
			c.widen()
			break
		}
		c.codes = append(c.codes, code)
	}
	for ; at < len(x); at += stride {
		c.wide = append(c.wide, x[at])
	}
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
	wide := make([]float64, len(c.codes))
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
	c.slots = nil // no rows are added any more
}

// missing returns the number of rows without a value.
func (c *compactColumn) missing() (n int) {
	if c.wide != nil {
		for _, v := range c.wide {
			if v != v {
				n++
			}
		}
		return n
	}
	var rows [mostValues]int
	for _, code := range c.codes {
		rows[code]++
	}
	for code, v := range c.values {
		if v != v {
			n += rows[code]
		}
	}
	return n
}

// subset returns a copy of the given rows, in the given order.
func (p *compact) subset(rows []int) *compact {
	out := newCompact(len(p.columns))
	out.rows = len(rows)
	for f := range p.columns {
		from, to := &p.columns[f], &out.columns[f]
		to.values = slices.Clone(from.values)
		for _, i := range rows {
			if from.wide != nil {
				to.wide = append(to.wide, from.wide[i])
			} else {
				to.codes = append(to.codes, from.codes[i])
			}
		}
		if from.wide != nil && to.wide == nil {
			to.wide = []float64{}
		}
	}
	return out
}

// spread writes the rows from lo on to x, which has room for some of them. It goes through few rows
// at a time, which the cache holds.
func (p *compact) spread(x []float64, lo int) {
	const few = 64
	cols := len(p.columns)
	for len(x) > 0 {
		n := min(few, len(x)/cols)
		for f := range p.columns {
			c, to := &p.columns[f], x[f:]
			if c.wide != nil {
				for i, v := range c.wide[lo : lo+n] {
					to[i*cols] = v
				}
				continue
			}
			for i, code := range c.codes[lo : lo+n] {
				to[i*cols] = c.values[code]
			}
		}
		x, lo = x[n*cols:], lo+n
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

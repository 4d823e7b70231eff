package data

import (
	"iter"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pick"
)

// compact holds the cells of a table in one byte each, in columns of at most 256 different values, as most
// columns of categories, dummies and counts are.
type compact struct {
	rows    int
	columns []compactColumn
	codes   []uint8   // tile by tile: the place of each cell among the values of its column, 0 in a wide one
	usual   []float64 // by column: its first value, which nearly all cells of dummies have
	wide    []int     // the columns of more values
	raw     *compact  // with the values from before they were scaled, where [Table.KeepRaw] asked for that
}

// tileRows is the number of rows of a tile, whose codes lie column by column: few enough for reading one
// row after the other, and enough for reading one column after the other. The last tile is filled up with 0.
const tileRows = 8

// compactColumn is a column of a compact table. Each word is a NaN of its own until the table is
// settled, so values are told apart by their bits.
type compactColumn struct {
	values []float64 // the different values, which subsets share
	wide   []float64 // by row: its value, if these are too many, and then values is nil

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
	return &compact{columns: make([]compactColumn, cols), codes: make([]uint8, 0, tilesOf(rows)*tileRows*cols)}
}

// tilesOf returns the number of tiles of some rows.
func tilesOf(rows int) int { return (rows + tileRows - 1) / tileRows }

// place returns where the code of a cell is.
func (p *compact) place(i, f int) int {
	return (i/tileRows*len(p.columns)+f)*tileRows + i%tileRows
}

// grow makes room for some rows more.
func (p *compact) grow(rows int) {
	p.rows += rows
	more := tilesOf(p.rows)*tileRows*len(p.columns) - len(p.codes)
	p.codes = slices.Grow(p.codes, more)[:len(p.codes)+more]
	clear(p.codes[len(p.codes)-more:])
}

// fewColumns are gone through together, as their cells share a line of the cache.
const fewColumns = 8

// add appends rows, one after the other in x. They can be read once all are added, see end.
func (p *compact) add(x []float64) {
	cols, first := len(p.columns), p.rows
	p.grow(len(x) / cols)
	for from := 0; from < cols; from += fewColumns {
		to := min(from+fewColumns, cols)
		for i := first; i < p.rows; i++ {
			for f, v := range x[(i-first)*cols:][from:to] {
				if values := p.columns[from+f].values; len(values) == 0 || math.Float64bits(values[0]) != math.Float64bits(v) {
					p.put(i, from+f, v) // 0 is nearly always right in dummies
				}
			}
		}
	}
}

// put sets the value of a column in row i, the next one without.
func (p *compact) put(i, f int, v float64) {
	c := &p.columns[f]
	if c.wide == nil {
		if code, ok := c.code(v); ok {
			p.codes[p.place(i, f)] = code
			return
		}
		p.widen(f, i)
	}
	c.wide = append(c.wide, v)
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

// widen gives each of the first rows its value in a column.
func (p *compact) widen(f, rows int) {
	wide := make([]float64, rows, cap(p.codes)/len(p.columns))
	for i := range wide {
		code := &p.codes[p.place(i, f)]
		wide[i], *code = p.columns[f].values[*code], 0
	}
	p.columns[f] = compactColumn{wide: wide}
}

// end frees what is needed only while rows are added.
func (p *compact) end() {
	for f := range p.columns {
		p.columns[f].slots = nil
	}
	p.arrange()
}

// arrange finds out what rows are spread from.
func (p *compact) arrange() {
	p.usual, p.wide = make([]float64, len(p.columns)), nil
	for f := range p.columns {
		if c := &p.columns[f]; c.wide != nil {
			p.wide = append(p.wide, f)
		} else if len(c.values) > 0 {
			p.usual[f] = c.values[0]
		}
	}
}

// at returns the value of column f in row i.
func (p *compact) at(i, f int) float64 {
	c := &p.columns[f]
	if c.wide != nil {
		return c.wide[i]
	}
	return c.values[p.codes[p.place(i, f)]]
}

// row appends row i to a slice.
func (p *compact) row(to []float64, i int) []float64 {
	to = append(to, p.usual...)
	x := to[len(to)-len(p.columns):]
	codes := p.codes[p.place(i, 0):]
	for f := range x {
		if code := codes[f*tileRows]; code != 0 {
			x[f] = p.columns[f].values[code]
		}
	}
	for _, f := range p.wide {
		x[f] = p.columns[f].wide[i]
	}
	return to
}

// spread writes the rows from lo on to x, which has room for some of them.
func (p *compact) spread(x []float64, lo int) {
	for i, to := lo, x[:0]; len(to) < len(x); i++ {
		to = p.row(to, i)
	}
}

// exchange puts other values in the place of those of a column, also of rows that share them.
func (p *compact) exchange(f int, by func(v float64) float64) {
	c := &p.columns[f]
	c.values, c.wide = slices.Clone(c.values), slices.Clone(c.wide)
	for _, values := range [][]float64{c.values, c.wide} {
		for i, v := range values {
			values[i] = by(v)
		}
	}
}

// scale scales the values, and keeps the raw ones if asked to.
func (p *compact) scale(s Scaling, keepRaw bool) {
	if keepRaw {
		raw := *p
		raw.columns, p.raw = slices.Clone(p.columns), &raw
	}
	for f := range p.columns {
		p.exchange(f, func(v float64) float64 { return (v - s.Min[f]) / s.Unit(f) })
	}
	p.arrange()
}

// missing returns the number of rows without a value in a column.
func (p *compact) missing(f int) (n int) {
	for v, rows := range p.each(f) {
		if v != v {
			n += rows
		}
	}
	return n
}

// each returns the values of a column, and how many rows have each: of a wide one row by row.
func (p *compact) each(f int) iter.Seq2[float64, int] {
	return func(yield func(v float64, rows int) bool) {
		c := &p.columns[f]
		for _, v := range c.wide {
			if !yield(v, 1) {
				return
			}
		}
		var rows [mostValues]int
		for i := 0; c.wide == nil && i < p.rows; i += tileRows {
			for _, code := range p.codes[p.place(i, f):][:min(tileRows, p.rows-i)] {
				rows[code]++
			}
		}
		for code, v := range c.values {
			if rows[code] > 0 && !yield(v, rows[code]) {
				return
			}
		}
	}
}

// subset returns a copy of the given rows, in the given order.
func (p *compact) subset(rows []int) *compact {
	codes := make([]uint8, tilesOf(len(rows))*tileRows*len(p.columns))
	for k, i := range rows {
		of, to := p.codes[p.place(i, 0):], codes[p.place(k, 0):]
		for at := 0; at < len(p.columns)*tileRows; at += tileRows {
			to[at] = of[at]
		}
	}
	return p.with(codes, len(rows), func(wide []float64) []float64 { return pick.Of(wide, rows) })
}

// with returns p with the codes of other rows, of which of returns the values of wide columns.
func (p *compact) with(codes []uint8, rows int, of func(wide []float64) []float64) *compact {
	q := &compact{rows: rows, columns: slices.Clone(p.columns), codes: codes, usual: p.usual, wide: p.wide}
	for _, f := range p.wide {
		q.columns[f].wide = of(p.columns[f].wide)
	}
	if p.raw != nil {
		q.raw = p.raw.with(codes, rows, of)
	}
	return q
}

// keep returns p with some of its columns, whose codes are appended to codes.
func (p *compact) keep(columns []int, codes []uint8) *compact {
	for i := 0; i < p.rows; i += tileRows {
		for _, f := range columns { // towards the front only, if codes are those of p
			codes = append(codes, p.codes[p.place(i, f):][:tileRows]...)
		}
	}
	return p.of(columns, codes)
}

// of returns p with some of its columns, of these codes.
func (p *compact) of(columns []int, codes []uint8) *compact {
	q := &compact{rows: p.rows, columns: pick.Of(p.columns, columns), codes: codes}
	if q.arrange(); p.raw != nil {
		q.raw = p.raw.of(columns, codes)
	}
	return q
}

// bytes is the memory that the cells take.
func (p *compact) bytes() int { return len(p.codes) + 8*p.rows*len(p.wide) }

// settle puts numbers in the place of words and keeps some columns. It returns the number of
// missing values in these.
func (p *compact) settle(decisions []decision, kept []int) (missing int) {
	for _, f := range kept {
		p.exchange(f, decisions[f].number)
		missing += p.missing(f)
	}
	*p = *p.keep(kept, p.codes[:0])
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

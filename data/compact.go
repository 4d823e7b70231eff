package data

import (
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pick"
)

// compact holds the cells of a table in one byte each, in columns of which nearly all cells have one of few
// values, as most columns of categories, dummies, counts and hashed words are.
type compact struct {
	rows    int
	columns []compactColumn
	listed  []listed  // by column: the cells with the code [others]
	codes   []uint8   // tile by tile: the place of each cell among the values of its column, [others], or 0 in a wide one
	across  int       // tiles beside each other
	usual   []float64 // by column: its first value, which nearly all cells of dummies have
	wide    []int     // the columns of more values
	raw     *compact  // with the values from before they were scaled, where [Table.KeepRaw] asked for that
}

// A tile holds the codes of tileSide rows in as many columns, row by row. It is a line of the cache, so both
// rows and columns can be read one after the other, and a word tells that a row has the usual value in
// all columns of it. The last tiles are filled up with 0.
const (
	tileSide  = 8
	tileCells = tileSide * tileSide
)

// newCompact returns a table of no rows, with room for some.
func newCompact(rows, cols int) *compact {
	across := tilesOf(cols)
	return &compact{columns: make([]compactColumn, cols), listed: make([]listed, cols), codes: make([]uint8, 0, tilesOf(rows)*across*tileCells), across: across}
}

// tilesOf returns the number of tiles of some rows or columns.
func tilesOf(n int) int { return (n + tileSide - 1) / tileSide }

// place returns where the code of a cell is.
func (p *compact) place(i, f int) int {
	row, column := uint(i), uint(f) // whose remainders cost less than those of signed numbers
	return int((row/tileSide*uint(p.across)+column/tileSide)*tileCells + row%tileSide*tileSide + column%tileSide)
}

// grow makes room for some rows more.
func (p *compact) grow(rows int) {
	p.rows += rows
	more := tilesOf(p.rows)*p.across*tileCells - len(p.codes)
	p.codes = slices.Grow(p.codes, more)[:len(p.codes)+more]
	clear(p.codes[len(p.codes)-more:])
}

// add appends rows, one after the other in x. They can be read once all are added, see end.
func (p *compact) add(x []float64) {
	cols, first := len(p.columns), p.rows
	p.grow(len(x) / cols)
	for from := 0; from < cols; from += tileSide { // whose cells share a line of the cache
		to := min(from+tileSide, cols)
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
	if c.wide != nil {
		c.wide = append(c.wide, v)
		return
	}
	code := c.code(v)
	p.codes[p.place(i, f)] = code
	if code != others {
		return
	}
	if p.listed[f].add(i, v); tooMany(len(p.listed[f].rows), i+1) {
		p.widen(f, i+1)
	}
}

// widen gives each of the first rows its value in a column.
func (p *compact) widen(f, rows int) {
	wide := make([]float64, rows, cap(p.codes)/(p.across*tileSide))
	for i := range wide {
		wide[i] = p.at(i, f)
		p.codes[p.place(i, f)] = 0
	}
	p.columns[f], p.listed[f] = compactColumn{wide: wide}, listed{}
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
	return p.value(p.codes[p.place(i, f)], i, f)
}

// value returns the value of a cell with a code, in a column that is not wide.
func (p *compact) value(code uint8, i, f int) float64 {
	if code != others {
		return p.columns[f].values[code]
	}
	return p.other(i, f)
}

// other returns the value of a cell with the code others. It is not inlined so that value is.
//
//go:noinline
func (p *compact) other(i, f int) float64 {
	l := &p.listed[f]
	at, _ := slices.BinarySearch(l.rows, int32(i))
	return l.values[at]
}

// held returns all that a column holds.
func (p *compact) held(f int) [3][]float64 {
	return [...][]float64{p.columns[f].values, p.columns[f].wide, p.listed[f].values}
}

// row appends row i to a slice.
func (p *compact) row(to []float64, i int) []float64 {
	to = append(to, p.usual...)
	x := to[len(to)-len(p.columns):]
	at := p.place(i, 0)
	for from := 0; from < len(x); from += tileSide {
		for word := binary.LittleEndian.Uint64(p.codes[at:]); word != 0; {
			k := bits.TrailingZeros64(word) / 8
			x[from+k] = p.value(uint8(word>>(8*k)), i, from+k)
			word &^= 0xff << (8 * k)
		}
		at += tileCells
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
	p.listed[f].values = slices.Clone(p.listed[f].values)
	for _, values := range p.held(f) {
		for i, v := range values {
			values[i] = by(v)
		}
	}
}

// scale scales the values, and keeps the raw ones if asked to.
func (p *compact) scale(s Scaling, keepRaw bool) {
	if keepRaw {
		raw := *p
		raw.columns, raw.listed, p.raw = slices.Clone(p.columns), slices.Clone(p.listed), &raw
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

// each returns the values of a column, and how many rows have each: of rare ones row by row.
func (p *compact) each(f int) iter.Seq2[float64, int] {
	return func(yield func(v float64, rows int) bool) {
		c := &p.columns[f]
		for _, values := range [][]float64{c.wide, p.listed[f].values} {
			for _, v := range values {
				if !yield(v, 1) {
					return
				}
			}
		}
		var rows [others + 1]int
		for i := 0; c.wide == nil && i < p.rows; i += tileSide {
			tile := p.codes[p.place(i, f):]
			for k := range min(tileSide, p.rows-i) {
				rows[tile[k*tileSide]]++
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
	codes := make([]uint8, tilesOf(len(rows))*p.across*tileCells)
	for k, i := range rows {
		of, to := p.codes[p.place(i, 0):], codes[p.place(k, 0):]
		for at := 0; at < p.across*tileCells; at += tileCells {
			copy(to[at:at+tileSide], of[at:at+tileSide])
		}
	}
	return p.with(codes, rows)
}

// with returns p with the codes of some of its rows.
func (p *compact) with(codes []uint8, rows []int) *compact {
	q := &compact{rows: len(rows), columns: slices.Clone(p.columns), listed: make([]listed, len(p.columns)), codes: codes, across: p.across, usual: p.usual, wide: p.wide}
	for f := range q.columns {
		q.columns[f].wide = pick.Of(p.columns[f].wide, rows)
		if p.listed[f].rows == nil {
			continue
		}
		for k, i := range rows {
			if codes[q.place(k, f)] == others {
				q.listed[f].add(k, p.other(i, f))
			}
		}
	}
	if p.raw != nil {
		q.raw = p.raw.with(codes, rows)
	}
	return q
}

// keep returns p with some of its columns, whose codes are written to codes. These may be the codes of p
// itself if the columns ascend: none is then written before it is read.
func (p *compact) keep(columns []int, codes []uint8) *compact {
	q := &compact{rows: p.rows, columns: pick.Of(p.columns, columns), listed: pick.Of(p.listed, columns), across: tilesOf(len(columns))}
	q.codes = codes[:tilesOf(p.rows)*q.across*tileCells]
	for i := 0; i < p.rows; i += tileSide {
		for k := range q.across * tileSide {
			from, to := -1, q.place(i, k)
			if k < len(columns) {
				from = p.place(i, columns[k])
			}
			for at := 0; at < tileCells; at += tileSide {
				code := uint8(0)
				if from >= 0 {
					code = p.codes[from+at]
				}
				q.codes[to+at] = code
			}
		}
	}
	if q.arrange(); p.raw != nil {
		raw := *q
		raw.columns, raw.listed = pick.Of(p.raw.columns, columns), pick.Of(p.raw.listed, columns)
		raw.arrange()
		q.raw = &raw
	}
	return q
}

// bytes is the memory that the cells take.
func (p *compact) bytes() int {
	n := len(p.codes)
	for f := range p.columns {
		n += 8*len(p.columns[f].wide) + (4+8)*len(p.listed[f].rows)
	}
	return n
}

// settle puts numbers in the place of words and keeps some columns. It returns the number of
// missing values in these.
func (p *compact) settle(decisions []decision, kept []int) (missing int) {
	for _, f := range kept {
		p.exchange(f, decisions[f].number)
		missing += p.missing(f)
	}
	*p = *p.keep(kept, p.codes)
	return missing
}

// validate reports values of a table that are infinite, or too large.
func (p *compact) validate(t *Table) error {
	for f := range p.columns {
		for _, values := range p.held(f) {
			if _, _, err := checkRow(values, false); err != nil {
				return t.wrong("column %d: %w", f, err)
			}
		}
	}
	return nil
}

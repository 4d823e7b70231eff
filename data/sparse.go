package data

import (
	"math"
	"slices"
)

// Sparse holds the rows of a wide table as compressed sparse rows, without the cells
// that are absent. Memory grows with the cells that are there, not with the columns.
type Sparse struct {
	Start  []int     // where the cells of each row begin in Column and Value, and where those of the last end
	Column []int32   // of each cell, ascending in a row
	Value  []float64 // of each cell
	Absent float64   // what all other cells hold: 0, or NaN if they are missing

	raw []float64 // Value from before it was scaled, where [Table.KeepRaw] asked for that
}

// Cells returns the columns and values of the cells of row i that are there, as
// views.
func (s *Sparse) Cells(i int) (columns []int32, values []float64) {
	lo, hi := s.Start[i], s.Start[i+1]
	return s.Column[lo:hi], s.Value[lo:hi]
}

// rows returns the number of rows.
func (s *Sparse) rows() int { return len(s.Start) - 1 }

// add appends a row.
func (s *Sparse) add(columns []int32, values []float64) {
	s.Column = append(s.Column, columns...)
	s.Value = append(s.Value, values...)
	s.Start = append(s.Start, len(s.Value))
}

// spread writes row i to x, with the given values of all cells.
func (s *Sparse) spread(x []float64, i int, of []float64) {
	for f := range x {
		x[f] = s.Absent
	}
	for k := s.Start[i]; k < s.Start[i+1]; k++ {
		x[s.Column[k]] = of[k]
	}
}

// at returns the value of column f in row i.
func (s *Sparse) at(i, f int) float64 {
	columns, values := s.Cells(i)
	if k, there := slices.BinarySearch(columns, int32(f)); there {
		return values[k]
	}
	return s.Absent
}

// subset returns a copy of the given rows, in the given order.
func (s *Sparse) subset(rows []int) *Sparse {
	out := &Sparse{Start: make([]int, 1, len(rows)+1), Absent: s.Absent}
	for _, i := range rows {
		out.add(s.Cells(i))
		if s.raw != nil {
			out.raw = append(out.raw, s.raw[s.Start[i]:s.Start[i+1]]...)
		}
	}
	return out
}

// columns returns a copy of s with the given columns, ascending, out of all.
func (s *Sparse) columns(of []int, all int) *Sparse {
	place := slices.Repeat([]int32{-1}, all)
	for k, f := range of {
		place[f] = int32(k)
	}
	out := &Sparse{Start: make([]int, 1, len(s.Start)), Absent: s.Absent}
	for i := range s.rows() {
		for k := s.Start[i]; k < s.Start[i+1]; k++ {
			if to := place[s.Column[k]]; to >= 0 {
				out.Column, out.Value = append(out.Column, to), append(out.Value, s.Value[k])
				if s.raw != nil {
					out.raw = append(out.raw, s.raw[k])
				}
			}
		}
		out.Start = append(out.Start, len(out.Value))
	}
	return out
}

// ByColumn returns the cells that are there column by column: where those of each
// of cols columns begin, their rows, ascending, and their values.
func (s *Sparse) ByColumn(cols int) (start []int, rows []int32, values []float64) {
	start = make([]int, cols+1)
	for _, f := range s.Column {
		start[f+1]++
	}
	for f := range cols {
		start[f+1] += start[f]
	}
	rows, values = make([]int32, len(s.Column)), make([]float64, len(s.Column))
	next := slices.Clone(start[:cols])
	for i := range s.rows() {
		for k := s.Start[i]; k < s.Start[i+1]; k++ {
			to := &next[s.Column[k]]
			rows[*to], values[*to] = int32(i), s.Value[k]
			*to++
		}
	}
	return start, rows, values
}

// worthSparse reports whether to hold only the cells of a table that are there. Small
// tables are quicker as they are.
func worthSparse(rows, cols int, there int64) bool {
	const small, rare = 1 << 21, 16
	cells := float64(rows) * float64(cols)
	return cells > small && cells > rare*float64(there)
}

// scale scales the cells that are there. It does nothing, and returns false, if an
// absent 0 would not stay a 0.
func (s *Sparse) scale(by Scaling) bool {
	if s.Absent == 0 && slices.ContainsFunc(by.Min, func(v float64) bool { return v != 0 }) {
		return false
	}
	for k, f := range s.Column {
		s.Value[k] = (s.Value[k] - by.Min[f]) / by.Unit(int(f))
	}
	return true
}

// Densify puts the rows of a sparse or compact table into X.
func (t *Table) Densify() {
	s := t.Sparse
	if p := t.compact; p != nil {
		t.X = make([]float64, t.Rows*t.Cols)
		if p.spread(t.X, 0); p.raw != nil {
			t.Raw = make([]float64, len(t.X))
			p.raw.spread(t.Raw, 0)
		}
		t.compact = nil
	}
	if s == nil {
		return
	}
	t.X = make([]float64, t.Rows*t.Cols)
	if s.raw != nil {
		t.Raw = make([]float64, len(t.X))
	}
	for i := range t.Rows {
		s.spread(t.X[i*t.Cols:(i+1)*t.Cols], i, s.Value)
		if s.raw != nil {
			s.spread(t.Raw[i*t.Cols:(i+1)*t.Cols], i, s.raw)
		}
	}
	t.Sparse = nil
}

// validate reports sparse rows that do not fit a table.
func (s *Sparse) validate(t *Table) error {
	switch {
	case len(s.Start) != t.Rows+1 || s.Start[0] != 0 || s.Start[t.Rows] != len(s.Value) || len(s.Column) != len(s.Value):
		return t.wrong("the cells of sparse rows do not fit %d rows", t.Rows)
	case s.Absent != 0 && s.Absent == s.Absent:
		return t.wrong("absent cells hold %v, must be 0 or missing", s.Absent)
	case s.raw != nil && len(s.raw) != len(s.Value):
		return t.wrong("%d raw values for %d scaled ones", len(s.raw), len(s.Value))
	}
	for i := range t.Rows {
		if s.Start[i] > s.Start[i+1] || s.Start[i+1] > len(s.Value) {
			return t.wrong("row %d: its cells end before they begin", i)
		}
		before := int32(-1)
		for _, f := range s.Column[s.Start[i]:s.Start[i+1]] {
			if f <= before || int(f) >= t.Cols {
				return t.wrong("row %d: column %d behind %d of %d", i, f, before, t.Cols)
			}
			before = f
		}
	}
	return nil
}

// ranges adds what sparse rows hold to the ranges of columns.
func (s *Sparse) ranges(of []Range) {
	there := make([]int, len(of))
	for k, f := range s.Column {
		of[f].add(s.Value[k], 1)
		there[f]++
	}
	for f := range of {
		if absent := s.rows() - there[f]; absent > 0 && s.Absent == 0 {
			of[f].add(0, 1)
		} else if absent > 0 {
			of[f].Missing += absent
		}
	}
}

// missing returns the number of cells that hold nothing.
func (s *Sparse) missing(cols int) int {
	n := 0
	for _, v := range s.Value {
		if math.IsNaN(v) {
			n++
		}
	}
	if s.Absent != 0 {
		n += s.rows()*cols - len(s.Value)
	}
	return n
}

package data

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Table is a labelled table in memory.
//
// X holds Rows x Cols values in row-major order. NaN is a missing value, infinite
// values are refused. For a wide table with few cells other than 0, such as many LIBSVM
// files, Sparse holds those cells instead. [Options.Compact] compacts large tables of few different
// values, of which [Table.Row], [Table.At] and [Table.Blocks] return the values.
// Y holds the class of each row, 0 <= Y[i] < len(Classes), or is nil for an
// unlabelled table. For a regression table Target holds the values and Y and
// Classes are nil.
//
// Tables that are made of others, and models that are trained on them, share their names, Columns
// and Scaling: set such a field anew rather than change what it holds.
type Table struct {
	Rows, Cols int
	X          []float64
	Sparse     *Sparse // holds the rows of a wide table in the place of X, which is nil then
	Y          []int
	Target     []float64
	Weights    []float64 // of the rows in training, at least 0; nil for 1

	// Groups has the group of each row, numbered from 0: rows of one group are held out
	// together, see [Table.Split], and a bootstrap draws groups. nil if each row is on its
	// own.
	Groups []int

	Features []string // one name per column
	Classes  []string // one name per class

	// Columns says what each column holds, nil if all are numbers. X holds the
	// codes of levels.
	Columns []column.Column

	// Scaling is what the rows of X were scaled by, nil if they are raw. It goes
	// into the models that are trained on them.
	Scaling *Scaling

	// Raw holds X from before it was scaled, if [Table.KeepRaw] asked for that,
	// or is nil.
	Raw     []float64
	keepRaw bool

	// Image is the shape of a row that is a picture, or the zero value.
	Image Shape

	// Positions holds the place of each row in its source, from 0; nil if
	// row i is the source's row i.
	Positions []int

	// Source says where the table came from, for messages and reports.
	Source string

	// Found says how the source was read, where it left something open.
	Found Found

	compact   *compact   // holds the rows in the place of X, see Options.Compact
	reading   *Options   // how the source was read, nil if rows are not from one alone
	strangers []stranger // cells of levels that are not known, in the order of their places in the source
}

// Shape is the size of an image in pixels; columns run along the width first.
type Shape struct {
	Width, Height int
	White         float64 // the largest value that a pixel can have, 0 if unknown; the smallest is 0
}

// Name is what messages call the table: its Source, or "the table" if it has none.
func (t *Table) Name() string { return cmp.Or(shown(t.Source), "the table") }

// Kinds returns what each column holds, even if all are numbers.
func (t *Table) Kinds() []column.Column {
	if t.Columns == nil {
		return make([]column.Column, t.Cols)
	}
	return t.Columns
}

// Position returns the place of row i in the source of the table, from 0.
func (t *Table) Position(i int) int {
	if t.Positions == nil {
		return i
	}
	return t.Positions[i]
}

// Row returns the features of row i: a view of X, or a new slice if the table is sparse or compact. It
// panics if there is no such row.
func (t *Table) Row(i int) []float64 { return t.RowIn(nil, i) }

// RowIn is [Table.Row] that writes a row that is no view of X to x, which has Cols values. x must not be
// such a view itself.
func (t *Table) RowIn(x []float64, i int) []float64 {
	if i < 0 || i >= t.Rows {
		t.noRow(i)
	}
	if t.Sparse != nil {
		x = slices.Grow(x[:0], t.Cols)[:t.Cols]
		t.Sparse.spread(x, i, t.Sparse.Value)
		return x
	}
	if t.compact != nil {
		return t.compact.row(x[:0], i)
	}
	return t.X[i*t.Cols : (i+1)*t.Cols : (i+1)*t.Cols]
}

// At returns the value of feature f in row i.
func (t *Table) At(i, f int) float64 {
	if t.X == nil {
		return t.heldAt(i, f)
	}
	return t.X[i*t.Cols+f]
}

// heldAt is At for a table that is sparse or compact.
func (t *Table) heldAt(i, f int) float64 {
	if t.Sparse != nil {
		return t.Sparse.at(i, f)
	}
	return t.compact.at(i, f)
}

// each yields the values of a column of a table that is not sparse, and how many rows have each. A value
// may come more than once.
func (t *Table) each(f int) iter.Seq2[float64, int] {
	if t.compact != nil {
		return t.compact.each(f)
	}
	return func(yield func(v float64, rows int) bool) {
		for i := range t.held() {
			if !yield(t.X[i*t.Cols+f], 1) {
				return
			}
		}
	}
}

// eachRow yields the rows of t in order, see [Table.Row]. A row is valid until the next one.
func (t *Table) eachRow() iter.Seq2[int, []float64] {
	return func(yield func(int, []float64) bool) {
		x := make([]float64, t.Cols)
		for i := range t.Rows {
			if !yield(i, t.RowIn(x, i)) {
				return
			}
		}
	}
}

// noRow panics for a row that does not exist.
func (t *Table) noRow(i int) {
	panic(fmt.Sprintf("data: row %d of a table of %d rows", i, t.Rows))
}

// AllRows returns the features of all rows, see [Table.Row].
func (t *Table) AllRows() [][]float64 {
	rows := make([][]float64, t.Rows)
	for i := range rows {
		rows[i] = t.Row(i)
	}
	return rows
}

// KeepRaw lets scaling keep the raw values beside the scaled ones.
func (t *Table) KeepRaw() { t.keepRaw = true }

// RawRow returns the features of row i in the data's units, like [Table.Row], or
// nil if they were scaled and not kept.
func (t *Table) RawRow(i int) []float64 {
	switch s := t.Sparse; {
	case t.Scaling == nil:
		return t.Row(i)
	case t.compact != nil && t.compact.raw != nil:
		return t.compact.raw.row(nil, i)
	case s != nil && s.raw != nil:
		x := make([]float64, t.Cols)
		s.spread(x, i, s.raw)
		return x
	case t.Raw == nil:
		return nil
	}
	return t.Raw[i*t.Cols : (i+1)*t.Cols : (i+1)*t.Cols]
}

// Subset returns a copy of the given rows, numbers from 0, in the given order; a row may come
// more than once. Subset panics if a row does not exist.
func (t *Table) Subset(rows []int) *Table {
	for _, i := range rows {
		if i < 0 || i >= t.Rows {
			t.noRow(i)
		}
	}
	s := *t
	s.Rows = len(rows)
	switch {
	case t.Sparse != nil:
		s.Sparse = t.Sparse.subset(rows)
	case t.compact != nil:
		s.compact = t.compact.subset(rows)
	default:
		s.X = make([]float64, 0, len(rows)*t.Cols)
	}
	if t.Y != nil {
		s.Y = make([]int, 0, len(rows))
	}
	if t.Target != nil {
		s.Target = make([]float64, 0, len(rows))
	}
	if t.Weights != nil {
		s.Weights = make([]float64, 0, len(rows))
	}
	if t.Groups != nil {
		s.Groups = make([]int, 0, len(rows))
	}
	if t.Raw != nil {
		s.Raw = make([]float64, 0, len(rows)*t.Cols)
	}
	s.Positions = make([]int, 0, len(rows))
	for _, i := range rows {
		if t.Raw != nil {
			s.Raw = append(s.Raw, t.Raw[i*t.Cols:(i+1)*t.Cols]...)
		}
		s.Positions = append(s.Positions, t.Position(i))
		if s.X != nil {
			s.X = append(s.X, t.Row(i)...)
		}
		if t.Y != nil {
			s.Y = append(s.Y, t.Y[i])
		}
		if t.Target != nil {
			s.Target = append(s.Target, t.Target[i])
		}
		if t.Weights != nil {
			s.Weights = append(s.Weights, t.Weights[i])
		}
		if t.Groups != nil {
			s.Groups = append(s.Groups, t.Groups[i])
		}
	}
	return &s
}

// withColumns returns t with further columns, which fill computes from each row.
func (t *Table) withColumns(names []string, fill func(row, added []float64)) (*Table, error) {
	if t.Scaling != nil {
		return nil, fmt.Errorf("%s: is scaled; columns are added before that", t.Name())
	}
	wide := *t
	wide.Cols, wide.Image = t.Cols+len(names), Shape{}
	wide.Features = slices.Concat(t.Features, names)
	if t.Columns != nil {
		wide.Columns = append(slices.Clone(t.Columns), make([]column.Column, len(names))...)
	}
	wide.X, wide.Sparse, wide.compact = make([]float64, wide.Rows*wide.Cols), nil, nil
	for i := range t.Rows {
		row := wide.Row(i)
		copy(row, t.Row(i))
		fill(row[:t.Cols], row[t.Cols:])
	}
	return &wide, nil
}

// Counts returns the number of rows of each class.
func (t *Table) Counts() []int {
	n := make([]int, len(t.Classes))
	for _, y := range t.Y {
		n[y]++
	}
	return n
}

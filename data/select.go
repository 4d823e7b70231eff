package data

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pick"
)

// Select returns a copy of the table with some of its columns, given in ascending
// order, such as those that a model splits on, which Ensemble.Used of package
// trainer/ensemble returns. It panics if columns do not exist or are in another order.
func (t *Table) Select(columns []int) *Table {
	for i, f := range columns {
		if f < 0 || f >= t.Cols || i > 0 && f <= columns[i-1] {
			panic(fmt.Sprintf("data: columns %v of a table of %d, must ascend from 0 on", columns, t.Cols))
		}
	}
	s := *t
	s.Cols, s.Image = len(columns), Shape{}
	s.Features = pick.Of(t.Features, columns)
	s.Columns = pick.Of(t.Columns, columns)
	s.strangers = slices.Clone(t.strangers)
	s.moveStrangers(columns)
	if t.Scaling != nil {
		s.Scaling = &Scaling{pick.Of(t.Scaling.Min, columns), pick.Of(t.Scaling.Max, columns)}
	}
	if t.Sparse != nil {
		s.Sparse = t.Sparse.columns(columns, t.Cols)
		return &s
	}
	if t.compact != nil {
		s.compact = t.compact.keep(columns, make([]uint8, tilesOf(t.Rows)*tilesOf(len(columns))*tileCells))
		return &s
	}
	s.X, s.Raw = nil, nil
	for i := range t.Rows {
		s.X = append(s.X, pick.Of(t.Row(i), columns)...)
		if t.Raw != nil {
			s.Raw = append(s.Raw, pick.Of(t.RawRow(i), columns)...)
		}
	}
	return &s
}

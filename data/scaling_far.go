package data

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Far names the columns of a scaled table most of whose values lie further outside the
// fitted range than that range is wide, such as percentages where training had shares: rows
// like those of training have hardly any there, by any of the scalings that are fit. It
// returns "" if there is no such column, or too few rows to tell.
func (t *Table) Far() string {
	const enough = 10
	if t.Scaling == nil || t.Sparse != nil {
		return ""
	}
	var first string
	columns := 0
	for f := range t.Cols {
		lo, hi := t.Scaling.Min[f], t.Scaling.Max[f]
		if lo == hi || column.KindOf(t.Columns, f) == column.Categorical {
			continue
		}
		far, filled, such := 0, 0, 0.
		for i := range t.Rows {
			v := t.At(i, f)
			if v != v {
				continue
			}
			if filled++; v < -1 || v > 2 {
				if far++; far == 1 {
					such = float64(v*(hi-lo)) + lo
				}
			}
		}
		if filled < enough || far <= filled/2 {
			continue
		}
		if columns++; columns == 1 {
			first = fmt.Sprintf("%d of %d values of %s, such as %.6g, lie far from those of the training rows, %s",
				far, filled, phrase.Column(t.Features, f), such, column.Span(lo, hi))
		}
	}
	if columns > 1 {
		first += fmt.Sprintf(", and so do those of %s", phrase.Count(columns-1, "further column"))
	}
	return first
}

package threat

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// OfKinds returns the constraints that follow from the kinds of a model's columns without a file:
// whole numbers move in whole steps, booleans are 0 or 1, and times stay within a day. It is nil if
// all columns are other numbers or levels.
func OfKinds(e *ensemble.Ensemble) *attack.Constraints {
	if !slices.ContainsFunc(e.Columns, func(c column.Column) bool { return whole(c.Kind) || c.Dates == column.TimeOfDay }) {
		return nil
	}
	c, err := (&Threat{}).Constraints(e, attack.LInf)
	if err != nil { // there are whole numbers from 0 to 1
		panic(err)
	}
	return c
}

func whole(k column.Kind) bool { return k == column.Integer || k == column.Boolean }

// kind returns the kind of a feature.
func (b *builder) kind(f int) column.Kind {
	if b.ensemble.Columns == nil {
		return column.Numeric
	}
	return b.ensemble.Columns[f].Kind
}

// isWorded reports whether a feature holds two words, which are 0 and 1: a file has no word for what
// lies between them.
func (b *builder) isWorded(f int) bool {
	return b.kind(f) == column.Boolean && len(b.ensemble.Columns[f].Names) == 2
}

// between reports whether a rule names values for a column that are not 0 and 1.
func (r *Rule) between() bool {
	return r.Integer != nil && !*r.Integer || r.Step != nil ||
		slices.ContainsFunc(r.Values, func(v float64) bool { return v != 0 && v != 1 })
}

// lastSecond is 23:59:59 in hours since midnight.
const lastSecond = 86399. / 3600

// bounds returns the bounds of a feature if the file has none.
func (b *builder) bounds(f int) (lo, hi float64) {
	if b.kind(f) == column.Boolean {
		return 0, 1
	}
	if b.dates(f) == column.TimeOfDay {
		return 0, lastSecond
	}
	return math.Inf(-1), math.Inf(1)
}

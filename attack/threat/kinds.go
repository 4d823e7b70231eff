package threat

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// OfKinds returns the constraints that follow from the kinds of a model's columns without a file:
// whole numbers move in whole steps, booleans are 0 or 1, times stay within a day, and nothing becomes a
// number that stands for a missing value. It is nil if all columns are other numbers or levels.
func OfKinds(e *ensemble.Ensemble) *attack.Constraints {
	some := slices.ContainsFunc(e.Columns, func(c column.Column) bool { return whole(c.Kind) || c.Dates == column.TimeOfDay })
	for f := 0; f < e.Features && !some; f++ {
		some = missing(e, f) != nil
	}
	if !some {
		return nil
	}
	c, err := (&Threat{}).Constraints(e, attack.LInf)
	if err != nil { // there are whole numbers from 0 to 1
		panic(err)
	}
	return c
}

// missing returns the numbers that stand for missing values in the data of a feature, nil for none: where
// values are written as words or dates, they do not.
func missing(e *ensemble.Ensemble, f int) (numbers []float64) {
	words := e.Schema.MissingWords
	if e.Columns != nil {
		of := &e.Columns[f]
		if of.Kind == column.Boolean && of.Names != nil || of.Dates != column.NoDates {
			return nil
		}
		words = slices.Concat(words, of.MissingWords)
	}
	for _, word := range words {
		if v, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err == nil && !e.Categorical(f) && math.Abs(v) <= math.MaxFloat64 {
			numbers = append(numbers, v)
		}
	}
	return numbers
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

package advboost

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Default returns the strategy to start with for a booster, a norm and training rows. Boosting has
// robust splits, worst-case gradients and refits; a forest has robust splits and the votes of rows
// under attack. In norms other than inf, where features share a radius, models are also trained on
// examples of [InBall], of 100 rows at growing intervals, boosting in the norms 2 and 1 on the
// worst rows that it finds, which refits do not count; in norm 0 splits are natural. If training
// rows have categorical columns, a forest has no votes. If [MovesColumns] says so, boosting takes
// [ColumnBound] and, in all norms but inf, examples of [InBall]. With few columns of numbers,
// splits take more of the radius. rows may be nil if they are not known yet. The caller sets Eps.
//
// These defaults were chosen on one half of the data sets of eval/bench/harden/halves.go;
// eval/bench/harden.md says what they gain on the other half.
func Default(booster string, norm attack.Norm, rows *data.Table) Strategy {
	s := Strategy{Booster: booster, Norm: norm, Gradient: TreeBound, Refit: 5, Rows: 100}
	s.Split = splitShare(norm, math.MaxInt)
	if booster == trainer.Forest {
		s.Gradient, s.Refit, s.Clean = NaturalGradient, 1, 0.7
		if rows != nil && column.Count(rows.Columns, column.Categorical) > 0 { // votes need a proof for all rows at once
			s.Refit, s.Clean = 0, 0
		}
	}
	if booster != trainer.Forest && MovesColumns(norm, rows) {
		s.Gradient, s.Clean = ColumnBound, 0.7
	}
	if norm != attack.LInf { // splits and bounds know only roughly what can move
		s.Loop, s.RefitExamples, s.Schedule.Growth = InBallAttack, true, 1.1
		if s.Gradient == TreeBound && (norm == attack.L2 || norm == attack.L1) {
			s.Loop, s.RefitExamples = WorstAttack, false
		}
		if rows != nil && !HasLevels(rows) {
			s.Split = splitShare(norm, rows.Cols)
		}
	}
	return s.complete()
}

// splitShare returns the share of the radius that splits are robust against. A split assumes
// that every column moves by that much at once. This is less than the radius if columns share
// it, but few columns move as far in all as three that each take the whole radius.
func splitShare(norm attack.Norm, cols int) float64 {
	few := min(1, 3/float64(max(cols, 1)))
	switch norm {
	case attack.LInf:
		return 1
	case attack.L2:
		return max(0.5, math.Sqrt(few))
	case attack.L1, attack.Cost:
		return max(0.3, few)
	}
	return 0
}

// MovesColumns reports whether the radius of a norm pays for only a few columns of rows, which
// may be nil: in norm 0 it counts columns, and in the other norms except inf a change of level
// takes much of it.
func MovesColumns(norm attack.Norm, rows *data.Table) bool {
	return rows != nil && (norm == attack.L0 || norm != attack.LInf && HasLevels(rows))
}

// HasLevels reports whether rows, which may be nil, have a categorical or boolean column, or
// mostly columns that change as a whole, see [Levels]: changing one costs the same however
// small the radius is.
func HasLevels(rows *data.Table) bool {
	return rows != nil && (column.Count(rows.Columns, column.Categorical)+column.Count(rows.Columns, column.Boolean) > 0 || MostlyLevels(rows))
}

// Usage returns the description of an option with its defaults.
func Usage(o *Option) string {
	return o.About() + " (default " + defaultsOf(o) + ")"
}

// defaultsOf returns the default of an option, and those of other boosters and norms and of
// tables with categories that differ.
func defaultsOf(o *Option) string {
	many := &data.Table{Cols: 12} // splitShare is the same for any more
	words := &data.Table{Cols: many.Cols, Columns: make([]column.Column, many.Cols)}
	words.Columns[0].Kind = column.Categorical
	of := func(booster string, norm attack.Norm, rows *data.Table) string {
		s := Default(booster, norm, rows)
		return o.Text(&s)
	}
	usual := of(trainer.GBDT, attack.LInf, many)
	text := usual
	// add adds the defaults of a booster that differ from what the text says so far, by norm.
	add := func(booster, before, after string, rows *data.Table, said func(attack.Norm) string) {
		var values []string
		norms := map[string][]string{} // by value
		for _, norm := range attack.AllNorms {
			other := of(booster, norm, rows)
			if other == said(norm) {
				continue
			}
			if norms[other] == nil {
				values = append(values, other)
			}
			norms[other] = append(norms[other], norm.String())
		}
		for _, other := range values {
			text += fmt.Sprintf("; %s for %snorm %s%s", other, before, strings.Join(norms[other], ", "), after)
		}
	}
	const inForest, categories = "a forest in ", " with categories"
	add(trainer.GBDT, "", "", many, func(attack.Norm) string { return usual })
	add(trainer.GBDT, "", categories, words, func(n attack.Norm) string { return of(trainer.GBDT, n, many) })
	forest := of(trainer.Forest, attack.LInf, many)
	if forest != usual {
		text += fmt.Sprintf("; %s for a forest", forest)
		if other := of(trainer.Forest, attack.LInf, words); other != forest {
			text += ", " + other + categories
		}
		return text
	}
	said := func(n attack.Norm) string { return of(trainer.GBDT, n, many) }
	add(trainer.Forest, inForest, "", many, said)
	add(trainer.Forest, inForest, categories, words, func(n attack.Norm) string {
		if other := of(trainer.Forest, n, many); other != said(n) {
			return other
		}
		return of(trainer.GBDT, n, words)
	})
	return text
}

// complete returns s with the defaults of its empty fields filled in.
func (s Strategy) complete() Strategy {
	s.Booster, s.Gradient = cmp.Or(s.Booster, trainer.GBDT), cmp.Or(s.Gradient, NaturalGradient)
	s.Loop, s.Weight = cmp.Or(s.Loop, NoAttack), cmp.Or(s.Weight, 1)
	s.Schedule = Schedule{cmp.Or(s.Schedule.Every, 1), cmp.Or(s.Schedule.Growth, 1)}
	return s
}

package xgboost

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// kinds are the kinds of features by their feature_types, which XGBoost takes from the columns of
// pandas; all others hold numbers.
var kinds = map[string]column.Kind{"int": column.Integer, "i": column.Boolean, "c": column.Categorical}

// mostUntold bounds the features of a file that has splits on levels but, unlike XGBoost's own, does
// not give the types of features: a few bytes could claim many.
const mostUntold = 1 << 12

// setColumns sets the kinds of features as the file gives them, and makes those with splits on levels
// categorical. Columns are nil if all are numbers.
func (m *model) setColumns(e *ensemble.Ensemble) error {
	if len(m.types) == 0 && !e.SplitsOnSets() {
		return nil
	}
	if e.Features > max(len(m.types), mostUntold) {
		return fmt.Errorf("feature_types has %d entries for %d features", len(m.types), e.Features)
	}
	columns := make([]column.Column, e.Features)
	for f, t := range m.types {
		if f < e.Features {
			columns[f].Kind = kinds[t]
		}
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Set != nil && s.Feature >= 0 && int(s.Feature) < e.Features {
				columns[s.Feature].Kind = column.Categorical
			}
		}
	}
	if column.Count(columns, column.Numeric) == len(columns) {
		return nil
	}
	if e.Columns = columns; column.Count(columns, column.Categorical) == 0 {
		return nil
	}
	e.LevelRule = ensemble.Positive
	return m.nameLevels(e)
}

// types writes the types of features, nothing if all are numbers. Scaled features are not whole numbers.
func (w *writer) types(e *ensemble.Ensemble) {
	kindOf := func(f int) string {
		for name, kind := range kinds {
			if e.Columns[f].Kind == kind && (kind == column.Categorical || e.Schema.Min == nil) {
				return name
			}
		}
		return "float"
	}
	types, said := make([]string, len(e.Columns)), 0
	for f := range types {
		if types[f] = kindOf(f); types[f] != "float" {
			said++
		}
	}
	if said == 0 {
		types = nil
	}
	w.List(len(types), func(f int) { w.Text(document.Quote(types[f])) })
}

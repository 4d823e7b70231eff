package ensemble

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Set is the test of a split on a categorical column: the members go one way,
// and all other values that are not missing the other.
type Set struct {
	Levels []int32 // the members, ascending
	Right  bool    // members go right, as in XGBoost; left as in LightGBM
}

// Has reports whether a level is a member.
func (s *Set) Has(level int32) bool {
	_, member := slices.BinarySearch(s.Levels, level)
	return member
}

// Left reports whether a level goes left.
func (s *Set) Left(level int32) bool { return s.Has(level) != s.Right }

// LevelRule says which level a value of a categorical column means. Libraries differ in everything but
// the whole numbers from 0 on.
type LevelRule uint8

// The rules of levels.
const (
	// Listed is our own rule: a value is the level that it equals. One that the column does not list is
	// missing, or in no set if the column says that there are other levels (Column.Others).
	Listed LevelRule = iota

	// Truncated is LightGBM's: the whole part, so that -0.5 is level 0. Values of -1 or less and those
	// that do not fit an int32 are in no set.
	Truncated

	// Positive is XGBoost's: the whole part of values from 0 to below 2^24; all others are in no set.
	Positive

	// Byte is scikit-learn's: the whole part modulo 256. Values below 0, or whose level is not listed,
	// are missing.
	Byte
)

var ruleNames = [...]string{"listed", "truncated", "positive", "byte"}

// String returns the name of a rule, which is part of file formats.
func (r LevelRule) String() string { return ruleNames[r] }

// last returns the largest level that a value can have under a rule.
func (r LevelRule) last() int32 {
	switch r {
	case Truncated:
		return math.MaxInt32 - 1
	case Positive:
		return column.MaxCode - 1
	case Byte:
		return math.MaxUint8
	}
	return math.MaxInt32
}

// Results of [Ensemble.Level] for values that are not levels.
const (
	Unseen  int32 = -1 // in no set
	Missing int32 = -2 // takes the default branch
)

// Level returns the level that a value of categorical feature f means, Unseen
// or Missing.
func (e *Ensemble) Level(f int, v float64) int32 {
	if v != v {
		return Missing
	}
	if e.Input != Float64 {
		v = float64(float32(v))
	}
	codes := e.Columns[f].Codes
	switch e.LevelRule {
	case Truncated:
		if v > -1 && v < math.MaxInt32 {
			return int32(v)
		}
		return Unseen
	case Positive:
		if v >= 0 && v < 1<<24 {
			return int32(v)
		}
		return Unseen
	case Byte:
		if v < 0 || math.IsInf(v, 0) {
			return Missing
		}
		v = math.Mod(math.Trunc(v), 256)
	}
	level := int32(-1)
	if v >= 0 && v <= math.MaxInt32 && v == math.Trunc(v) {
		level = int32(v)
	}
	switch _, listed := slices.BinarySearch(codes, level); {
	case listed:
		return level
	case e.LevelRule == Listed && e.Columns[f].Others:
		return Unseen
	}
	return Missing
}

// roundLevels replaces the values of categorical columns by their levels: Unseen (-1) stays a number,
// Missing becomes NaN.
func (e *Ensemble) roundLevels(x []float64) {
	for f := range e.Columns {
		if e.Columns[f].Kind == column.Categorical {
			x[f] = e.roundLevel(f, x[f])
		}
	}
}

func (e *Ensemble) roundLevel(f int, v float64) float64 {
	if level := e.Level(f, v); level != Missing {
		return float64(level)
	}
	return math.NaN()
}

// Categorical reports whether a feature holds levels without an order.
func (e *Ensemble) Categorical(f int) bool {
	return column.KindOf(e.Columns, f) == column.Categorical
}

// SplitsOnSets reports whether some split is on a set.
func (e *Ensemble) SplitsOnSets() bool {
	for i := range e.Trees {
		if slices.ContainsFunc(e.Trees[i].Splits, func(s Split) bool { return s.Set != nil }) {
			return true
		}
	}
	return false
}

// legal returns the levels that a row can have in a categorical feature: those that its column lists,
// or, if it lists none and its rule needs no list, those named by splits.
func (e *Ensemble) legal(f Feature) []int32 {
	codes := e.Columns[f].Codes
	if codes != nil || e.LevelRule == Listed || e.LevelRule == Byte {
		return codes
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Feature == f && s.Set != nil {
				codes = append(codes, s.Set.Levels...)
			}
		}
	}
	return places(codes).compact()
}

// ListLevels returns e with the levels of its categorical columns listed: a column without a list gets
// the levels that its splits name and those of the given rows, which lie one after the other and are
// not rounded yet. Predictions do not change.
func (e *Ensemble) ListLevels(rows []float64) *Ensemble {
	r := *e
	r.Columns = slices.Clone(e.Columns)
	for f := range r.Columns {
		if !e.Categorical(f) || e.Columns[f].Codes != nil {
			continue
		}
		levels := e.legal(Feature(f))
		for i := f; levels != nil && i < len(rows); i += e.Features {
			if l := e.Level(f, rows[i]); l >= 0 && !slices.Contains(levels, l) {
				levels = append(levels, l)
			}
		}
		r.Columns[f].Codes = places(levels).compact()
	}
	return &r
}

// NameLevels gives the levels of a categorical column that the model knows only by code the names of
// named, and makes named's levels the legal ones. Predictions do not change. A column that is not
// categorical, or already has names, is left as it is; a level of a split without a name is an error.
func (e *Ensemble) NameLevels(f int, named *column.Column) error {
	if !e.Categorical(f) || e.Columns[f].Names != nil {
		return nil
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Feature != Feature(f) || s.Set == nil {
				continue
			}
			for _, l := range s.Set.Levels {
				if named.Name(l) == "" {
					return fmt.Errorf("%d levels have words, and none is for the code %d in a split of tree %d", len(named.Names), l, i)
				}
			}
		}
	}
	e.Columns = slices.Clone(e.Columns)
	e.Columns[f].Codes, e.Columns[f].Names = named.Codes, named.Names
	return nil
}

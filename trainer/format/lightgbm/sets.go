package lightgbm

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// sets returns the sets of the categorical splits of a tree, whose members go
// left. Each has its own stretch of the bits.
func (m *model) sets(t *rawTree) []*ensemble.Set {
	tree := len(m.e.Trees)
	if t.categorical > 0 && len(t.bounds) != t.categorical+1 {
		m.fail("tree %d has num_cat %d and %d entries of cat_boundaries", tree, t.categorical, len(t.bounds))
		return nil
	}
	sets := make([]*ensemble.Set, 0, len(t.bounds))
	for i := range t.categorical {
		from, to := t.bounds[i], t.bounds[i+1]
		if from < 0 || from > to || int(to) > len(t.bits) {
			m.fail("tree %d: set %d has words %d to %d of %d", tree, i, from, to, len(t.bits))
			return nil
		}
		s := &ensemble.Set{}
		for w, word := range t.bits[from:to] {
			for ; word != 0; word &= word - 1 {
				s.Levels = append(s.Levels, int32(32*w+bits.TrailingZeros32(word)))
			}
		}
		sets = append(sets, s)
	}
	return sets
}

// setColumns says which features are categorical: those that feature_infos
// lists the levels of, and those that are split so. Without any, all are
// numbers.
func (m *model) setColumns() error {
	e := m.e
	columns := make([]column.Column, e.Features)
	some := false
	for f, info := range m.infos {
		if f >= e.Features || info == "none" || strings.HasPrefix(info, "[") {
			continue
		}
		for word := range strings.SplitSeq(info, ":") {
			code, err := strconv.ParseInt(word, 10, 32)
			if err != nil {
				return fmt.Errorf("feature_infos of feature %d is %.40q", f, info)
			}
			if code >= 0 { // below are missing values
				columns[f].Codes = append(columns[f].Codes, int32(code))
			}
		}
		columns[f].Kind, some = column.Categorical, true
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Set != nil && s.Feature >= 0 && int(s.Feature) < e.Features {
				c := &columns[s.Feature]
				c.Kind, some = column.Categorical, true
				c.Codes = union(c.Codes, s.Set.Levels)
			}
		}
	}
	if !some {
		return nil
	}
	e.Columns, e.LevelRule = columns, ensemble.Truncated
	return m.nameLevels()
}

func union(a, b []int32) []int32 {
	both := append(a, b...)
	slices.Sort(both)
	return slices.Compact(both)
}

// nameLevels takes the words of the levels from the list that the Python
// package keeps for data frames: for each categorical column in order, the word
// of code 0, 1 and so on. Where the columns are not as many as the lists, some
// were made categorical by number, and it is not known which.
func (m *model) nameLevels() error {
	if m.pandas == "" || m.pandas == "null" {
		return nil
	}
	var lists [][]any
	if err := json.Unmarshal([]byte(m.pandas), &lists); err != nil {
		return fmt.Errorf("pandas_categorical: %w", err)
	}
	var with []int
	for f := range m.e.Columns {
		if m.e.Columns[f].Kind == column.Categorical {
			with = append(with, f)
		}
	}
	if len(with) != len(lists) {
		return nil
	}
	for i, f := range with {
		c := &m.e.Columns[f]
		if n := len(c.Codes); n > 0 && int(c.Codes[n-1]) >= len(lists[i]) {
			continue // codes of something else
		}
		c.Codes, c.Names = nil, nil
		for code, word := range lists[i] {
			c.Codes, c.Names = append(c.Codes, int32(code)), append(c.Names, fmt.Sprint(word))
		}
	}
	return nil
}

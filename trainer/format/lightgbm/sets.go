package lightgbm

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/sets"
)

// sets returns the sets of the categorical splits of a tree, whose members go left. Each has its own
// stretch of the bits.
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

// setColumns finds out which features are categorical: those whose levels feature_infos lists, and
// those with categorical splits. If there are none, columns stay nil.
func (m *model) setColumns() error {
	e := m.e
	codes := map[int][]int32{} // of each categorical feature all known levels
	for f, info := range m.infos {
		if f >= e.Features || info == "none" || strings.HasPrefix(info, "[") {
			continue
		}
		codes[f] = nil
		for word := range strings.SplitSeq(info, ":") {
			code, err := strconv.ParseInt(word, 10, 32)
			if err != nil {
				return fmt.Errorf("feature_infos of feature %d is %.40q", f, info)
			}
			if code >= 0 { // negative codes are missing values
				codes[f] = append(codes[f], int32(code))
			}
		}
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if f := int(s.Feature); s.Set != nil && f >= 0 && f < e.Features {
				codes[f] = append(codes[f], s.Set.Levels...)
			}
		}
	}
	if len(codes) == 0 {
		return nil
	}
	if len(m.infos) != e.Features {
		return fmt.Errorf("feature_infos is about %d features, max_feature_idx about %d", len(m.infos), e.Features)
	}
	e.Columns, e.LevelRule = make([]column.Column, e.Features), ensemble.Truncated
	for f, known := range codes {
		slices.Sort(known)
		e.Columns[f] = column.Column{Kind: column.Categorical, Codes: slices.Compact(known)}
	}
	return m.nameLevels()
}

// nameLevels takes the words of the levels from the list that the Python package keeps for data frames:
// for each categorical column in order, the words of codes 0, 1 and so on. A column with a single value
// in training is described as "none", whether categorical or numeric: if only counting these columns as
// categorical gives the number of lists, they are. If neither number matches, some columns were made
// categorical by number, and it is unknown which.
func (m *model) nameLevels() error {
	if m.pandas == "" || m.pandas == "null" {
		return nil
	}
	lists, texts, err := categories(m.pandas)
	m.typed = !texts
	if err != nil {
		return err
	}
	var with, withConstant []int
	for f := range m.e.Columns {
		categorical := m.e.Columns[f].Kind == column.Categorical
		if categorical {
			with = append(with, f)
		}
		if categorical || f < len(m.infos) && m.infos[f] == "none" {
			withConstant = append(withConstant, f)
		}
	}
	if len(with) != len(lists) {
		with = withConstant
	}
	if len(with) != len(lists) {
		return nil
	}
	for i, f := range with {
		c := &m.e.Columns[f]
		c.Kind = column.Categorical
		if n := len(c.Codes); n > 0 && int(c.Codes[n-1]) >= len(lists[i]) {
			return fmt.Errorf("pandas_categorical has %d names for feature %d, which has level %d: with pandas_categorical:null levels are numbers", len(lists[i]), f, c.Codes[n-1])
		}
		c.Codes, c.Names = nil, nil
		for code, word := range lists[i] {
			c.Codes, c.Names = append(c.Codes, int32(code)), append(c.Names, word)
		}
	}
	return nil
}

// pandasKey is the key in Origin.Trainer of pandas_categorical as it is in the file, kept if categories
// are not all texts: pandas distinguishes 1 from "1".
const pandasKey = "pandas_categorical"

// categories returns the lists of pandas_categorical, with each category as pandas writes it to CSV,
// and whether all are texts.
func categories(text string) (names [][]string, texts bool, err error) {
	var lists [][]json.RawMessage
	if err := json.Unmarshal([]byte(text), &lists); err != nil {
		return nil, false, fmt.Errorf("pandas_categorical: %w", err)
	}
	names, texts = make([][]string, len(lists)), true
	for i, list := range lists {
		for _, raw := range list {
			word, text := string(raw), raw[0] == '"'
			texts = texts && text
			if text {
				if err := json.Unmarshal(raw, &word); err != nil {
					return nil, false, fmt.Errorf("pandas_categorical: %w", err)
				}
			} else if v, err := strconv.ParseFloat(word, 64); err == nil && math.Abs(v) < 1<<53 {
				word = strconv.FormatFloat(v, 'f', -1, 64) // numeric cells are looked up in this form
			}
			names[i] = append(names[i], word)
		}
	}
	return names, texts, nil
}

// missingWithMembers says if missing values of a category go with the members of a set somewhere, and
// nothing if not.
func missingWithMembers(e *ensemble.Ensemble) []string {
	left, err := sets.Oriented(e, false)
	if err != nil || !left.SplitsOnSets() {
		return nil
	}
	for i := range left.Trees {
		if slices.ContainsFunc(left.Trees[i].Splits, func(s ensemble.Split) bool { return s.Set != nil && s.DefaultLeft }) {
			return []string{"missing values of a category go with the levels that a split lists, with LightGBM always the other way"}
		}
	}
	return nil
}

// mostWords is the most words of 32 bits that the sets of a tree may take, so that the line that lists
// them can be read again. A set takes as many words as its largest level needs.
const mostWords = longestLine / len("4294967295 ")

// tooWide reports sets whose levels are too large for bits.
func tooWide(splits []ensemble.Split) error {
	total := 0
	for n := range splits {
		if s := splits[n].Set; s != nil {
			largest := s.Levels[len(s.Levels)-1]
			if total += int(largest)/32 + 1; total > mostWords {
				return fmt.Errorf("node %d splits on level %d of feature %d: LightGBM's sets have a bit for each level up to that, more than %d in the tree", n, largest, splits[n].Feature, 32*mostWords)
			}
		}
	}
	return nil
}

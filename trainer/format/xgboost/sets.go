package xgboost

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// members are the members of the categorical splits of a tree as XGBoost stores them: one list of all,
// and for each such node where its members begin and how many there are.
type members struct {
	levels, nodes, starts, sizes []int32
	at                           map[int32]int // by node: its place in nodes
}

func (s *members) reset() {
	s.levels, s.nodes, s.starts, s.sizes = s.levels[:0], s.nodes[:0], s.starts[:0], s.sizes[:0]
	clear(s.at)
}

// index finds the place of each node, in a tree of count nodes.
func (s *members) index(count int) error {
	if len(s.starts) != len(s.nodes) || len(s.sizes) != len(s.nodes) {
		return errors.New("the lists of categories differ in length")
	}
	total := int64(0)
	for i, n := range s.nodes {
		if total += int64(s.sizes[i]); s.sizes[i] < 0 || total > int64(len(s.levels)) {
			return fmt.Errorf("the sizes of the sets of categories exceed the %d there are", len(s.levels))
		}
		if s.at == nil {
			s.at = make(map[int32]int, len(s.nodes))
		}
		if _, twice := s.at[n]; twice || n < 0 || int(n) >= count {
			return fmt.Errorf("categories_nodes has node %d, which is out of range or named twice", n)
		}
		s.at[n] = i
	}
	return nil
}

// of returns the set of a node. Its members go right; XGBoost sorts them, but other programs may not.
func (s *members) of(node int32) (*ensemble.Set, error) {
	i, known := s.at[node]
	if !known {
		return nil, errors.New("is a categorical split without categories")
	}
	from, size := int64(s.starts[i]), int64(s.sizes[i])
	if from < 0 || from+size > int64(len(s.levels)) {
		return nil, fmt.Errorf("has categories %d to %d of %d", from, from+size, len(s.levels))
	}
	return setOf(s.levels[from : from+size])
}

// setOf returns the set with some members, which go right.
func setOf(levels []int32) (*ensemble.Set, error) {
	set := &ensemble.Set{Levels: slices.Clone(levels), Right: true}
	slices.Sort(set.Levels)
	set.Levels = slices.Compact(set.Levels)
	if len(set.Levels) > 0 && (set.Levels[0] < 0 || set.Levels[len(set.Levels)-1] >= column.MaxCode) {
		return nil, errors.New("has a category below 0 or above 2^24")
	}
	return set, nil
}

// nameLevels gives the levels their words. Validate checks that each level of a split has one.
func (m *model) nameLevels(e *ensemble.Ensemble) error {
	if m.levels != nil && len(m.levels) != e.Features {
		return fmt.Errorf("cats has levels for %d features, the model has %d", len(m.levels), e.Features)
	}
	for f, words := range m.levels {
		if len(words) > 0 && e.Columns[f].Kind == column.Categorical {
			e.Columns[f] = column.Named(words)
		}
	}
	return nil
}

// cats reads the words of the levels, which XGBoost writes since 3.1: for each feature a list of
// numbers, or of texts as one list of bytes with the place where each text ends.
func (m *model) cats() {
	r := m.r
	for r.Object(); r.Next(); {
		if r.Key() != "enc" {
			r.Skip()
			continue
		}
		for r.Array(); r.Next(); {
			m.levels = append(m.levels, m.words())
		}
	}
}

func (m *model) words() (words []string) {
	r := m.r
	var offsets []int32
	var text []byte
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "offsets": // before the values
			offsets = document.Int32s(r, nil)
		case "values":
			for r.Array(); r.Next(); {
				if offsets == nil {
					words = append(words, r.Digits())
				} else {
					text = append(text, byte(r.Int())) // stored as signed bytes
				}
			}
		default:
			r.Skip()
		}
	}
	for i := 1; i < len(offsets); i++ {
		from, to := offsets[i-1], offsets[i]
		if from < 0 || from > to || int(to) > len(text) {
			r.Fail("the names of categories have an end at %d of %d", to, len(text))
			return nil
		}
		words = append(words, string(text[from:to]))
	}
	return words
}

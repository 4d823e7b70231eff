// Package sets turns splits on categories around for libraries that keep the members on the same side
// of all such splits.
package sets

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ErrEmpty says that a split has no members on the side that a library lists.
var ErrEmpty = errors.New("a split on categories lists no level")

// Oriented returns e with all splits on categories turned so that the members go right, or left; if
// they do not, the children are swapped. Unknown levels must not go with the members, as in XGBoost and
// LightGBM, so if e sends them there, the other levels are listed as members instead.
func Oriented(e *ensemble.Ensemble, right bool) (*ensemble.Ensemble, error) {
	if !e.SplitsOnSets() {
		return e, nil
	}
	turned := *e
	turned.Trees = slices.Clone(e.Trees)
	for i := range turned.Trees {
		t := &turned.Trees[i]
		t.Splits = slices.Clone(t.Splits)
		for n := range t.Splits {
			if s := &t.Splits[n]; s.Set != nil {
				if err := orient(e, s, right); err != nil {
					return nil, fmt.Errorf("tree %d: node %d: %w", i, n, err)
				}
			}
		}
	}
	return &turned, nil
}

func orient(e *ensemble.Ensemble, s *ensemble.Split, right bool) error {
	levels, onRight := s.Set.Levels, s.Set.Right
	unknownAreMissing := e.LevelRule == ensemble.Listed && !e.Columns[s.Feature].Others || e.LevelRule == ensemble.Byte
	if unknownAreMissing && s.DefaultLeft != onRight { // unknown levels go with the members
		others := []int32{}
		for _, code := range e.Columns[s.Feature].Codes {
			if !s.Set.Has(code) {
				others = append(others, code)
			}
		}
		levels, onRight = others, !onRight
	}
	if len(levels) == 0 {
		return ErrEmpty
	}
	if onRight != right {
		s.Left, s.Right, s.DefaultLeft = s.Right, s.Left, !s.DefaultLeft
	}
	s.Set = &ensemble.Set{Levels: levels, Right: right}
	return nil
}

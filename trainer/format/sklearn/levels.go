package sklearn

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// levels reads the levels of each feature, none for numeric ones. If the classifier renumbers them,
// they are words or numbers, in the order of their new codes.
func (f *file) levels() {
	f.e.LevelRule = ensemble.Byte
	if f.order != nil {
		f.e.LevelRule = ensemble.Listed
	}
	for f.r.Array(); f.r.Next(); {
		var c column.Column
		if f.order != nil {
			c = f.encoded()
		} else if c.Codes = document.Int32s(f.r, nil); c.Codes != nil {
			c.Kind = column.Categorical
		}
		f.e.Columns = append(f.e.Columns, c)
	}
}

// encoded reads the levels of a feature that are renumbered: as codes if all are whole numbers in the
// range of codes, otherwise as names.
func (f *file) encoded() column.Column {
	var names []string
	var codes []int32
	for f.r.Array(); f.r.Next(); {
		if f.r.Kind() != document.Number {
			names = append(names, f.r.String())
			continue
		}
		v := f.r.Float64()
		names = append(names, strconv.FormatFloat(v, 'f', -1, 64))
		if code := int32(max(0, min(v, column.MaxCode))); float64(code) == v && code < column.MaxCode {
			codes = append(codes, code)
		}
	}
	switch {
	case names == nil:
		return column.Column{}
	case len(codes) == len(names) && slices.IsSorted(codes):
		return column.Column{Kind: column.Categorical, Codes: codes}
	}
	return column.Named(names)
}

// known turns a split of a classifier that renumbers features and levels into one on those of the rows.
func (f *file) known(s *ensemble.Split) error {
	if f.order == nil {
		return nil
	}
	if s.Feature < 0 || int(s.Feature) >= len(f.order) {
		return fmt.Errorf("splits on feature %d of %d", s.Feature, len(f.order))
	}
	s.Feature = ensemble.Feature(f.order[s.Feature])
	if s.Set == nil {
		return nil
	}
	codes := f.e.Columns[s.Feature].Codes
	for i, l := range s.Set.Levels {
		if int(l) >= len(codes) {
			return fmt.Errorf("sends level %d left, its feature has %d", l, len(codes))
		}
		s.Set.Levels[i] = codes[l]
	}
	return nil
}

// checkOrder reports an order that is not a permutation of all features.
func (f *file) checkOrder() error {
	if f.order == nil {
		return nil
	}
	if len(f.order) != int(f.features) || len(f.e.Columns) != int(f.features) {
		return fmt.Errorf("an order of %d and levels of %d of %d features", len(f.order), len(f.e.Columns), f.features)
	}
	seen := make([]bool, len(f.order))
	for _, at := range f.order {
		if at < 0 || int(at) >= len(seen) || seen[at] {
			return fmt.Errorf("an order of features that has %d twice or of none", at)
		}
		seen[at] = true
	}
	return nil
}

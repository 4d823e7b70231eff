package catboost

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// columns sets what the features are, by their places among all features.
func (f *file) columns(e *ensemble.Ensemble) error {
	named := false
	for _, of := range slices.Concat(f.floats, f.cats) {
		if of.flat < 0 || of.flat >= limit.Features {
			return fmt.Errorf("feature of number %d", of.flat)
		}
		e.Features = max(e.Features, int(of.flat)+1)
		named = named || of.id != "" && of.id != strconv.FormatInt(of.flat, 10)
	}
	const gaps = 16 // the most unlisted features per listed one
	if listed := len(f.floats) + len(f.cats); e.Features > gaps*(listed+gaps) {
		return fmt.Errorf("feature of number %d, and the file lists %d", e.Features-1, listed)
	}
	if named {
		e.Schema.Features = make([]string, e.Features)
		for i := range e.Schema.Features {
			e.Schema.Features[i] = strconv.Itoa(i)
		}
		for _, of := range slices.Concat(f.floats, f.cats) {
			e.Schema.Features[of.flat] = of.id
		}
	}
	f.number, f.category = byIndex(f.floats), byIndex(f.cats)
	if len(f.cats) == 0 {
		return nil
	}
	e.Columns = make([]column.Column, e.Features)
	for i := range f.cats {
		of := &f.cats[i]
		names, err := f.levels(of)
		if err != nil {
			return fmt.Errorf("categorical feature %d: %w", of.index, err)
		}
		e.Columns[of.flat] = column.NamedOrOther(names)
		of.code = make(map[int32]int32, len(of.values))
		for code, hash := range of.values {
			of.code[hash] = int32(code)
		}
	}
	return nil
}

func byIndex(features []feature) map[int64]*feature {
	of := make(map[int64]*feature, len(features))
	for i := range features {
		of[features[i].index] = &features[i]
	}
	return of
}

// levels returns the names of the categories that splits name. There are others: of male and female,
// splits may ask for one only.
func (f *file) levels(of *feature) ([]string, error) {
	names := []string{}
	for i, hash := range of.values {
		name, known := f.names[uint32(hash)]
		if i < len(of.texts) {
			name, known = of.texts[i], true
		}
		if !known {
			return nil, errNames
		}
		names = append(names, name)
	}
	return names, nil
}

package ensemble

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Recode returns the ensemble that reads the levels of its categorical columns by the codes that
// columns, one per feature, give their names. All other codes are of levels that the ensemble does not
// know: they are missing, or other levels if its column has Others, whatever its LevelRule says. A
// column without names, in either, stays as it is. It is an error if columns give a name no code, or if
// the LevelRule has to give way and a column has no names.
func (e *Ensemble) Recode(columns []column.Column) (*Ensemble, error) {
	r := *e
	r.Columns = slices.Clone(e.Columns)
	to := make([]map[int32]int32, e.Features) // by feature and code, nil if all codes stay
	for f := range r.Columns {
		of, by := &r.Columns[f], &columns[f]
		if of.Kind != column.Categorical || of.Names == nil || by.Names == nil || slices.Equal(of.Names, by.Names) && slices.Equal(of.Codes, by.Codes) {
			continue
		}
		r.LevelRule = Listed
		var err error
		if to[f], err = recode(of, by); err != nil {
			return nil, fmt.Errorf("column %d: %w", f+1, err)
		}
	}
	if r.LevelRule != e.LevelRule {
		for f := range r.Columns {
			if r.Categorical(f) && r.Columns[f].Names == nil {
				return nil, fmt.Errorf("column %d holds categories without names, beside columns whose categories have names", f+1)
			}
		}
	}
	r.Trees = slices.Clone(e.Trees)
	for i := range r.Trees {
		r.Trees[i].Splits = recoded(e.Trees[i].Splits, to)
	}
	return &r, nil
}

// recode gives the levels of a column the codes that another has for their names, and returns the
// new codes by the old ones.
func recode(of, by *column.Column) (map[int32]int32, error) {
	names := make(map[string]int32, len(of.Names))
	for i, name := range of.Names {
		names[name] = of.Codes[i]
	}
	to := make(map[int32]int32, len(of.Names))
	kept := column.Column{Kind: of.Kind, Others: of.Others, MissingWords: of.MissingWords}
	for i, name := range by.Names { // in the order of their codes
		if old, known := names[name]; known {
			to[old] = by.Codes[i]
			kept.Codes, kept.Names = append(kept.Codes, by.Codes[i]), append(kept.Names, name)
		}
	}
	for _, name := range of.Names {
		if _, known := to[names[name]]; !known {
			return nil, fmt.Errorf("no code is given for level %q", name)
		}
	}
	*of = kept
	return to, nil
}

// recoded returns splits whose sets have other codes, by feature and old code.
func recoded(splits []Split, to []map[int32]int32) []Split {
	splits = slices.Clone(splits)
	for n := range splits {
		s := &splits[n]
		if s.Set == nil || to[s.Feature] == nil {
			continue
		}
		levels := make([]int32, len(s.Set.Levels))
		for i, l := range s.Set.Levels {
			levels[i] = to[s.Feature][l]
		}
		slices.Sort(levels)
		s.Set = &Set{Levels: levels, Right: s.Set.Right}
	}
	return splits
}

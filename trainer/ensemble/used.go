package ensemble

import (
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pick"
)

// Used returns the features that some tree splits on, ascending.
func (e *Ensemble) Used() []int {
	used := make([]bool, e.Features)
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			used[s.Feature] = true
		}
	}
	var features []int
	for f, u := range used {
		if u {
			features = append(features, f)
		}
	}
	return features
}

// Select returns the ensemble that reads only some of the features, in the given order. They must
// include all that trees split on (see [Ensemble.Used]), none of them twice. Its predictions for rows
// of these features are the same.
func (e *Ensemble) Select(features []int) *Ensemble {
	s := *e
	s.Features = len(features)
	s.Columns = pick.Of(e.Columns, features)
	s.Schema.Features = pick.Of(e.Schema.Features, features)
	s.Schema.Min, s.Schema.Max = pick.Of(e.Schema.Min, features), pick.Of(e.Schema.Max, features)
	s.Schema.Width, s.Schema.Height = 0, 0
	place := slices.Repeat([]Feature{-1}, e.Features)
	for k, f := range features {
		place[f] = Feature(k)
	}
	s.Trees = slices.Clone(e.Trees)
	for i := range s.Trees {
		splits := slices.Clone(e.Trees[i].Splits)
		for n := range splits {
			splits[n].Feature = place[splits[n].Feature]
		}
		s.Trees[i].Splits = splits
	}
	return &s
}

// Widen fixes the number of features of a model whose file does not give it (Schema.Open). It does
// nothing if that is fewer than the model has.
func (e *Ensemble) Widen(features int) {
	if !e.Schema.Open || features < e.Features {
		return
	}
	e.Features, e.Schema.Open = features, false
}

package experiment

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// radiusColumns is the number of columns that are enough to find a radius: robust splits are slow to
// find among hundreds, most of which no model uses.
const radiusColumns = 64

// fold is what hardened models are trained on, and how.
type fold struct {
	rows     Data
	params   trainer.Params
	strategy advboost.Strategy
}

// fewColumns returns a fold of a wide table with the columns that a natural model, trained on the same
// rows, gains most by. All columns are kept in other norms than inf, in which hardened models spread over
// more of them, if groups or links tie columns or copies of images move them, and if rows are sparse,
// which are narrowed already.
func (f fold) fewColumns(natural *ensemble.Ensemble) fold {
	c := f.strategy.Constraints
	tied := c != nil && (c.Groups != nil || c.Links != nil) || f.params.ImageShift > 0 || f.params.ImageMirror
	if natural.Features <= radiusColumns || f.rows.Train.Sparse != nil || f.strategy.Norm != attack.LInf || tied {
		return f
	}
	some := gainful(natural, radiusColumns)
	f.rows = Data{Train: f.rows.Train.Select(some), Test: f.rows.Test.Select(some)}
	f.params, f.strategy.Constraints = f.params.Select(some), c.Select(some)
	return f
}

// gainful returns the features, at most most, whose splits reduce the loss of a model by most,
// ascending.
func gainful(e *ensemble.Ensemble, most int) []int {
	gain, features := make([]float64, e.Features), make([]int, e.Features)
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			gain[s.Feature] += s.Gain
		}
	}
	for f := range features {
		features[f] = f
	}
	slices.SortStableFunc(features, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	features = features[:min(most, len(features))]
	slices.Sort(features)
	return features
}

package trainer

import "github.com/hardwood-ml/hardwood/trainer/ensemble"

// Importance says how much an ensemble uses a feature. Gain and Cover are 0 if the model does not
// record them.
type Importance struct {
	Weight int     // number of splits on the feature
	Gain   float64 // sum of their loss reductions; in classification forests of impurity reductions times the share of the rows
	Cover  float64 // sum of the hessians, or weights, of the rows at these splits
}

// Importances returns the importance of each feature. XGBoost reports the
// means, Gain/Weight and Cover/Weight, under the names gain and cover, and the
// sums as total_gain and total_cover.
func Importances(e *ensemble.Ensemble) []Importance {
	all := make([]Importance, e.Features)
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			of := &all[s.Feature]
			of.Weight++
			of.Gain += s.Gain
			of.Cover += s.Cover
		}
	}
	return all
}

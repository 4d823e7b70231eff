package trainer

import "github.com/hardwood-ml/hardwood/data"

// ClassWeights returns the factor on the weights of the rows of each class of
// a table.
func (p *Params) ClassWeights(t *data.Table) []float64 {
	w := make([]float64, max(1, len(t.Classes)))
	for c := range w {
		w[c] = 1
		if p.ClassWeight != nil {
			w[c] = p.ClassWeight[c]
		}
	}
	if p.Balanced {
		for c, n := range t.Counts() {
			w[c] = float64(t.Rows) / float64(max(1, n)*len(w))
		}
	}
	if len(t.Classes) == 2 {
		w[1] *= p.ScalePosWeight
	}
	return w
}

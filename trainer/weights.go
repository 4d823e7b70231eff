package trainer

import "github.com/hardwood-ml/hardwood/data"

// Weighing are the names of the options that weight classes.
var Weighing = []string{"balanced", "class-weight", "scale-pos-weight"}

// ClassWeights returns the factor on the row weights of each class of a table. Balanced classes have
// the same total weight, including the weights of their rows.
func (p *Params) ClassWeights(t *data.Table) []float64 {
	w := make([]float64, max(1, len(t.Classes)))
	for c := range w {
		w[c] = 1
		if len(p.ClassWeight) > 0 {
			w[c] = p.ClassWeight[c]
		}
	}
	if p.Balanced {
		total := make([]float64, len(w))
		for i, y := range t.Y {
			total[y] += t.Weight(i)
		}
		all := 0.0
		for _, of := range total {
			all += of
		}
		for c, of := range total {
			if of == 0 {
				of = 1
			}
			w[c] = all / (of * float64(len(w)))
		}
	}
	if len(t.Classes) == 2 {
		w[1] *= p.ScalePosWeight
	}
	return w
}

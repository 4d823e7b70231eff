package trainer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

func TestClassWeights(t *testing.T) {
	two := &data.Table{Rows: 4, Y: []int{0, 0, 0, 1}, Classes: []string{"a", "b"}}
	three := &data.Table{Rows: 6, Y: []int{0, 0, 0, 1, 1, 1}, Classes: []string{"a", "b", "none"}}
	weighted := &data.Table{Rows: 4, Y: []int{0, 0, 0, 1}, Weights: []float64{0.5, 0.5, 0, 1}, Classes: []string{"a", "b"}}
	for what, c := range map[string]struct {
		table *data.Table
		p     trainer.Params
		want  []float64
	}{
		"none":             {two, trainer.Params{ScalePosWeight: 1}, []float64{1, 1}},
		"scale-pos-weight": {two, trainer.Params{ScalePosWeight: 3}, []float64{1, 3}},
		"class-weight":     {two, trainer.Params{ScalePosWeight: 1, ClassWeight: []float64{5, 7}}, []float64{5, 7}},
		// Balanced classes weigh the same together: 3 * 2/3 = 1 * 2.
		"balanced":                       {two, trainer.Params{ScalePosWeight: 1, Balanced: true}, []float64{2. / 3, 2}},
		"balanced, a class without rows": {three, trainer.Params{ScalePosWeight: 1, Balanced: true}, []float64{2. / 3, 2. / 3, 2}},
		"balanced, weighted rows":        {weighted, trainer.Params{ScalePosWeight: 1, Balanced: true}, []float64{1, 1}},
		"a regressor":                    {&data.Table{Rows: 1, Target: []float64{1}}, trainer.Params{}, []float64{1}},
	} {
		if d := cmp.Diff(c.want, c.p.ClassWeights(c.table)); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
}

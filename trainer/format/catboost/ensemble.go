package catboost

import (
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// ensemble makes the ensemble.
func (f *file) ensemble(warn func(string)) (*ensemble.Ensemble, error) {
	if len(f.trees) == 0 {
		return nil, errors.New("no trees in the file")
	}
	e := &ensemble.Ensemble{Input: ensemble.Float32, Outputs: f.trees[0].dimension}
	e.Origin.Source = "catboost"
	if e.Outputs > limit.Classes {
		return nil, fmt.Errorf("leaves of %d values", e.Outputs)
	}
	if err := f.setClasses(e, warn); err != nil {
		return nil, err
	}
	if err := f.columns(e); err != nil {
		return nil, err
	}
	for i := range f.trees {
		t, err := f.tree(e, &f.trees[i])
		if err != nil {
			return nil, fmt.Errorf("tree %d: %w", i, err)
		}
		e.Trees = append(e.Trees, t)
	}
	return e, f.finish(e)
}

// finish applies the scale to the leaves and adds the bias after the trees.
func (f *file) finish(e *ensemble.Ensemble) error {
	e.Base = make([]float64, e.Outputs)
	if len(f.bias) > 1 && len(f.bias) != e.Outputs {
		return fmt.Errorf("%d biases for %d scores", len(f.bias), e.Outputs)
	}
	if f.scale != 1 {
		for i := range e.Trees {
			for l := range e.Trees[i].Leaves {
				e.Trees[i].Leaves[l] *= f.scale
			}
		}
	}
	for k := range e.Outputs {
		if len(f.bias) == 0 {
			break
		}
		if b := f.bias[min(k, len(f.bias)-1)]; math.IsNaN(b) || math.IsInf(b, 0) {
			return fmt.Errorf("bias %v", b)
		} else if b != 0 {
			e.Trees = append(e.Trees, ensemble.Tree{Output: k, Leaves: []float64{b}})
		}
	}
	return nil
}

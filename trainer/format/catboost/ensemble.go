package catboost

import (
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// ensemble makes the ensemble.
func (f *file) ensemble() (*ensemble.Ensemble, error) {
	if len(f.trees) == 0 {
		return nil, errors.New("no trees in the file")
	}
	e := &ensemble.Ensemble{Input: ensemble.Float32, Outputs: f.trees[0].dimension, Classes: len(f.classes)}
	e.Origin.Source = "catboost"
	switch {
	case e.Classes == 0 && e.Outputs > 1: // classes without names
		e.Classes, e.Link = e.Outputs, ensemble.Softmax
	case e.Classes == 0:
	case e.Classes == 2 && e.Outputs == 1:
		e.Link = ensemble.Logistic
	case e.Classes == e.Outputs && e.Classes > 1:
		e.Link = ensemble.Softmax
	default:
		return nil, fmt.Errorf("%d classes and leaves of %d values", e.Classes, e.Outputs)
	}
	if e.Outputs > limit.Classes {
		return nil, fmt.Errorf("leaves of %d values", e.Outputs)
	}
	if f.classes != nil {
		e.Schema.Classes = f.classes
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

// finish applies the scale to the leaves and adds the bias behind the trees.
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

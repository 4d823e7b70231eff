package advboost

import (
	"cmp"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Refit says how to refit the leaf values of a new tree. In the worst case
// a row gets the worst of the leaves that it can be moved to: a minimum of
// leaf values, or a maximum, so that the worst-case loss is convex in them.
// Steps of descent start from zeros and only ever lower the loss; a round in which they
// find nothing is rejected. Other parameters of a trainer for leaf values, such as Alpha and
// MaxDeltaStep, apply only to the values that are replaced.
type Refit struct {
	Steps        int     // at most; 0 leaves trees as they are
	Lambda       float64 // L2 regularisation of leaf values, as in trainer.Params
	LearningRate float64 // factor on the leaf values found, as in trainer.Params; 0 is taken as 1
	Examples     bool    // rows that other hooks have added count too, each where it is

	// Monotone is the direction in which predictions may change with each feature, as in
	// trainer.Params.MonotoneConstraints: the leaf values found keep to it; nil for none.
	Monotone []int

	// ClassWeight is the factor on the weights of the rows of each class, see
	// [trainer.Params.ClassWeights]; nil for 1.
	ClassWeight []float64
}

func (o *Refit) check() error {
	switch {
	case o.Steps < 0:
		return fmt.Errorf("Refit.Steps is %d, must be at least 0", o.Steps)
	case !(o.LearningRate >= 0 && o.LearningRate <= 1):
		return fmt.Errorf("Refit.LearningRate is %v, must be 0 to 1", o.LearningRate)
	}
	if err := cmp.Or(checkLambda(o.Lambda), checkMonotone(o.Monotone), checkClassWeight(o.ClassWeight)); err != nil {
		return fmt.Errorf("Refit: %w", err)
	}
	return nil
}

// checkClassWeight reports weights of classes, as several options have them, that are invalid.
func checkClassWeight(weights []float64) error {
	for _, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("ClassWeight is %v, must be at least 0 and finite", weights)
		}
	}
	return nil
}

// fitClassWeight reports weights that are not one for each class of a model.
func fitClassWeight(weights []float64, classes int) error {
	if weights != nil && len(weights) != classes {
		return fmt.Errorf("ClassWeight has %d values for %d classes", len(weights), classes)
	}
	return nil
}

// checkLambda reports an invalid regularisation.
func checkLambda(lambda float64) error {
	if !(lambda >= 0) || math.IsInf(lambda, 1) {
		return fmt.Errorf("lambda is %v, must be at least 0 and finite", lambda)
	}
	return nil
}

// checkMonotone reports an invalid direction.
func checkMonotone(directions []int) error {
	for f, d := range directions {
		if d < -1 || d > 1 {
			return fmt.Errorf("direction %d of feature %d in Monotone, must be -1, 0 or 1", d, f)
		}
	}
	return nil
}

// weight returns the weight of a row times that of its class.
func (o *Refit) weight(rows trainer.Rows, i int) float64 {
	if o.ClassWeight == nil {
		return rows.Weight(i)
	}
	return o.ClassWeight[rows.Class(i)] * rows.Weight(i)
}

// refit replaces the leaf values of a round's trees and reports whether any
// of them is of use.
func (o Refit) refit(fits []*fit, m *margins, p *points, r *trainer.Round) bool {
	some := false
	for i, f := range fits {
		t := &r.Trees[i]
		f.start(m, p, r.Rows, t.Output)
		some = o.improve(f, t) || some
		if p.at == nil {
			f.count(m, t, r.Rows.Table())
		}
	}
	if p.at == nil && some {
		m.trees = len(r.Ensemble.Trees)
	}
	return some
}

// improve gives a tree the leaf values that its fit finds, or zeros if it finds none, and
// reports whether it found some.
func (o Refit) improve(f *fit, t *ensemble.Tree) bool {
	rate := cmp.Or(o.LearningRate, 1)
	grown := make([]float64, len(t.Leaves))
	for l, v := range t.Leaves {
		grown[l] = v / rate
	}
	leaves := f.descend(grown, o.Steps)
	for l := range t.Leaves {
		t.Leaves[l] = 0
		if leaves != nil {
			t.Leaves[l] = rate * leaves[l]
		}
	}
	return leaves != nil
}

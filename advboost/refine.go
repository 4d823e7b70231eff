package advboost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// RefineOptions are the options of [Refine].
type RefineOptions struct {
	Ball Ball

	// Bound is the ball in which each tree does its worst by itself, nil for Ball. In norms
	// other than inf each tree would spend all of eps: see [Ball.Box].
	Bound *Ball

	// Searches is how often the worst row in the ball of each row is searched for in the
	// model so far. A sweep follows each search, in which a row counts half at the bound and
	// half at the worst rows found so far. It is for norms in which trees share eps. Of
	// tables of more than 5,000 rows as many are searched each time; rows that miss numbers
	// count at the bound alone.
	Searches int

	Sweeps int     // over all trees at the bound, 0 for 3
	Steps  int     // on the leaf values of a tree each time, 0 for 5
	Lambda float64 // L2 regularisation of leaf values

	// Clean is the weight of the rows as they are, 0 to 1; the worst that the
	// attacker can make of them has the rest.
	Clean float64

	// Monotone is the direction in which predictions may change with each feature, as in
	// trainer.Params.MonotoneConstraints: the leaf values found keep to it; nil for none.
	Monotone []int

	// ClassWeight is the factor on the weights of the rows of each class, see
	// [trainer.Params.ClassWeights]; nil for 1.
	ClassWeight []float64

	// Progress is called with the number of trees that have new leaf values, over all sweeps, and how many
	// there are to be. It may be nil.
	Progress func(done, of int)

	Threads int // 0 for one per processor
}

// Refine returns a classifier with the trees of another, however that was
// trained, and leaf values that lower the worst-case loss on rows: robust
// relabelling (Vos and Verwer, Adversarially Robust Decision Tree Relabeling,
// ECML PKDD 2022, doi:10.1007/978-3-031-26409-2_13), but with margins in place of
// labels, and trees that take account of each other. Each tree in turn gets the leaf
// values that are best if all others do their worst, which is a convex problem. With
// two classes no step raises the loss of its sweep; with more, each tree separates its
// class from all others. Searches add what the trees do together: rows that are the worst
// for the model as a whole. Splits stay as they are: little is gained if they put
// thresholds right beside the rows.
//
// The rows are labelled with the classes of the model, and hold values as the model
// reads them. The votes of a forest stay shares between 0 and 1; leaf values of models
// that add up in single precision are rounded to it. On cancellation Refine returns
// the context's error.
func Refine(ctx context.Context, e *ensemble.Ensemble, rows *data.Table, o RefineOptions) (*ensemble.Ensemble, error) {
	switch {
	case e == nil:
		return nil, errors.New("no model is given")
	case e.Classes < 2:
		return nil, fmt.Errorf("only classifiers have leaf values to refine")
	case !(o.Clean >= 0 && o.Clean <= 1):
		return nil, fmt.Errorf("weight %v of the rows as they are is not between 0 and 1", o.Clean)
	case len(o.Monotone) > e.Features:
		return nil, fmt.Errorf("a Monotone of %d directions, the model reads %d features", len(o.Monotone), e.Features)
	case o.Sweeps < 0 || o.Steps < 0 || o.Searches < 0:
		return nil, fmt.Errorf("refining takes %d Sweeps of %d Steps, and %d Searches, must be at least 0", o.Sweeps, o.Steps, o.Searches)
	}
	if err := cmp.Or(checkLambda(o.Lambda), checkMonotone(o.Monotone), checkClassWeight(o.ClassWeight), fitClassWeight(o.ClassWeight, e.Classes)); err != nil {
		return nil, err
	}
	if err := cmp.Or(o.Ball.check(), parallel.Check(o.Threads), rows.Validate()); err != nil {
		return nil, err
	}
	switch {
	case rows.Y == nil:
		return nil, fmt.Errorf("%s: rows have no labels", rows.Name())
	case rows.Rows == 0: // every leaf would become 0
		return nil, fmt.Errorf("%s: no rows to refine on", rows.Name())
	case rows.Cols != e.Features || len(rows.Classes) > e.Classes:
		return nil, fmt.Errorf("%s: rows of %d columns and %d classes, the model has %d and %d", rows.Name(), rows.Cols, len(rows.Classes), e.Features, e.Classes)
	}
	if err := cmp.Or(trainer.Fits(e, rows), o.Ball.fits(e.Features, e.Classes), weighs(rows, o.ClassWeight)); err != nil {
		return nil, err
	}
	if o.Bound != nil {
		if err := cmp.Or(o.Bound.check(), o.Bound.fits(e.Features, e.Classes)); err != nil {
			return nil, fmt.Errorf("bound of each tree: %w", err)
		}
	}
	if o.Sweeps == 0 {
		o.Sweeps = 3
	}
	if o.Steps == 0 {
		o.Steps = 5
	}
	r := newRefiner(e, rows, &o)
	r.place(ctx)
	for range o.Sweeps {
		if err := r.sweep(ctx); err != nil {
			return nil, err
		}
	}
	for number := range o.Searches {
		if err := r.search(ctx, e, number); err != nil {
			return nil, err
		}
		r.place(ctx)
		if err := r.sweep(ctx); err != nil {
			return nil, err
		}
	}
	return r.ensemble(e), nil
}

// weighs reports weights of rows that make no sense, leave none, or add up to too much: a loss that is 0
// or infinite would make every leaf 0.
func weighs(rows *data.Table, ofClass []float64) error {
	sum := 0.0
	for i, y := range rows.Y {
		w := rows.Weight(i)
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("%s: row %d: weight is %v, must be at least 0 and finite", rows.Name(), i, w)
		}
		if ofClass != nil {
			w = float64(w * ofClass[y])
		}
		sum += w
	}
	switch {
	case sum == 0:
		return fmt.Errorf("%s: all rows have the weight 0, so that there is nothing to refine on", rows.Name())
	case sum > 1e300:
		return fmt.Errorf("%s: the weights of the rows add up to %.3g: scale them down", rows.Name(), sum)
	}
	return nil
}

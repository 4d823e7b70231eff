package advboost

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer"
)

// BoundOptions are the options of [NewBound].
type BoundOptions struct {
	Ball Ball

	// Clean is the share of a row's own margins in those that it is trained
	// at, 0 to 1: the dial between natural and robust accuracy.
	Clean float64

	Refit Refit // of the leaf values of each new tree

	Threads int // 0 for one per processor
}

// NewBound returns the hook that makes boosting take the gradient of each row
// of the table at its worst-case margins, by the bound of each tree alone
// (Andriushchenko and Hein, NeurIPS 2019): the loss that is then trained
// bounds the loss under every attack within the ball. It goes with robust
// splits, see [Ball.Robust]. Rows that other hooks add keep their own margins. Forests are
// left as they are.
func NewBound(o BoundOptions) (trainer.Hook, error) {
	if err := o.Ball.check(); err != nil {
		return nil, err
	}
	if !(o.Clean >= 0 && o.Clean <= 1) {
		return nil, fmt.Errorf("advboost: share %v of clean margins is not between 0 and 1", o.Clean)
	}
	b := &bound{clean: o.Clean, margins: margins{ball: &o.Ball, threads: o.Threads}}
	if o.Refit.Steps > 0 {
		return &refittedBound{b, o.Refit}, nil
	}
	return b, nil
}

type bound struct {
	clean   float64
	margins margins
}

// refittedBound also refits the leaves of each round's trees.
type refittedBound struct {
	*bound
	refit Refit
}

var _ trainer.Grown = (*refittedBound)(nil)

// Grown refits the leaves of the new trees, or rejects the round.
func (b *refittedBound) Grown(_ context.Context, r *trainer.Round) error {
	if !r.Ensemble.Average && !b.refit.refit(&b.margins, r) {
		r.Reject = true
	}
	return nil
}

// Before sets the margins of the next round's gradients.
func (b *bound) Before(_ context.Context, r *trainer.Round) error {
	if r.Ensemble.Average {
		return nil // a forest has no gradients
	}
	b.margins.update(r)
	k := r.Ensemble.Outputs
	mixed := make([]float64, k)
	for i := range r.Rows.Table() {
		worst := b.margins.worst[i*k : (i+1)*k]
		if b.clean > 0 {
			for o, own := range r.Rows.Margins(i) {
				mixed[o] = b.clean*own + (1-b.clean)*worst[o]
			}
			worst = mixed
		}
		r.Rows.SetGradientMargins(i, worst)
	}
	return nil
}

package rounds

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Engine grows the trees of rounds.
type Engine interface {
	// Grow appends the trees of a round, counted from 0, to the ensemble.
	Grow(ctx context.Context, round int) error
	// Accept adds the trees from number first on to the scores of the rows.
	Accept(first int)
}

// Run is a training run.
type Run struct {
	Params   trainer.Params
	Ensemble *ensemble.Ensemble
	Rows     *Rows
	Engine   Engine
	Hooks    []trainer.Hook
	Of       int // the number of rounds
	PerRound int // trees of a full round

	// Again trains a model of the same rows with other parameters and without hooks.
	Again func(context.Context, trainer.Params) (*ensemble.Ensemble, error)

	from int    // rounds already done by a checkpoint
	hash string // see fingerprint
}

// Loop runs the rounds. It returns the context's error if that ends them; the
// ensemble then holds the rounds that were finished.
func (run *Run) Loop(ctx context.Context) error {
	if k := slices.Index(run.Hooks, nil); k >= 0 {
		return fmt.Errorf("hook %d is nil", k)
	}
	valid, err := newValidator(ctx, run)
	if err != nil {
		return err
	}
	r := &trainer.Round{Of: run.Of, Ensemble: run.Ensemble, Rows: run.Rows, Stop: valid.stop}
	for r.Number = run.from; r.Number < run.Of && !r.Stop; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := run.round(ctx, r); err != nil {
			return err
		}
		stop, err := valid.evaluate(ctx, r.Number)
		if err != nil {
			return err
		}
		if run.Params.Progress != nil {
			run.Params.Progress(r.Number, run.Of)
		}
		if err := run.checkpoint(r.Number); err != nil {
			return err
		}
		r.Stop = r.Stop || stop
	}
	run.tellNoSplit(ctx)
	trees := len(run.Ensemble.Trees)
	valid.keepBest()
	if run.Params.Fitted != nil && len(run.Ensemble.Trees) == trees {
		run.Rows.fitted(run.Params.Fitted)
	}
	return nil
}

// round runs one round with its hooks.
func (run *Run) round(ctx context.Context, r *trainer.Round) error {
	if len(run.Hooks) > 0 {
		run.Rows.averageAll()
	}
	for _, h := range run.Hooks {
		if err := run.heard(h.Before(ctx, r)); err != nil {
			return err
		}
	}
	first := len(run.Ensemble.Trees)
	err := run.Engine.Grow(ctx, r.Number)
	run.Rows.hasOther = nil // what SetGradientMargins set was for this round
	if err == nil {
		err = run.grown(ctx, r, first)
	}
	if err != nil || r.Reject {
		run.Ensemble.Trees = run.Ensemble.Trees[:first]
	} else {
		run.Engine.Accept(first)
	}
	r.Trees, r.Reject = nil, false
	if err != nil {
		return err
	}
	r.Number++
	return run.after(ctx, r)
}

// after calls the hooks that act after each round.
func (run *Run) after(ctx context.Context, r *trainer.Round) error {
	averaged := false // only if a hook needs it: it costs a division per row
	for _, h := range run.Hooks {
		h, ok := h.(trainer.After)
		if !ok {
			continue
		}
		if !averaged {
			run.Rows.averageAll()
			averaged = true
		}
		if err := run.heard(h.After(ctx, r)); err != nil {
			return err
		}
	}
	return nil
}

// grown shows the new trees to the hooks that want to see them.
func (run *Run) grown(ctx context.Context, r *trainer.Round, first int) error {
	r.Trees, run.Rows.growing = run.Ensemble.Trees[first:], true
	defer func() { run.Rows.growing = false }()
	for _, h := range run.Hooks {
		if h, ok := h.(trainer.Grown); ok {
			if err := run.heard(h.Grown(ctx, r)); err != nil {
				return err
			}
			if err := checkLeaves(run.Ensemble, first); err != nil {
				return err
			}
		}
	}
	return nil
}

// heard returns the error of a hook, or else of what it did to the rows.
func (run *Run) heard(err error) error { return cmp.Or(err, run.Rows.fault) }

// checkLeaves reports what a hook must not make of the leaves of the trees from number first on.
func checkLeaves(e *ensemble.Ensemble, first int) error {
	for t, tree := range e.Trees[first:] {
		width := 1
		if tree.Output == ensemble.VectorLeaves {
			width = e.Outputs
		}
		if len(tree.Leaves) != width*tree.NumLeaves() {
			return fmt.Errorf("tree %d: a hook makes it %d values for %d leaves of width %d", first+t, len(tree.Leaves), tree.NumLeaves(), width)
		}
		for _, v := range tree.Leaves {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("tree %d: a hook makes a leaf %v, must be finite", first+t, v)
			}
		}
	}
	return nil
}

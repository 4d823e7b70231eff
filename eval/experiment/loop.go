package experiment

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// loopRows is how many training rows are looked at to see whether the attack in
// the loop pays: few, and for as few rounds as for the radius, so that the look
// takes a fraction of the training that it may spare.
const loopRows = 500

// loopPays reports whether models that are trained with the attack in the loop
// are right on more of the rows held out, in their whole balls, than models
// without it: in the accuracy of the aim, which is returned too. Where rows are
// too few to tell it says that it does.
func (d *Data) loopPays(
	ctx context.Context, p trainer.Params, s advboost.Strategy, aim eval.Aim,
) (pays bool, with, without float64, err error) {
	sample, folds, err := d.split(loopRows, p.Seed)
	if err != nil {
		return false, 0, 0, err
	}
	if foldsHaveClasses(sample, folds) != nil {
		return true, 0, 0, nil
	}
	if with, err = holds(ctx, folds, p, s, aim); err != nil {
		return false, 0, 0, err
	}
	s.Loop, s.Attack = advboost.NoAttack, nil
	without, err = holds(ctx, folds, p, s, aim)
	return with > without, with, without, err
}

// holds returns the share of the rows of folds, or of their classes, that models of few
// rounds hold which are trained on the other folds: in the accuracy of the aim.
func holds(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy, aim eval.Aim) (float64, error) {
	j, err := judgeFew(ctx, folds, p, s)
	if err != nil {
		return 0, err
	}
	return j.safe().share(aim != eval.AimRobust), nil
}

// judgeFew returns what models of few rounds do to the rows.
func judgeFew(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy) (*judged, error) {
	p.Rounds, s.Progress = min(p.Rounds, radiusRounds), nil
	return pooled(ctx, folds, p, s)
}

// share returns the share of the rows that are right, or its mean over the classes.
func (t *tallies) share(mean bool) float64 {
	if mean {
		return t.balancedLead() + t.even()
	}
	return floats.Sum(t.right) / floats.Sum(t.rows)
}

// shareError is the standard error of that.
func (t *tallies) shareError(mean bool) float64 {
	if mean {
		return t.balancedError()
	}
	share := t.share(false)
	return math.Sqrt(share * (1 - share) / floats.Sum(t.rows))
}

// loop leaves the attack in the loop out where it does not pay, and says so. A
// search for parameters looks by itself.
func (h *hardening) loop(ctx context.Context) error {
	s := &h.Strategy
	if h.KeepLoop || h.Tuning != nil || !s.Attacks() {
		return nil
	}
	h.Progress.Start("look on training rows whether the attack in the loop pays")
	pays, with, without, err := h.rows.loopPays(ctx, h.Params, *s, h.Evaluate.Aim)
	if err != nil {
		return err
	}
	if pays {
		h.Progress.Done("it does")
		return nil
	}
	h.Progress.Done("it does not")
	why := fmt.Sprintf(
		"The attack in the loop was left out, as it does not pay here: of training rows held out models of few rounds "+
			"hold %.1f %% with it and %.1f %% without.", 100*with, 100*without)
	h.chosen = append(h.chosen, why)
	h.Progress.Note(why + " Options.KeepLoop keeps it.")
	s.Loop, s.Attack = advboost.NoAttack, nil
	return nil
}

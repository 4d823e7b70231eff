package experiment

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// loopRows is the number of training rows for testing whether the attack in the loop pays: few, and
// trained for as few rounds as for the radius, so that the test takes a fraction of the training
// time that it may save.
const loopRows = 500

// loopPays reports whether models trained with the attack in the loop have a higher certified
// accuracy on rows held out than models without it, and returns both; balanced if the aim is not the
// share of rows. It reports true if there are too few rows to tell.
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

// holds returns the certified accuracy, balanced if the aim is not the share of rows, of models of
// few rounds on the folds that they were not trained on.
func holds(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy, aim eval.Aim) (float64, error) {
	j, err := judgeFew(ctx, folds, p, s)
	if err != nil {
		return 0, err
	}
	return j.safe().share(aim != eval.AimRobust), nil
}

// judgeFew judges the rows under models of few rounds.
func judgeFew(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy) (*judged, error) {
	p.Rounds, s.Progress = fewRounds(&p, s.Booster), nil
	return pooled(ctx, folds, p, s)
}

// loop drops the attack in the loop if it does not pay, and says so. A search for parameters finds
// out on its own.
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
		"The attack in the loop was left out, as it does not pay here: of training rows held out, models of few rounds "+
			"are proved right on %.1f %% with it and on %.1f %% without.", 100*with, 100*without)
	h.chosen = append(h.chosen, why)
	h.Progress.Note(why + " Options.KeepLoop keeps it.")
	s.Loop, s.Attack = advboost.NoAttack, nil
	return nil
}

package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// loopRows is the number of training rows for testing whether the attack in the loop pays: few, and
// trained for as few rounds as for the radius, so that the test takes a fraction of the training
// time that it may save.
const loopRows = 500

// withLoop returns the certified accuracies, on rows held out, of models trained with the attack in
// the loop and of models without it; balanced if the aim is not the share of rows. ok is false if
// there are too few rows to tell.
func (d *Data) withLoop(
	ctx context.Context, p trainer.Params, s advboost.Strategy, aim eval.Aim,
) (with, without float64, ok bool, err error) {
	sample, folds, err := d.split(loopRows, p.Seed)
	if err != nil || foldsHaveClasses(sample, folds) != nil {
		return 0, 0, false, err
	}
	if with, err = holds(ctx, folds, p, s, aim); err != nil {
		return 0, 0, false, err
	}
	s.Loop, s.Attack = advboost.NoAttack, nil
	without, err = holds(ctx, folds, p, s, aim)
	return with, without, err == nil, err
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

// loop drops the attack in the loop if it does not pay, and says so. A search for parameters then
// starts without it, and may take it after all.
func (h *hardening) loop(ctx context.Context) error {
	s := &h.Strategy
	if h.KeepLoop || !s.Attacks() {
		return nil
	}
	h.Progress.Start("look on training rows whether the attack in the loop pays")
	with, without, ok, err := h.rows.withLoop(ctx, h.Params, *s, h.Evaluate.Aim)
	switch {
	case err != nil:
		return err
	case !ok:
		h.Progress.Done("too few rows to tell, so it stays")
		return nil
	case with > without:
		h.Progress.Done("it does")
		return nil
	}
	if h.Tuning != nil {
		h.Progress.Done("it does not, so the search starts without it")
		h.Tuning = h.Tuning.withoutLoop(s.Booster)
		s.Loop, s.Attack = advboost.NoAttack, nil
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

// withoutLoop returns the options of a search that starts without the attack in the loop with a
// booster.
func (t *Tuning) withoutLoop(booster string) *Tuning {
	o := *t
	o.Spaces = slices.Clone(t.Spaces)
	for i := range o.Spaces {
		if s := &o.Spaces[i].Strategy; cmp.Or(s.Booster, trainer.GBDT) == booster {
			s.Loop, s.Attack = advboost.NoAttack, nil
		}
	}
	return &o
}

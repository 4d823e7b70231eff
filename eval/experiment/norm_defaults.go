package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// fewMove is the number of changeable columns up to which the defaults of norm inf are preferred,
// until a comparison says otherwise.
const fewMove = 3

// withInf takes the defaults of norm inf if the attacker can change only few columns, and keeps
// those of the norm as the alternative; if it can change more, the other way round. For one column
// all norms agree. For few, splits that are robust against all of them at once are only slightly too
// cautious, while the defaults of the other norms assume a radius that many columns share, and
// leave each column exposed. Options that are given or not at their defaults stay.
func (h *hardening) withInf() error {
	if h.Strategy.Norm == attack.LInf {
		return nil
	}
	move, still := h.moving()
	if move == 0 {
		return nil
	}
	own := h.setting()
	if err := h.eachSetting(h.toInf); err != nil {
		return err
	}
	inf := h.setting()
	if h.asInf = move <= fewMove && still > 0; h.asInf {
		h.other = &own
		return nil
	}
	if h.take(own); !own.has(&inf) {
		h.other = &inf
	}
	return nil
}

// toInf changes the defaults of the norm to those of norm inf.
func (h *hardening) toInf(p *trainer.Params, s *advboost.Strategy) error {
	rows, norm := h.rows.Train, s.Norm
	was, now := advboost.Default(s.Booster, norm, rows), advboost.Default(s.Booster, attack.LInf, rows)
	if err := h.exchange(s, &was, &now); err != nil {
		return err
	}
	before, after := DefaultParams(s.Booster, norm, rows), DefaultParams(s.Booster, attack.LInf, rows)
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if o.Text(&before) == o.Text(&after) || o.Text(p) != o.Text(&before) || slices.Contains(h.Given, o.Name) {
			continue
		}
		if err := p.Set(s.Booster, o.Name, o.Text(&after)); err != nil {
			return err
		}
	}
	return nil
}

// setting is what a hardened model is trained with, and what a search starts from.
type setting struct {
	params   trainer.Params
	strategy advboost.Strategy
	tuning   *Tuning
}

func (h *hardening) setting() setting { return setting{h.Params, h.Strategy, h.Tuning} }

func (h *hardening) take(s setting) { h.Params, h.Strategy, h.Tuning = s.params, s.strategy, s.tuning }

// has reports whether a setting has the same options as another, but for those that have no effect
// in either.
func (s *setting) has(other *setting) bool {
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Text(&s.strategy) != o.Text(&other.strategy) && (s.strategy.Uses(o) || other.strategy.Uses(o)) {
			return false
		}
	}
	for i := range trainer.Options {
		if o := &trainer.Options[i]; o.Text(&s.params) != o.Text(&other.params) {
			return false
		}
	}
	return true
}

// lookAtNorms takes the alternative defaults, see withInf, if they certify more training rows held
// out and tell the classes apart, which a constant does not. If all columns can change, as when the
// defaults of the norm were chosen, they have to certify more by half a standard error, and by more
// than they lose without an attacker. A search starts from what is taken.
func (h *hardening) lookAtNorms(ctx context.Context) error {
	looked, err := h.compareNorms(ctx)
	if err == nil && !looked && h.asInf {
		h.chosen = append(h.chosen, "Options that are not given have the defaults for norm inf, as the attacker can change few columns only.")
	}
	return err
}

// compareNorms does the comparison of lookAtNorms, and reports whether the rows allowed one.
func (h *hardening) compareNorms(ctx context.Context) (bool, error) {
	if h.other == nil || h.rows.Selected != nil {
		return false, nil
	}
	other := *h
	other.take(*h.other)
	other.asInf, other.Strategy.Eps = !h.asInf, h.Strategy.Eps
	if err := other.asNumbers(ctx); err != nil || other.Strategy.Split > 0 && !other.Strategy.CanSplit(h.rows.Train) {
		return false, err
	}
	sample, folds, err := h.rows.split(radiusRows, h.Params.Seed)
	if err != nil || foldsHaveClasses(sample, folds) != nil {
		return false, err
	}
	h.Progress.Start("look on training rows whether to take the defaults for norm inf")
	ofOwn, err := judgeFew(ctx, folds, h.Params, h.Strategy)
	if err != nil {
		return false, err
	}
	ofOthers, err := judgeFew(ctx, folds, other.Params, other.Strategy)
	if err != nil {
		return false, err
	}
	mean, margin := h.Evaluate.Aim != eval.AimRobust, 0.0
	own, others := ofOwn.safe(), ofOthers.safe()
	if _, still := h.moving(); still == 0 {
		margin = max(own.shareError(mean)/2, ofOwn.right().share(mean)-ofOthers.right().share(mean))
	}
	inf, norm := others.share(mean), own.share(mean)
	byDefault := h.asInf // as the attacker can change few columns
	if byDefault {
		inf, norm = norm, inf
	}
	if others.share(mean)-own.share(mean) > margin && others.tellsApart() {
		h.take(other.setting())
		h.asInf = other.asInf
	}
	answer, have, of, why := "no", "do not have", ",", ""
	switch {
	case h.asInf:
		if answer, have = "yes", "have"; byDefault && inf <= norm {
			why = ", which is not clearly more, and the attacker can change few columns"
		}
	case inf > norm:
		why = ", which may be chance or a constant, or costs more where nobody attacks"
	}
	if mean {
		of = ", on average over the classes,"
	}
	held := fmt.Sprintf("%s models of few rounds are proved right on %.1f %% with them, and on %.1f %% with those for norm %v%s", of, 100*inf, 100*norm, h.Strategy.Norm, why)
	h.Progress.Done(answer + ": of those held out" + held)
	h.chosen = append(h.chosen, fmt.Sprintf("Options that are not given %s the defaults for norm inf: of training rows held out%s.", have, held))
	return true, nil
}

// moving returns how many columns the attacker can change, and how many it cannot. A group of
// one-hot columns counts as one.
func (h *hardening) moving() (move, still int) {
	c, rows := h.Strategy.Constraints, h.rows.Train
	if c == nil {
		return rows.Cols, 0
	}
	grouped := make([]bool, rows.Cols)
	for i := range c.Groups {
		for _, f := range c.Groups[i].Features {
			grouped[f] = true
		}
		if c.Groups[i].Frozen {
			still++
		} else {
			move++
		}
	}
	for f := range rows.Cols {
		falls, rises := c.Ways(f)
		switch {
		case grouped[f]:
		case falls, rises, !math.IsInf(c.BlankPrice(f), 1):
			move++
		default:
			still++
		}
	}
	return move, still
}

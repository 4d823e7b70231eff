package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
)

// fewMove is the number of columns up to which an attacker who can change no others is taken
// for one of norm inf.
const fewMove = 3

// asInf takes the defaults of norm inf where the attacker can change few columns only, in
// every norm. Of one column all norms say the same, and a split robust against all that few
// do at once expects little too much, while those of the other norms reckon with a radius
// that many columns share, and leave each open. So do the spaces of a search. Options stay
// that are not at their defaults, or that are given.
func (h *hardening) asInf() error {
	if h.Strategy.Norm == attack.LInf || !h.fewColumns() {
		return nil
	}
	h.ofNorm = &setting{h.Params, h.Strategy}
	return h.eachSetting(func(p *trainer.Params, s *advboost.Strategy) error {
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
	})
}

// setting is what a hardened model is trained by.
type setting struct {
	params   trainer.Params
	strategy advboost.Strategy
}

// lookAtFew goes back to the defaults of the norm where these hold more of the training rows
// held out than those of norm inf: where prices, bounds or lists of values forbid most
// changes, splits that reckon with all of them give away what nobody can take. A search for
// parameters looks by itself.
func (h *hardening) lookAtFew(ctx context.Context) error {
	if h.ofNorm == nil || h.Tuning != nil || h.rows.Selected != nil {
		return nil
	}
	sample, folds, err := h.rows.split(loopRows, h.Params.Seed)
	if err != nil || foldsHaveClasses(sample, folds) != nil {
		return err
	}
	h.Progress.Start("look on training rows whether few columns that change are best taken as in norm inf")
	by, s := h.ofNorm, h.Strategy
	by.strategy.Eps = s.Eps
	few, err := holds(ctx, folds, h.Params, s, h.Evaluate.Aim)
	if err != nil {
		return err
	}
	many, err := holds(ctx, folds, by.params, by.strategy, h.Evaluate.Aim)
	if err != nil {
		return err
	}
	found := fmt.Sprintf("of those held out models of few rounds hold %.1f %% so, and %.1f %% by the defaults of norm %v", 100*few, 100*many, s.Norm)
	if few >= many {
		h.Progress.Done("they are: " + found)
		return nil
	}
	h.Progress.Done("they are not: " + found)
	h.Params, h.Strategy, h.ofNorm = by.params, by.strategy, nil
	return nil
}

// fewColumns reports whether the attacker can change some columns, but few, and not all. The
// columns of a group are one.
func (h *hardening) fewColumns() bool {
	c, rows := h.Strategy.Constraints, h.rows.Train
	if c == nil {
		return false
	}
	move, grouped := 0, make([]bool, rows.Cols)
	for i := range c.Groups {
		for _, f := range c.Groups[i].Features {
			grouped[f] = true
		}
		if !c.Groups[i].Frozen {
			move++
		}
	}
	still := 0
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
	return move > 0 && move <= fewMove && still > 0
}

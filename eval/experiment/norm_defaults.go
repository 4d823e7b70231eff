package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

// fewMove is the number of columns up to which an attacker who can change no others is taken
// for one of norm inf, until a look says otherwise.
const fewMove = 3

// withInf takes the defaults of norm inf where the attacker can change few columns only, and
// keeps those of the norm to look at; where he can change more, the other way round. Of one
// column all norms say the same, and a split robust against all that few do at once expects
// little too much, while those of the other norms reckon with a radius that many columns
// share, and leave each open. Options stay that are not at their defaults, or that are given.
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

// setting is what a hardened model is trained by, and what a search starts from.
type setting struct {
	params   trainer.Params
	strategy advboost.Strategy
	tuning   *Tuning
}

func (h *hardening) setting() setting { return setting{h.Params, h.Strategy, h.Tuning} }

func (h *hardening) take(s setting) { h.Params, h.Strategy, h.Tuning = s.params, s.strategy, s.tuning }

// canSplit reports whether robust splits of rows stand, if there are to be any.
func (s *setting) canSplit(rows *data.Table) bool {
	return s.strategy.Split == 0 || s.strategy.CanSplit(rows)
}

// has reports whether a setting has the same options as another.
func (s *setting) has(other *setting) bool {
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Text(&s.strategy) != o.Text(&other.strategy) {
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

// lookAtNorms takes the other defaults, see withInf, where these hold more of the training
// rows held out. A search starts from what is taken.
func (h *hardening) lookAtNorms(ctx context.Context) error {
	other := h.other
	if other == nil || h.rows.Selected != nil {
		return nil
	}
	other.strategy.Eps = h.Strategy.Eps
	if !other.canSplit(h.rows.Train) {
		return nil
	}
	sample, folds, err := h.rows.split(loopRows, h.Params.Seed)
	if err != nil || foldsHaveClasses(sample, folds) != nil {
		return err
	}
	h.Progress.Start("look on training rows whether the defaults of norm inf hold more")
	own, err := holds(ctx, folds, h.Params, h.Strategy, h.Evaluate.Aim)
	if err != nil {
		return err
	}
	others, err := holds(ctx, folds, other.params, other.strategy, h.Evaluate.Aim)
	if err != nil {
		return err
	}
	inf, norm := others, own
	if h.asInf {
		inf, norm = own, others
	}
	if others > own {
		h.take(*other)
		h.asInf = !h.asInf
	}
	answer := "they do not"
	if h.asInf {
		answer = "they do"
	}
	h.Progress.Done(fmt.Sprintf("%s: of those held out models of few rounds hold %.1f %% by them, and %.1f %% by those of norm %v", answer, 100*inf, 100*norm, h.Strategy.Norm))
	return h.asNumbers()
}

// moving returns how many columns the attacker can change, and how many he cannot. The columns
// of a group are one.
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

package experiment

import (
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

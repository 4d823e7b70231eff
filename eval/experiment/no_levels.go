package experiment

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// asNumbers takes the defaults for tables of numbers, also in the spaces of a search, if the table
// has levels but the radius allows no change of one: then an attacker changes numbers only. Options
// that are given or not at their defaults stay.
func (h *hardening) asNumbers(ctx context.Context) error {
	if !advboost.HasLevels(h.rows.Train) {
		return nil
	}
	if moves, err := levelsMove(ctx, h.result.Natural.Ensemble, &h.Strategy, h.rows.Train); moves || err != nil {
		return err
	}
	before := h.setting()
	defer func() {
		if !before.has(&setting{params: h.Params, strategy: h.Strategy}) {
			h.chosen = append(h.chosen, "Options that are not given have the defaults for tables of numbers, as eps pays for no change of a level.")
		}
	}()
	return h.eachSetting(func(p *trainer.Params, s *advboost.Strategy) error {
		rows, norm := h.rows.Train, s.Norm
		if h.asInf {
			norm = attack.LInf
		}
		was, now := advboost.Default(s.Booster, norm, rows), advboost.Default(s.Booster, norm, numbers(rows))
		if err := h.exchange(s, &was, &now); err != nil {
			return err
		}
		share := DefaultParams(s.Booster, norm, rows).ColsampleByTree
		if p.ColsampleByTree == share && !slices.Contains(h.Given, columnShare) {
			p.ColsampleByTree = DefaultParams(s.Booster, norm, numbers(rows)).ColsampleByTree
		}
		return nil
	})
}

// eachSetting changes the setting and those that the spaces of a search start from.
func (h *hardening) eachSetting(change func(*trainer.Params, *advboost.Strategy) error) error {
	if err := change(&h.Params, &h.Strategy); err != nil || h.Tuning == nil {
		return err
	}
	o := *h.Tuning
	o.Spaces = slices.Clone(o.Spaces)
	for i := range o.Spaces {
		if err := change(&o.Spaces[i].Params, &o.Spaces[i].Strategy); err != nil {
			return err
		}
	}
	h.Tuning = &o
	return nil
}

// exchange replaces those options of a strategy that are at the defaults was by those of now.
func (h *hardening) exchange(s, was, now *advboost.Strategy) error {
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		if o.Text(was) == o.Text(now) || o.Text(s) != o.Text(was) || slices.Contains(h.Given, o.Name) {
			continue
		}
		if err := o.Set(s, o.Text(now)); err != nil {
			return err
		}
	}
	return nil
}

const columnShare = "colsample-bytree"

// numbers returns rows as if all columns were numbers.
func numbers(rows *data.Table) *data.Table {
	n := *rows
	n.Columns = nil
	return &n
}

// settle adds to flags the options that [Harden] might otherwise choose from the rows: those in
// which some of the defaults that it considers differ, and which have an effect.
func settle(flags map[string]string, p *trainer.Params, s *advboost.Strategy, rows *data.Table) {
	plain := DefaultParams(s.Booster, s.Norm, rows)
	for _, norm := range []attack.Norm{s.Norm, attack.LInf} {
		for _, of := range []*data.Table{rows, numbers(rows)} {
			starts, params := advboost.Default(s.Booster, norm, of), DefaultParams(s.Booster, norm, of)
			for i := range advboost.StrategyOptions {
				if o := &advboost.StrategyOptions[i]; o.Text(s) != o.Text(&starts) && s.Uses(o) {
					flags[o.Name] = o.Text(s)
				}
			}
			for i := range trainer.Options {
				if o := &trainer.Options[i]; o.Text(&params) != o.Text(&plain) {
					flags[o.Name] = o.Text(p)
				}
			}
		}
	}
	if plain.ColsampleByTree != p.ColsampleByTree {
		flags[columnShare] = strconv.FormatFloat(p.ColsampleByTree, 'g', -1, 64)
	}
}

// DefaultWithin returns options with the defaults that [Harden] would choose. o are those of
// [Default] with an attacker's radius and, if any, constraints. The result has the defaults for
// tables of numbers if the radius allows no change of a level, and those of norm inf if they certify
// more rows. Whether the attack in the loop pays is left to Harden.
func (d *Data) DefaultWithin(ctx context.Context, o Options) (Options, error) {
	h := &hardening{Options: o, rows: d, result: &Result{}}
	h.Progress = Progress{}.complete()
	if h.Strategy.Constraints == nil {
		h.Strategy.Constraints = threat.OfKinds(d.Reader())
	}
	h.result.Natural.Ensemble = d.Reader() // what can change does not depend on the trees
	h.aim()
	err := cmp.Or(h.withInf(), h.asNumbers(ctx), h.lookAtNorms(ctx))
	h.Params.Balanced, h.Natural.Balanced = o.Params.Balanced, o.Natural.Balanced // undo what aim has set
	h.Evaluate.Aim, h.Progress = o.Evaluate.Aim, o.Progress
	return h.Options, err
}

// levelsMove reports whether an attacker within the radius of a strategy can change a level of some
// row.
func levelsMove(ctx context.Context, e *ensemble.Ensemble, s *advboost.Strategy, rows *data.Table) (bool, error) {
	p, err := attack.NewProblem(e, s.Norm)
	if err != nil {
		return false, err
	}
	p.Constraints = s.Constraints
	still, err := eval.Still(ctx, p, rows, []float64{s.Eps})
	if err != nil {
		return false, err
	}
	isLevel := advboost.LevelColumns(rows)
	for _, f := range still[0] {
		isLevel[f] = false
	}
	return slices.Contains(isLevel, true), nil
}

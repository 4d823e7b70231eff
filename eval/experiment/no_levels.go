package experiment

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// asNumbers takes the defaults of tables of numbers for one with levels where the radius
// pays for no change of a level: what an attacker moves then are numbers. So do the spaces
// of a search. Options stay that are not at their defaults, or that are given.
func (h *hardening) asNumbers() error {
	if !advboost.HasLevels(h.rows.Train) || h.ofNorm != nil {
		return nil // few columns have their own
	}
	if moves, err := levelsMove(h.result.Natural.Ensemble, &h.Strategy, h.rows.Train); moves || err != nil {
		return err
	}
	return h.eachSetting(func(p *trainer.Params, s *advboost.Strategy) error {
		rows := h.rows.Train
		was, now := advboost.Default(s.Booster, s.Norm, rows), advboost.Default(s.Booster, s.Norm, numbers(rows))
		if err := h.exchange(s, &was, &now); err != nil {
			return err
		}
		share := DefaultParams(s.Booster, s.Norm, rows).ColsampleByTree
		if p.ColsampleByTree == share && !slices.Contains(h.Given, columnShare) {
			p.ColsampleByTree = DefaultParams(s.Booster, s.Norm, numbers(rows)).ColsampleByTree
		}
		return nil
	})
}

// eachSetting changes the setting, and those that the spaces of a search start with.
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

// exchange replaces options of a strategy that are as some defaults have them by others.
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

// settle adds to flags what [Harden] could choose otherwise by the rows.
func settle(flags map[string]string, p *trainer.Params, s *advboost.Strategy, rows *data.Table) {
	for _, of := range []*data.Table{rows, numbers(rows)} {
		starts := advboost.Default(s.Booster, s.Norm, of)
		for i := range advboost.StrategyOptions {
			if o := &advboost.StrategyOptions[i]; o.Text(s) != o.Text(&starts) {
				flags[o.Name] = o.Text(s)
			}
		}
		if p.ColsampleByTree != DefaultParams(s.Booster, s.Norm, of).ColsampleByTree {
			flags[columnShare] = strconv.FormatFloat(p.ColsampleByTree, 'g', -1, 64)
		}
	}
}

// DefaultWithin returns the options that [Harden] comes to where none are given, against
// an attacker within eps, whose constraints may be nil: those of [Default] for the
// training rows, or where the radius pays for no change of a level for one of numbers.
// Whether the attack in the loop pays, and the defaults of norm inf where few columns can
// change, is for Harden to look.
func (d *Data) DefaultWithin(booster string, norm attack.Norm, eps float64, c *attack.Constraints) (Options, error) {
	h := &hardening{Options: Default(booster, norm, d.Train), rows: d, result: &Result{}}
	h.Strategy.Eps, h.Strategy.Constraints = eps, c
	if c == nil {
		h.Strategy.Constraints = threat.OfKinds(d.Reader())
	}
	h.result.Natural.Ensemble = d.Reader() // what can change does not depend on the trees
	err := cmp.Or(h.asInf(), h.asNumbers())
	return h.Options, err
}

// levelsMove reports whether somebody within the radius of a strategy can change a level in
// some row that a model reads.
func levelsMove(e *ensemble.Ensemble, s *advboost.Strategy, rows *data.Table) (bool, error) {
	p, err := attack.NewProblem(e, s.Norm)
	if err != nil {
		return false, err
	}
	p.Constraints = s.Constraints
	still := eval.Still(p, rows, []float64{s.Eps})[0]
	for f, c := range rows.Kinds() {
		isLevel := c.Kind == column.Categorical || c.Kind == column.Boolean || advboost.MostlyLevels(rows) && advboost.IsSwitch(rows, f)
		if isLevel && !slices.Contains(still, f) {
			return true, nil
		}
	}
	return false, nil
}

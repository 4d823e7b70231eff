package advboost

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Harden trains a model on rows, hardened as a strategy says, and records in
// its origin how. The rows are labelled with classes, and scaled if the
// strategy's Eps is a share of the features' ranges. The zero Strategy trains a
// natural model. Progress of p counts rounds and, where leaf values are refined after
// these, the trees of all sweeps. watch are further hooks. On cancellation Harden
// returns the rounds finished so far, or the model that is not refined yet, with the
// context's error. A fault in the parameters or the strategy is a
// [*trainer.OptionError].
func Harden(
	ctx context.Context, rows *data.Table, p trainer.Params, s Strategy, watch ...trainer.Hook,
) (*ensemble.Ensemble, error) {
	if rows == nil {
		return nil, errNoTable
	}
	if err := cmp.Or(s.Check(), rows.Validate()); err != nil {
		return nil, err
	}
	if s.Eps == 0 && (s.Split > 0 || s.worst() || s.Refit > 0 || s.Relabel > 0 || s.Loop == InBallAttack || s.Loop == WorstAttack) {
		return nil, trainer.InOptions(option.Errorf("eps", "eps is 0, which leaves nothing to harden against: set Eps, or take the zero Strategy for a natural model"))
	}
	if err := p.CheckFeatures(rows.Cols, len(rows.Classes)); err != nil { // hooks take these at their word
		return nil, err
	}
	if err := s.Constraints.Fits(rows.Cols, len(rows.Classes)); err != nil {
		return nil, trainer.InOptions(err)
	}
	a, err := s.attack(rows)
	if err != nil {
		return nil, err
	}
	hooks, err := s.hooks(&p, rows, a)
	if err != nil {
		return nil, trainer.InOptions(err)
	}
	t, err := booster.New(s.Booster, p)
	if err != nil {
		return nil, err
	}
	e, err := t.Train(ctx, rows, append(hooks, watch...)...)
	if err == nil && s.Relabel > 0 {
		var refined *ensemble.Ensemble
		if refined, err = s.Refine(ctx, e, rows, &p); err == nil {
			e = refined
		}
	}
	if e != nil && (s.Eps > 0 || a != nil) {
		s.record(e.Origin.Trainer, a)
	}
	return e, err
}

var errNoTable = errors.New("no table is given")

// Check reports the first option that is out of its range, or that the booster
// or the norm does not support, as a [*trainer.OptionError].
func (s *Strategy) Check() error { return trainer.InOptions(s.check()) }

func (s *Strategy) check() error {
	c := s.complete()
	if err := c.Norm.Check(); err != nil {
		return err
	}
	if !slices.Contains(booster.Names, c.Booster) {
		return option.Errorf("booster", "booster is %q, must be %s or %s", c.Booster, trainer.GBDT, trainer.Forest)
	}
	for i := range StrategyOptions {
		if err := StrategyOptions[i].Check(&c); err != nil {
			return err
		}
	}
	switch {
	case !(c.Eps >= 0):
		return option.Errorf("eps", "eps %v is not a distance", c.Eps)
	case math.IsInf(c.Eps, 1) && (c.Split > 0 || c.worst() || c.Refit > 0 || c.Relabel > 0): // the loop takes any example
		return option.Errorf("eps", "eps %v leaves nothing for splits and leaf values to hold, must be finite", c.Eps)
	case c.Use > Reweigh:
		return option.Errorf("use", "examples cannot be used in way %d", c.Use)
	case c.worst() && c.Booster != trainer.GBDT:
		return option.Errorf("gradient", "gradient is %s: a %s has no gradients, it takes %s only", c.Gradient, c.Booster, NaturalGradient)
	case c.Budget > 0 && c.Use != Append:
		return option.Errorf("budget", "budget limits examples that are appended, not those of examples %s", Uses[c.Use])
	}
	if c.Attacks() {
		if err := c.Search.Check(); err != nil {
			return err
		}
	}
	a, err := c.attack(nil)
	if err != nil || a == nil {
		return err
	}
	return option.In("loop", attack.CheckNorm(a, c.Norm))
}

// attack returns the attack in the loop, nil for none, with the training rows if it needs them.
func (s *Strategy) attack(rows *data.Table) (attack.Attack, error) {
	switch {
	case s.Attack != nil:
		return s.Attack, nil
	case !s.Attacks():
		return nil, nil
	case s.Loop == InBallAttack, s.Loop == WorstAttack:
		return InBall{s.Eps, s.Loop == WorstAttack}, nil
	}
	search := s.Search
	if method.ReadsRows(s.Loop) && search.Rows == nil && rows != nil {
		search.Rows = rows.AllRows()
	}
	return method.New(s.Loop, search)
}

// Refine gives the leaves of a model, however it was trained, the values that are
// best against the attacker of the strategy, see [Refine] and its errors. It uses the class
// weights, the monotone constraints, the threads and Progress of p and, for boosting, its Lambda.
func (s *Strategy) Refine(
	ctx context.Context, e *ensemble.Ensemble, rows *data.Table, p *trainer.Params,
) (*ensemble.Ensemble, error) {
	if rows == nil {
		return nil, errNoTable
	}
	o := RefineOptions{Ball: s.ballOf(rows), Sweeps: s.Relabel, Lambda: 1, Monotone: p.MonotoneConstraints, ClassWeight: p.ClassWeights(rows), Progress: p.Progress, Threads: p.Threads}
	if s.Norm != attack.LInf { // each tree would spend all of eps
		box := o.Ball.Box(s.Split)
		o.Bound, o.Searches = &box, searchesPerSweep*s.Relabel
		if c := o.Ball.Constraints; c != nil && (slices.Contains(c.Weight, 0) || slices.Contains(c.Fall, 0)) {
			o.Searches = 0 // they know no links, and would move a derived column anywhere for nothing
		}
	}
	if s.Booster != trainer.Forest { // in a forest Clean is about votes, and training has no lambda
		o.Clean, o.Lambda = s.Clean, p.Lambda
	}
	return Refine(ctx, e, rows, o)
}

// searchesPerSweep is the number of searches for worst rows for each sweep at the bound, where the bound
// knows little.
const searchesPerSweep = 3

// Ball returns what the attacker of splits, gradients and refits can make of a row of some features: a relaxed
// attacker without links, at least as strong as Constraints, see [attack.Constraints.Ungrouped].
// In training it moves columns that links derive no farther than the links allow in most rows.
// The attack of Loop obeys links.
func (s *Strategy) Ball(features int) Ball {
	b := Ball{Norm: s.Norm, Eps: s.Eps, Constraints: s.Constraints.Ungrouped(features, s.Norm)}
	if s.Constraints != nil {
		b.Groups = s.Constraints.Groups
	}
	return b
}

// ballOf is Ball with what the columns of training rows hold.
func (s *Strategy) ballOf(rows *data.Table) Ball {
	b := s.Ball(rows.Cols)
	b.Columns, b.switches = rows.Columns, switches(rows)
	s.link(&b, rows)
	return b
}

// link lets columns that links derive move no farther than the links allow in most rows. A
// column that moved at no cost would be useless to a model that has to hold against any value
// of it.
func (s *Strategy) link(b *Ball, rows *data.Table) {
	const most, share = 1000, 0.9
	if s.Constraints == nil || s.Constraints.Links == nil {
		return
	}
	some := make([][]float64, min(rows.Rows, most))
	for i := range some {
		some[i] = slices.Clone(rows.Row(i * rows.Rows / len(some)))
	}
	b.fall, b.rise = s.Constraints.DerivedReach(s.Norm, s.Eps, some, share)
}

// CanSplit reports whether splits of rows can be made robust: in norm 0 no split survives an
// attacker who may set any column to any value.
func (s *Strategy) CanSplit(rows *data.Table) bool {
	ball := s.ballOf(rows)
	a := ball.Robust(rows.Cols, 1)
	return s.stands(&a)
}

// stands is CanSplit for a given attacker.
func (s *Strategy) stands(a *trainer.Attacker) bool {
	return s.Norm != attack.L0 || slices.ContainsFunc(a.Up, func(eps float64) bool { return eps < anywhere })
}

// hooks returns the hooks of the strategy, with an attack or nil, and sets the
// parameters that go with them.
func (s *Strategy) hooks(p *trainer.Params, rows *data.Table, a attack.Attack) ([]trainer.Hook, error) {
	if s.Split > 0 {
		ball := s.ballOf(rows)
		p.Attacker = ball.Robust(rows.Cols, s.Split)
		if !ball.spares(rows) { // Moves makes the trainer keep further sums
			p.Attacker.Moves = nil
		}
		// A split of a forest on a column that can go missing holds against nobody. Where the radius pays
		// only for some to go missing at once, a forest that splits on all is better than a constant one.
		if s.Booster == trainer.Forest && s.Norm != attack.LInf && !slices.Contains(p.Attacker.Blank, false) {
			p.Attacker.Blank = nil
		}
		if !s.stands(&p.Attacker) {
			return nil, option.Errorf("split",
				"split is %v, must be 0: in norm %v a column that changes can be anything, and no split stands that", s.Split, s.Norm)
		}
	}
	var hooks []trainer.Hook
	add := func(h trainer.Hook, err error) error {
		hooks = append(hooks, h)
		return err
	}
	if s.worst() {
		if err := add(s.bound(p, rows)); err != nil {
			return nil, err
		}
	}
	if s.Booster == trainer.Forest && s.Refit > 0 {
		o := RelabelOptions{Ball: s.ballOf(rows), Moved: 1 - s.Clean, ClassWeight: p.ClassWeights(rows), Threads: p.Threads}
		if err := add(NewRelabel(o)); err != nil {
			return nil, err
		}
	}
	if a != nil {
		if err := add(s.examples(p, rows, a)); err != nil {
			return nil, err
		}
	}
	return hooks, nil
}

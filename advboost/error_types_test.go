package advboost_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	boosters "github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A caller tells bad options from bad rows, and both from a cancelled context.
func TestErrorsAreToldApart(t *testing.T) {
	good := &data.Table{
		Source: "good", Rows: 4, Cols: 1, X: []float64{0, 1, 2, 3}, Y: []int{0, 0, 1, 1},
		Features: []string{"x"}, Classes: []string{"a", "b"},
	}
	unlabelled := *good
	unlabelled.Y = nil
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx     context.Context
		rows    *data.Table
		change  func(*trainer.Params, *advboost.Strategy)
		options bool // whether the fault is one of options
	}{
		"parameter": {change: func(p *trainer.Params, _ *advboost.Strategy) { p.Rounds = 0 }, options: true},
		"rows and parameter": {change: func(p *trainer.Params, _ *advboost.Strategy) {
			p.MonotoneConstraints = []int{1, 1}
		}, options: true},
		"weights of other classes": {change: func(p *trainer.Params, _ *advboost.Strategy) { p.ClassWeight = []float64{1} }, options: true},
		"strategy":                 {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Split = 2 }, options: true},
		"norm":                     {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Loop, s.Norm = "dive", attack.L2 }, options: true},
		"endless":                  {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Eps, s.Split = math.Inf(1), 1 }, options: true},
		"no radius":                {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Eps = 0 }, options: true},
		"loop that cannot": {change: func(_ *trainer.Params, s *advboost.Strategy) {
			s.Loop, s.Constraints = "cube", &attack.Constraints{Blank: []float64{1}}
		}, options: true},
		"loop without solver": {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Attack = noSolver{} }, options: true},
		"rows":                {rows: &unlabelled},
		"context":             {ctx: cancelled},
	} {
		p, s := trainer.Defaults(trainer.GBDT), advboost.Default(trainer.GBDT, attack.LInf, nil)
		s.Eps = 0.1
		if c.change != nil {
			c.change(&p, &s)
		}
		if c.ctx == nil {
			c.ctx = t.Context()
		}
		if c.rows == nil {
			c.rows = good
		}
		_, err := advboost.Harden(c.ctx, c.rows, p, s)
		if of := (*trainer.OptionError)(nil); err == nil || errors.As(err, &of) != c.options || errors.Is(err, context.Canceled) != (name == "context") {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

// noSolver is an attack that lacks what it needs on this machine.
type noSolver struct{ ltattack.Attack }

func (noSolver) Prepare(*attack.Problem) (attack.Prepared, error) {
	return nil, errors.New("no solver is installed")
}

// Options that mean nothing are errors, where they are given or at the first round, not
// models of leaves that are 0 or a stack trace of a goroutine.
func TestWrongOptionsOfHooks(t *testing.T) {
	rows := &data.Table{
		Source: "good", Rows: 6, Cols: 2, X: []float64{0, 1, 1, 0, 2, 3, 3, 2, 4, 5, 5, 4}, Y: []int{0, 0, 0, 1, 1, 1},
		Features: []string{"x", "y"}, Classes: []string{"a", "b"},
	}
	numbers := *rows
	numbers.Y, numbers.Classes, numbers.Target = nil, nil, []float64{1, 2, 3, 4, 5, 6}
	ball := func(change func(*advboost.Ball)) advboost.Ball {
		b := advboost.Ball{Eps: 0.5}
		change(&b)
		return b
	}
	good, nan := advboost.Ball{Eps: 0.5}, math.NaN()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight = 3, 0
	train := func(booster string, rows *data.Table, hook trainer.Hook, err error) error {
		if err != nil {
			return err
		}
		p := p
		if booster == trainer.Forest {
			p = trainer.Defaults(booster)
		}
		b, err := boosters.New(booster, p)
		if err != nil {
			return err
		}
		_, err = b.Train(t.Context(), rows, hook)
		return err
	}
	bound := func(o advboost.BoundOptions) error {
		hook, err := advboost.NewBound(o)
		return train(trainer.GBDT, rows, hook, err)
	}
	refine := func(o advboost.RefineOptions) error {
		b, err := boosters.New(trainer.GBDT, p)
		if err != nil {
			return err
		}
		e, err := b.Train(t.Context(), rows)
		if err != nil {
			return err
		}
		_, err = advboost.Refine(t.Context(), e, rows, o)
		return err
	}
	relabel, err := advboost.NewRelabel(advboost.RelabelOptions{Ball: good, ClassWeight: []float64{1}})
	_, ofNothing := advboost.Refine(t.Context(), ensembletest.Stumps(), rows.Subset(nil), advboost.RefineOptions{})
	shortWeights := train(trainer.Forest, rows, relabel, err)
	onNumbers, err := advboost.NewBound(advboost.BoundOptions{Ball: good})
	short := &attack.Constraints{Frozen: []bool{true}}
	none := func(context.Context, *trainer.Round, *attack.Problem, []attack.Victim) ([]attack.Result, error) {
		return nil, nil
	}
	elsewhere, elsewhereErr := advboost.NewExamples(advboost.ExamplesOptions{Attack: ltattack.Attack{}, Elsewhere: none})
	for _, c := range []struct {
		want string
		err  error
	}{
		{"norm number 7 is none of attack.AllNorms", bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) { b.Norm = 7 })})},
		{"constraints for 1 features, the model reads 2", bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) { b.Constraints = short })})},
		{"constraints of 1 classes that attack or not, and there are 2", bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) { b.Constraints = &attack.Constraints{Attackers: []bool{true}} })})},
		{"what Ball.Columns says is about 1 features, the model reads 2", bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) { b.Columns = make([]column.Column, 1) })})},
		{`group "g": there is no feature 9`, bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) { b.Groups = []attack.Group{{Name: "g", Features: []int{0, 9}}} })})},
		{"Ball.Constraints have groups, must be those of Ungrouped, with the groups in Ball.Groups", bound(advboost.BoundOptions{Ball: ball(func(b *advboost.Ball) {
			b.Constraints = &attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}}
		})})},
		{"Refit.Steps is -1, must be at least 0", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: -1}})},
		{"Refit.LearningRate is NaN, must be 0 to 1", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: 2, LearningRate: nan}})},
		{"Refit: lambda is NaN, must be at least 0 and finite", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: 2, Lambda: nan}})},
		{"Refit: ClassWeight is [1 -1], must be at least 0 and finite", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: 2, ClassWeight: []float64{1, -1}}})},
		{"ClassWeight has 1 values for 2 classes", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: 2, ClassWeight: []float64{1}}})},
		{"a regression has no classes that an adversary could change", train(trainer.GBDT, &numbers, onNumbers, err)},
		{"ClassWeight has 1 values for 2 classes", shortWeights},
		{"good: no rows to refine on", ofNothing}, // every leaf would become 0
		{"refining takes -1 Sweeps of 0 Steps, and 0 Searches, must be at least 0", refine(advboost.RefineOptions{Sweeps: -1})},
		{"lambda is NaN, must be at least 0 and finite", refine(advboost.RefineOptions{Lambda: nan})},
		{"Refit: direction 5 of feature 1 in Monotone, must be -1, 0 or 1", bound(advboost.BoundOptions{Ball: good, Refit: advboost.Refit{Steps: 2, Monotone: []int{1, 5}}})},
		{"direction -2 of feature 0 in Monotone, must be -1, 0 or 1", refine(advboost.RefineOptions{Monotone: []int{-2}})},
		{"a Monotone of 99 directions, the model reads 2 features", refine(advboost.RefineOptions{Monotone: make([]int, 99)})},
		{"ClassWeight is [1 NaN], must be at least 0 and finite", refine(advboost.RefineOptions{ClassWeight: []float64{1, nan}})},
		{`groups "g" and "g" overlap in feature 0`, refine(advboost.RefineOptions{Ball: ball(func(b *advboost.Ball) { b.Groups = []attack.Group{{Name: "g", Features: []int{0, 0}}} })})},
		{"what Ball.Columns says is about 3 features, the model reads 2", refine(advboost.RefineOptions{Ball: ball(func(b *advboost.Ball) { b.Columns = make([]column.Column, 3) })})},
		{"the Runner of Elsewhere gives 0 results for 6 victims", train(trainer.GBDT, rows, elsewhere, elsewhereErr)},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	grouped := ball(func(b *advboost.Ball) {
		b.Groups, b.Columns = []attack.Group{{Name: "g", Features: []int{0, 1}}}, make([]column.Column, 2)
	})
	if err := refine(advboost.RefineOptions{Ball: grouped}); err != nil {
		t.Errorf("groups without constraints: %v", err)
	}
	for _, worst := range advboost.WorstCases {
		if err := bound(advboost.BoundOptions{Ball: grouped, Worst: worst}); err != nil {
			t.Errorf("groups without constraints, %s: %v", worst, err)
		}
	}
}

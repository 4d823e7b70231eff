package advboost_test

import (
	"context"
	"errors"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
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
		"strategy": {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Split = 2 }, options: true},
		"norm":     {change: func(_ *trainer.Params, s *advboost.Strategy) { s.Loop, s.Norm = "dive", attack.L2 }, options: true},
		"rows":     {rows: &unlabelled},
		"context":  {ctx: cancelled},
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

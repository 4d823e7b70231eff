package harden

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// tune returns a strategy and p with what has the highest robust accuracy in
// folds of the training rows.
func tune(ctx context.Context, s strategy, d *split, p trainer.Params, eps float64) (strategy, trainer.Params, error) {
	how := s.hardening(d, eps)
	o := experiment.DefaultTuning(s.kind(), attack.LInf)
	o.Balance = 0 // what the table is about is the share of rows
	o.Rates = nil // a second one takes twice the time and gains nothing here
	trials, err := (&experiment.Data{Train: d.train}).Tune(ctx, p, how, o)
	if err != nil {
		return s, p, err
	}
	s.against = trials[0].Strategy.Eps / eps
	return s, trials[0].Params, nil
}

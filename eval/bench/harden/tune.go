package harden

import (
	"context"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// tune returns a strategy and p, changed to what has the highest robust accuracy in folds of the
// training rows. The aim is the share of rows, as in the table.
func tune(ctx context.Context, s strategy, d *split, p trainer.Params, eps float64) (strategy, trainer.Params, error) {
	how := s.hardening(d, eps)
	o := experiment.Tuning{Spaces: []experiment.Space{experiment.SpaceAround(p, how, d.train)}}
	tuned, err := (&experiment.Data{Train: d.train}).Tune(ctx, p, how, eval.AimRobust, o)
	if err != nil {
		return s, p, err
	}
	s.how, s.against = tuned.Strategy, tuned.Strategy.Eps/eps
	return s, tuned.Params, nil
}

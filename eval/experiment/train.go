package experiment

import (
	"context"

	"github.com/hardwood-ml/hardwood/eval"
)

// Train trains one model, called name, as Params and Strategy say and evaluates it
// on the test rows as Evaluate says: one run of a study. It chooses neither radii
// nor parameters, so that a Strategy.Eps of 0 is one, and writes no file. Of sparse
// rows it takes the columns that a model of Natural splits on.
func Train(ctx context.Context, rows *Data, name string, o Options) (*eval.Report, error) {
	h, err := newHardening(rows, o)
	if err != nil {
		return nil, err
	}
	if rows.Train.Sparse != nil {
		if _, err := h.train(ctx, name, h.Natural, h.natural()); err != nil {
			return nil, err
		}
	}
	if err := h.narrow(); err != nil {
		return nil, err
	}
	m, err := h.train(ctx, name, h.Params, h.Strategy)
	if err != nil {
		return nil, err
	}
	return eval.Evaluate(ctx, []eval.Model{m}, rows.Test, h.Evaluate)
}

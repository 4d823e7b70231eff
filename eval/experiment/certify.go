package experiment

import (
	"context"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Score is how well a model does on the rows of a table, as shares of them.
type Score struct {
	Clean    float64 // classified correctly
	Robust   float64 // proved to be classified correctly in the whole ball
	Balanced float64 // Robust averaged over the classes
}

// Certify scores a model against the ball that a strategy hardens against. Rows
// that the exact search leaves open within its budget count as broken.
func Certify(ctx context.Context, s *advboost.Strategy, e *ensemble.Ensemble, t *data.Table, threads int) (Score, error) {
	j, err := judge(ctx, s, e, t, threads)
	if err != nil {
		return Score{}, err
	}
	clean, robust := j.right().accuracies(), j.safe().accuracies()
	return Score{Clean: clean.Robust, Robust: robust.Robust, Balanced: robust.Balanced}, nil
}

// Metric returns certified robust accuracy as a metric for validation tables, for instance for early
// stopping: see [trainer.Params.Metrics].
func Metric(s *advboost.Strategy, threads int) trainer.Metric {
	return trainer.Metric{Name: "robust accuracy", Maximize: true,
		Score: func(ctx context.Context, e *ensemble.Ensemble, t *data.Table, _ []float64) (float64, error) {
			score, err := Certify(ctx, s, e, t, threads)
			return score.Robust, err
		}}
}

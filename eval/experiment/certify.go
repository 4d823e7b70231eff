package experiment

import (
	"context"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Score is what a model is worth on the rows of a table, as shares of them.
type Score struct {
	Clean    float64 // classified right
	Robust   float64 // proved to be classified right in the whole ball
	Balanced float64 // mean over the classes of the share that is Robust
}

// Certify scores a model against the ball that a strategy hardens against. Rows
// that the exact search leaves open within its budget count as broken.
func Certify(ctx context.Context, s *advboost.Strategy, e *ensemble.Ensemble, t *data.Table, threads int) (Score, error) {
	robust, err := certified(ctx, s, e, t, threads)
	if err != nil {
		return Score{}, err
	}
	return score(e, t, robust), nil
}

// certified returns which rows are proved to be robust.
func certified(ctx context.Context, s *advboost.Strategy, e *ensemble.Ensemble, t *data.Table, threads int) ([]bool, error) {
	problem, err := attack.NewProblem(e, s.Norm)
	if err != nil {
		return nil, err
	}
	problem.Constraints = s.Constraints
	adversary, err := attack.Prepare(problem, exact.Auto{})
	if err != nil {
		return nil, err
	}
	decisions, err := adversary.Decide(ctx, eval.Victims(t, 0, t.Rows), s.Eps, attack.RunOptions{Threads: threads})
	robust := make([]bool, len(decisions))
	for i := range decisions {
		robust[i] = decisions[i].Verdict == attack.Certified
	}
	return robust, err
}

func score(e *ensemble.Ensemble, t *data.Table, robust []bool) Score {
	var s Score
	shares := balancedShares(t)
	for i, y := range t.Y {
		if e.Class(t.Row(i)) == y {
			s.Clean++
		}
		if robust[i] {
			s.Robust++
			s.Balanced += shares[y]
		}
	}
	s.Clean /= float64(max(1, t.Rows))
	s.Robust /= float64(max(1, t.Rows))
	return s
}

// balancedShares returns what a row of each class counts where all classes
// that there are count the same.
func balancedShares(t *data.Table) []float64 {
	counts := t.Counts()
	classes := 0
	for _, n := range counts {
		if n > 0 {
			classes++
		}
	}
	shares := make([]float64, len(counts))
	for k, n := range counts {
		shares[k] = 1 / float64(n*classes)
	}
	return shares
}

// Metric returns proved robust accuracy as a metric for validation tables,
// such as for early stopping: see [trainer.Params.Metrics].
func Metric(s *advboost.Strategy, threads int) trainer.Metric {
	return trainer.Metric{Name: "robust accuracy", Maximize: true,
		Score: func(ctx context.Context, e *ensemble.Ensemble, t *data.Table, _ []float64) (float64, error) {
			score, err := Certify(ctx, s, e, t, threads)
			return score.Robust, err
		}}
}

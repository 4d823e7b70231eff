package experiment

import (
	"context"
	"math"

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

// value is the robust accuracy, a share of it balanced.
func (s Score) value(balance float64) float64 { return (1-balance)*s.Robust + balance*s.Balanced }

func (s *Score) add(o Score) {
	s.Clean += o.Clean
	s.Robust += o.Robust
	s.Balanced += o.Balanced
}

func (s *Score) divide(by float64) {
	s.Clean /= by
	s.Robust /= by
	s.Balanced /= by
}

// Certify scores a model against the ball that a loop hardens against. Rows
// that the exact search leaves open within its budget count as broken.
func (l *Loop) Certify(ctx context.Context, e *ensemble.Ensemble, t *data.Table, threads int) (Score, error) {
	robust, err := l.certified(ctx, e, t, threads)
	if err != nil {
		return Score{}, err
	}
	return score(e, t, robust), nil
}

// certified returns which rows are proved to be robust.
func (l *Loop) certified(ctx context.Context, e *ensemble.Ensemble, t *data.Table, threads int) ([]bool, error) {
	problem, err := attack.NewProblem(e, l.Norm)
	if err != nil {
		return nil, err
	}
	problem.Constraints = l.Constraints
	adversary, err := attack.Prepare(problem, exact.Auto{})
	if err != nil {
		return nil, err
	}
	decisions, err := adversary.Decide(ctx, eval.Victims(t, 0, t.Rows), l.Eps, attack.RunOptions{Threads: threads})
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
func (l *Loop) Metric(threads int) trainer.Metric {
	return trainer.Metric{Name: "robust accuracy", Maximize: true,
		Score: func(ctx context.Context, e *ensemble.Ensemble, t *data.Table, _ []float64) (float64, error) {
			s, err := l.Certify(ctx, e, t, threads)
			return s.Robust, err
		}}
}

// CoversRange reports whether every feature that differs between rows of a
// table can be moved from any of its values to any other: a model that holds
// against that is constant.
func (l *Loop) CoversRange(t *data.Table) bool {
	some := false
	for f := range t.Cols {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range t.Rows {
			if v := t.Row(i)[f]; v == v {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if !(lo < hi) {
			continue
		}
		ball := l.ball()
		if down, up := ball.Reach(f); min(down, up) < hi-lo {
			return false
		}
		some = true
	}
	return some
}

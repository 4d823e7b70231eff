package experiment

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
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
// that the exact search leaves open within its budget count as broken, and so
// do rows with missing values.
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
	prepared, err := exact.Auto{}.Prepare(problem)
	if err != nil {
		return nil, err
	}
	robust := make([]bool, t.Rows)
	for i, v := range Verdicts(ctx, prepared, e, t, l.Eps, threads) {
		robust[i] = v == attack.Certified
	}
	return robust, ctx.Err()
}

// Verdicts decides for each row of a table whether a model that is right stays
// so within eps, by an attack whose searchers are deciders; 0 threads are one
// per processor. Rows that the model gets wrong are broken, rows with missing
// values and those left when the context ends undecided.
func Verdicts(ctx context.Context, prepared attack.Prepared, e *ensemble.Ensemble, t *data.Table, eps float64, threads int) []attack.Verdict {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	verdicts := make([]attack.Verdict, t.Rows)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() {
			decider := prepared.Searcher().(attack.Decider)
			for i := int(next.Add(1)) - 1; i < t.Rows && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				switch x := t.Row(i); {
				case e.Class(x) != t.Y[i]:
					verdicts[i] = attack.Broken
				case !slices.ContainsFunc(x, math.IsNaN):
					verdicts[i], _ = decider.Decide(ctx, attack.Victim{Row: i, X: x, Label: t.Y[i]}, eps)
				}
			}
		})
	}
	workers.Wait()
	return verdicts
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

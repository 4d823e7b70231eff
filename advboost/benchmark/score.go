package main

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// score is what a model is worth on the test rows.
type score struct {
	natural, robust, open float64 // shares of the rows
	balanced              float64 // mean over the classes of the share that is robust
	cpu                   float64 // of training, in seconds
}

// certify decides for every test row whether the model is right within eps.
func certify(ctx context.Context, e *ensemble.Ensemble, t *data.Table, eps float64, nodes, threads int) (score, error) {
	p, err := attack.NewProblem(e, attack.LInf)
	if err != nil {
		return score{}, err
	}
	prepared, err := exact.Attack{Nodes: nodes}.Prepare(p)
	if err != nil {
		return score{}, err
	}
	verdicts, right := make([]attack.Verdict, t.Rows), make([]bool, t.Rows)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() {
			decider := prepared.Searcher().(attack.Decider)
			for i := int(next.Add(1)) - 1; i < t.Rows && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if right[i] = e.Class(t.Row(i)) == t.Y[i]; right[i] {
					verdicts[i], _ = decider.Decide(ctx, attack.Victim{Row: i, X: t.Row(i), Label: t.Y[i]}, eps-1e-6)
				}
			}
		})
	}
	workers.Wait()
	var s score
	counts, n := t.Counts(), float64(t.Rows)
	for i, y := range t.Y {
		if !right[i] {
			continue
		}
		s.natural += 1 / n
		switch verdicts[i] {
		case attack.Certified:
			s.robust += 1 / n
			s.balanced += 1 / float64(counts[y]*len(counts))
		case attack.Undecided:
			s.open += 1 / n
		}
	}
	return s, ctx.Err()
}

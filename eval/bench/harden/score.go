package harden

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// score is how a model does on test rows.
type score struct {
	natural, robust, open float64 // shares of the rows
	balanced              float64 // mean over the classes of the share of robust rows, or of right ones when measuring distances
	distance, median      float64 // mean and median of the nearest examples
	cpu                   float64 // of training, in seconds
	fold                  int     // number of the split
	rows                  []bool  // whether each row is robust
}

// certify decides for every test row whether the model is right within eps.
func certify(ctx context.Context, e *ensemble.Ensemble, t *data.Table, eps float64, nodes, threads int) (score, error) {
	p, err := attack.NewProblem(e, attack.LInf)
	if err != nil {
		return score{}, err
	}
	adversary, err := attack.Prepare(p, exact.Attack{Nodes: nodes})
	if err != nil {
		return score{}, err
	}
	decisions, err := adversary.Decide(ctx, eval.Victims(t, 0, t.Rows), eps-margin, attack.RunOptions{Threads: threads})
	if err != nil {
		return score{}, err
	}
	s := score{rows: make([]bool, t.Rows)}
	counts, n := t.Counts(), float64(t.Rows)
	for i, d := range decisions {
		y := t.Y[i]
		if d.Predicted == y {
			s.natural += 1 / n
		}
		switch d.Verdict {
		case attack.Certified:
			s.rows[i] = true
			s.robust += 1 / n
			s.balanced += 1 / float64(counts[y]*len(counts))
		case attack.Undecided:
			s.open += 1 / n
		}
	}
	return s, nil
}

// margin is by how much balls are smaller than eps: robust trainers put thresholds at x+eps, where
// rounding alone would decide.
const margin = 1e-6

// constant returns the accuracy of always predicting the most frequent class.
func constant(t *data.Table) float64 {
	most := 0
	for _, n := range t.Counts() {
		most = max(most, n)
	}
	return float64(most) / float64(t.Rows)
}

func mean(scores []score, of func(score) float64) float64 {
	sum := 0.0
	for _, s := range scores {
		sum += of(s)
	}
	return sum / float64(len(scores))
}

// What is averaged over scores.
func natural(s score) float64  { return s.natural }
func robust(s score) float64   { return s.robust }
func balanced(s score) float64 { return s.balanced }
func open(s score) float64     { return s.open }
func distance(s score) float64 { return s.distance }
func median(s score) float64   { return s.median }
func seconds(s score) float64  { return s.cpu }

// spread writes the mean and, unless it is 0, the standard deviation.
func spread(scores []score, of func(score) float64) string {
	m, sum := mean(scores, of), 0.0
	for _, s := range scores {
		sum += (of(s) - m) * (of(s) - m)
	}
	if sum < 1e-12 || len(scores) < 2 {
		return fmt.Sprintf("%.4f", m)
	}
	return fmt.Sprintf("%.4f ±%.4f", m, math.Sqrt(sum/float64(len(scores)-1)))
}

package experiment

import (
	"context"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// judged are rows with their labels, whether a model gets each right, and whether it is proved to in
// the row's whole ball.
type judged struct {
	y             []int
	clean, robust []bool
	groups        []int // see [data.Table.Groups]
}

// judge decides the rows of a table in the ball of a strategy, by exact search.
func judge(ctx context.Context, s *advboost.Strategy, e *ensemble.Ensemble, t *data.Table, threads int) (*judged, error) {
	if err := trainer.Fits(e, t); err != nil {
		return nil, err
	}
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
	if err != nil {
		return nil, err
	}
	j := &judged{y: slices.Clip(t.Y), groups: slices.Clip(t.Groups)}
	for i := range decisions {
		d := &decisions[i]
		j.clean, j.robust = append(j.clean, d.Predicted == d.Label), append(j.robust, d.Verdict == attack.Certified)
	}
	return j, nil
}

// add adds rows, judged under the same model or another one.
func (j *judged) add(more *judged) {
	j.y, j.groups = append(j.y, more.y...), append(j.groups, more.groups...)
	j.clean, j.robust = append(j.clean, more.clean...), append(j.robust, more.robust...)
}

// right counts the rows that the model gets right without an attacker.
func (j *judged) right() *byClass { return countByClass(j.y, j.clean, j.groups) }

// safe counts the rows that the model is proved to get right in their balls.
func (j *judged) safe() *byClass { return countByClass(j.y, j.robust, j.groups) }

// rightOn counts the rows of a table that a model gets right.
func rightOn(e *ensemble.Ensemble, t *data.Table, threads int) *byClass {
	right := make([]bool, 0, t.Rows)
	for from, margins := range trainer.Margins(ensemble.NewPredictor(e), t, threads) {
		for i := range len(margins) / e.Outputs {
			right = append(right, e.ClassOf(margins[i*e.Outputs:(i+1)*e.Outputs]) == t.Y[from+i])
		}
	}
	return countByClass(t.Y, right, t.Groups)
}

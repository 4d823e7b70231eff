package experiment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// right tallies the rows that the model gets right without an attacker.
func (j *judged) right() *tallies { return tally(j.y, j.clean, j.groups) }

// safe tallies the rows that the model is proved to get right in their balls.
func (j *judged) safe() *tallies { return tally(j.y, j.robust, j.groups) }

// rightOn tallies the rows of a table that a model gets right.
func rightOn(e *ensemble.Ensemble, t *data.Table, threads int) *tallies {
	right := make([]bool, 0, t.Rows)
	for from, margins := range trainer.Margins(ensemble.NewPredictor(e), t, threads) {
		for i := range len(margins) / e.Outputs {
			right = append(right, e.ClassOf(margins[i*e.Outputs:(i+1)*e.Outputs]) == t.Y[from+i])
		}
	}
	return tally(t.Y, right, t.Groups)
}

// tallies are the numbers of rows, and of right ones, by class.
type tallies struct {
	rows, right []float64
	wider       float64 // factor by which groups of rows enlarge standard errors, at least 1
}

// tally counts rows, of which groups count as one draw, nil for none.
func tally(y []int, right []bool, groups []int) *tallies {
	t := &tallies{wider: grouped(right, groups)}
	for i, c := range y {
		for len(t.rows) <= c {
			t.rows, t.right = append(t.rows, 0), append(t.right, 0)
		}
		t.rows[c]++
		if right[i] {
			t.right[c]++
		}
	}
	return t
}

// grouped is [eval.GroupedError] for the share of right rows.
func grouped(right []bool, groups []int) float64 {
	if groups == nil {
		return 1
	}
	values := make([]float64, len(right))
	for i, r := range right {
		if r {
			values[i] = 1
		}
	}
	return eval.GroupedError(values, groups)
}

func (t *tallies) accuracies() eval.Accuracies { return eval.AccuraciesOf(t.rows, t.right) }

// of returns the accuracy for an aim.
func (t *tallies) of(aim eval.Aim) float64 { return t.accuracies().Of(aim) }

// classes returns the number of classes with rows.
func (t *tallies) classes() float64 {
	classes := 0.0
	for _, n := range t.rows {
		if n > 0 {
			classes++
		}
	}
	return classes
}

// even is the balanced accuracy of any constant.
func (t *tallies) even() float64 { return 1 / max(t.classes(), 1) }

// balancedLead is the balanced accuracy less that of a constant.
func (t *tallies) balancedLead() float64 {
	mean := 0.0
	for c, n := range t.rows {
		mean += float64(t.right[c] / max(n, 1) * t.even())
	}
	return mean - t.even()
}

// balancedError is the standard error of the balanced accuracy.
func (t *tallies) balancedError() float64 {
	sum := 0.0
	for c, n := range t.rows {
		share := t.right[c] / max(n, 1)
		sum += share * (1 - share) / max(n, 1)
	}
	return math.Sqrt(sum) * t.even() * t.wider
}

// tellsApart reports whether the balanced accuracy is clearly above that of a constant.
func (t *tallies) tellsApart() bool { return t.balancedLead() > noise*t.balancedError() }

// givenUp returns a class that is given up compared with others, tallies of the same rows; -1 for
// none.
func (t *tallies) givenUp(others *tallies) int {
	for c, n := range t.rows {
		from, to := others.right[c]/max(n, 1), t.right[c]/max(n, 1)
		clear := from-to > noise*max(t.wider, others.wider)*math.Sqrt((float64(from*(1-from))+float64(to*(1-to)))/max(n, 1))
		if eval.GivesUp(true, n, from, to, clear) {
			return c
		}
	}
	return -1
}

// plainLead is the share of right rows, less the share of the most frequent class.
func (t *tallies) plainLead() float64 {
	return (floats.Sum(t.right) - floats.Max(t.rows)) / floats.Sum(t.rows)
}

// plainError is the standard error of plainLead, to which only rows count on which the model and the
// constant differ.
func (t *tallies) plainError() float64 {
	most := floats.MaxIdx(t.rows)
	differ := t.rows[most] - t.right[most]
	for c, right := range t.right {
		if c != most {
			differ += right
		}
	}
	n := floats.Sum(t.rows)
	lead := t.plainLead()
	return math.Sqrt((differ/n-float64(lead*lead))/n) * t.wider
}

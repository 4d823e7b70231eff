package trainer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The names of the built-in metrics, in which a row of weight 2 counts as two rows do.
const (
	LogLoss   = "logloss" // mean of -log(probability of the label)
	ErrorRate = "error"   // share of rows predicted wrong
	AUC       = "auc"     // area under the ROC curve, two classes
	RMSE      = "rmse"    // root of the mean squared error of a regressor
)

// Metric scores an ensemble on a table. Score gets the margins of all rows, [ensemble.Ensemble.Outputs]
// values each, bit for bit those of the plain predictor; a metric that attacks rows uses the ensemble.
// It is called from one goroutine, and must change none of its arguments.
type Metric struct {
	Name     string
	Maximize bool // larger is better
	Score    func(ctx context.Context, e *ensemble.Ensemble, t *data.Table, margins []float64) (float64, error)
}

// Evaluation holds the scores after a round.
type Evaluation struct {
	Round  int // rounds finished, from 1
	Scores []Score
	Best   int // the round with the best score so far
}

// Score is the value of a metric on a table.
type Score struct {
	Table, Metric string
	Value         float64
}

// BuiltinMetric returns a metric by its name: LogLoss, ErrorRate, AUC or RMSE. Another name
// is an error.
func BuiltinMetric(name string) (Metric, error) {
	switch name {
	case LogLoss:
		return Metric{Name: name, Score: meanOver(logLoss)}, nil
	case ErrorRate:
		return Metric{Name: name, Score: meanOver(wrong)}, nil
	case AUC:
		return Metric{Name: name, Maximize: true, Score: auc}, nil
	case RMSE:
		return Metric{Name: name, Score: rmse}, nil
	}
	return Metric{}, fmt.Errorf("unknown metric %q, must be one of %s, %s, %s, %s", name, LogLoss, ErrorRate, AUC, RMSE)
}

// meanOver returns the mean of a loss over labelled rows.
func meanOver(loss func(e *ensemble.Ensemble, class int, margins, scratch []float64) float64) func(context.Context, *ensemble.Ensemble, *data.Table, []float64) (float64, error) {
	return func(_ context.Context, e *ensemble.Ensemble, t *data.Table, margins []float64) (float64, error) {
		switch {
		case t.Target != nil:
			return 0, fmt.Errorf("metrics %s and %s are for classes, and %s has targets: take %s", LogLoss, ErrorRate, t.Name(), RMSE)
		case t.Y == nil:
			return 0, fmt.Errorf("%s has no class labels to score", t.Name())
		}
		sum, rows, scratch := 0.0, 0.0, make([]float64, e.Classes)
		for i, y := range t.Y {
			w := t.Weight(i)
			sum += float64(w * loss(e, y, margins[i*e.Outputs:(i+1)*e.Outputs], scratch))
			rows += w
		}
		return mean(sum, rows, t)
	}
}

func logLoss(e *ensemble.Ensemble, class int, margins, p []float64) float64 {
	e.Probabilities(margins, p)
	return -elementary.Log(max(p[class], 1e-15)) // as scikit-learn clips
}

func wrong(e *ensemble.Ensemble, class int, margins, _ []float64) float64 {
	if e.ClassOf(margins) != class {
		return 1
	}
	return 0
}

func rmse(_ context.Context, _ *ensemble.Ensemble, t *data.Table, margins []float64) (float64, error) {
	switch {
	case t.Y != nil:
		return 0, fmt.Errorf("metric %s is for a regression, and %s has classes: take %s or %s", RMSE, t.Name(), LogLoss, ErrorRate)
	case t.Target == nil:
		return 0, fmt.Errorf("%s has no targets to score", t.Name())
	}
	sum, rows := 0.0, 0.0
	for i, y := range t.Target {
		w := t.Weight(i)
		sum += float64(w * float64((margins[i]-y)*(margins[i]-y)))
		rows += w
	}
	square, err := mean(sum, rows, t)
	return math.Sqrt(square), err
}

// mean returns a sum over the rows of a table divided by what they count.
func mean(sum, rows float64, t *data.Table) (float64, error) {
	switch {
	case rows > 0:
		return sum / rows, nil
	case t.Rows > 0:
		return 0, fmt.Errorf("%s: all rows have the weight 0, so that there is nothing to score", t.Name())
	}
	return 0, nil
}

// auc is the probability that a row of class 1 scores above one of class 0, with ties counting one
// half. It is one half for tables of a single class.
func auc(_ context.Context, e *ensemble.Ensemble, t *data.Table, margins []float64) (float64, error) {
	switch {
	case e.Classes < 2:
		return 0, fmt.Errorf("metric auc is for two classes, and a regression has none: take %s", RMSE)
	case t.Y == nil:
		return 0, fmt.Errorf("%s has no class labels to score", t.Name())
	case e.Classes != 2:
		return 0, fmt.Errorf("metric auc needs two classes, %s has %d: take %s or %s", t.Name(), e.Classes, LogLoss, ErrorRate)
	}
	score := func(i int) float64 {
		if e.Outputs == 1 {
			return margins[i]
		}
		return margins[2*i+1] - margins[2*i]
	}
	order := make([]int, t.Rows)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(score(a), score(b)), a-b)
	})
	var below, pairs, positives float64 // negatives so far, wins of positives over negatives
	for lo := 0; lo < len(order); {
		hi, ones, zeros := lo, 0.0, 0.0
		for hi < len(order) && cmp.Compare(score(order[hi]), score(order[lo])) == 0 {
			if w := t.Weight(order[hi]); t.Y[order[hi]] == 1 {
				ones += w
			} else {
				zeros += w
			}
			hi++
		}
		pairs += float64(ones * (below + float64(zeros/2)))
		below += zeros
		positives += ones
		lo = hi
	}
	if below == 0 || positives == 0 {
		return 0.5, nil
	}
	return pairs / (below * positives), nil
}

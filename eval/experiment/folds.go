package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// split draws a sample of at most so many training rows and holds out folds of
// it, as many as it takes to score enough rows.
func (d *Data) split(most int, seed uint64) (sample *data.Table, folds []Data, err error) {
	sample = d.Train
	if sample.Rows > most {
		sample = sample.Subset(sample.Sample(most, seed))
	}
	held, err := sample.Folds(min(radiusFolds, sample.Rows), seed)
	if err != nil {
		return nil, nil, err
	}
	for k, scored := 0, 0; k < len(held) && scored < radiusScored; k++ {
		scored += len(held[k])
		folds = append(folds, Data{Train: sample.Subset(others(held, k)), Test: sample.Subset(held[k])})
	}
	return sample, folds, nil
}

// others returns the rows of all folds but one.
func others(held [][]int, but int) []int {
	var rows []int
	for k, fold := range held {
		if k != but {
			rows = append(rows, fold...)
		}
	}
	slices.Sort(rows)
	return rows
}

// foldsHaveClasses reports the first class that a fold has no row of to train on
// or to decide on.
func foldsHaveClasses(sample *data.Table, folds []Data) error {
	for i := range folds {
		train, held := folds[i].Train.Counts(), folds[i].Test.Counts()
		for c, n := range sample.Counts() {
			if n > 0 && (train[c] == 0 || held[c] == 0) {
				return fmt.Errorf("class %q has %d training row%s, too few for each of %d folds to have one", sample.Classes[c], n, plural(n), len(folds))
			}
		}
	}
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// tallies are the rows of each class that were scored, and those of them that
// are right and proved to stay so.
type tallies struct{ rows, right []float64 }

// fitFolds trains a model on each fold.
func fitFolds(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy) ([]*ensemble.Ensemble, error) {
	models := make([]*ensemble.Ensemble, len(folds))
	for i := range folds {
		var err error
		if models[i], _, err = folds[i].Fit(ctx, p, s); err != nil {
			return nil, err
		}
	}
	return models, nil
}

// pooled scores models of a strategy, each on the rows that it was not trained on.
func pooled(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy) (*tallies, error) {
	models, err := fitFolds(ctx, folds, p, s)
	if err != nil {
		return nil, err
	}
	return tally(ctx, folds, models, &s, p.Threads)
}

// tally scores models, each on the rows that it was not trained on, against the
// ball of a strategy. Without a radius rows have to be right only.
func tally(ctx context.Context, folds []Data, models []*ensemble.Ensemble, s *advboost.Strategy, threads int) (*tallies, error) {
	classes := len(folds[0].Train.Classes)
	t := &tallies{make([]float64, classes), make([]float64, classes)}
	for i, e := range models {
		held := folds[i].Test
		robust, err := certified(ctx, s, e, held, threads)
		if err != nil {
			return nil, err
		}
		for j, y := range held.Y {
			t.rows[y]++
			if s.Eps == 0 && e.Class(held.Row(j)) == y || s.Eps > 0 && robust[j] {
				t.right[y]++
			}
		}
	}
	return t, nil
}

// of returns the accuracy of an aim.
func (t *tallies) of(aim eval.Aim) float64 { return eval.AccuraciesOf(t.rows, t.right).Of(aim) }

// even is what any constant has in the mean over the classes.
func (t *tallies) even() float64 {
	classes := 0.0
	for _, n := range t.rows {
		if n > 0 {
			classes++
		}
	}
	return 1 / max(classes, 1)
}

// balancedLead is what there is over that.
func (t *tallies) balancedLead() float64 {
	mean := 0.0
	for c, n := range t.rows {
		mean += float64(t.right[c] / max(n, 1) * t.even())
	}
	return mean - t.even()
}

// balancedError is the standard error of the mean over the classes.
func (t *tallies) balancedError() float64 {
	sum := 0.0
	for c, n := range t.rows {
		share := t.right[c] / max(n, 1)
		sum += share * (1 - share) / max(n, 1)
	}
	return math.Sqrt(sum) * t.even()
}

// plainLead is the share of rows that is right, less that of the most frequent
// class.
func (t *tallies) plainLead() float64 {
	return (floats.Sum(t.right) - floats.Max(t.rows)) / floats.Sum(t.rows)
}

// plainError is the standard error of the lead: rows on which the model and the
// constant differ count.
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
	return math.Sqrt((differ/n - float64(lead*lead)) / n)
}

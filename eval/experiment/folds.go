package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// split draws a sample of at most most training rows and holds out as many folds of it as it takes
// to score enough rows; none if all rows are of one group.
func (d *Data) split(most int, seed uint64) (sample *data.Table, folds []Data, err error) {
	sample = d.Train
	if sample.Rows > most {
		sample = sample.Sample(most, seed)
	}
	units := sample.Units()
	if units < 2 {
		return sample, nil, nil
	}
	held, err := sample.Folds(min(radiusFolds, units), seed)
	if err != nil {
		return nil, nil, err
	}
	for k, scored := 0, 0; k < len(held) && scored < radiusScored; k++ {
		scored += len(held[k])
		folds = append(folds, Data{Train: sample.Subset(others(held, k)), Test: sample.Subset(held[k])})
	}
	return sample, folds, nil
}

// others returns the rows of all folds except one.
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

// errOneGroup says why there are no folds.
var errOneGroup = errors.New("all training rows are of one group (split-by), so that none can be held out")

// foldsHaveClasses reports that there are no folds, or the first class that is missing from the rows
// of a fold to train on or to decide.
func foldsHaveClasses(sample *data.Table, folds []Data) error {
	if len(folds) == 0 {
		return errOneGroup
	}
	for i := range folds {
		train, held := folds[i].Train.Counts(), folds[i].Test.Counts()
		for c, n := range sample.Counts() {
			if n > 0 && (train[c] == 0 || held[c] == 0) {
				return fmt.Errorf("class %q has %s, too few for each of %d folds to have one", sample.Classes[c], phrase.Count(n, "training row"), len(folds))
			}
		}
	}
	return nil
}

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

// judgeFolds judges models, each on the rows that it was not trained on.
func judgeFolds(ctx context.Context, folds []Data, models []*ensemble.Ensemble, s *advboost.Strategy, threads int) (*judged, error) {
	all := &judged{}
	for i, e := range models {
		held, err := judge(ctx, s, e, folds[i].Test, threads)
		if err != nil {
			return nil, err
		}
		all.add(held)
	}
	return all, nil
}

// pooled trains a model of a strategy per fold and judges each on the rows that it was not trained
// on.
func pooled(ctx context.Context, folds []Data, p trainer.Params, s advboost.Strategy) (*judged, error) {
	models, err := fitFolds(ctx, folds, p, s)
	if err != nil {
		return nil, err
	}
	return judgeFolds(ctx, folds, models, &s, p.Threads)
}

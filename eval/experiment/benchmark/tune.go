package main

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/trainer"
)

// What to choose from.
var (
	depths  = []int{4, 2, 1}
	lambdas = []float64{1, 10}
)

// The folds of the training rows that decide, as a single part of some hundred
// rows is too few to tell settings apart, and the boxes per row.
const (
	tuneFolds = 5
	tuneNodes = 500
)

// tune returns p with the depth and lambda that have the highest robust accuracy
// in folds of the training rows; but the first, if no other is better by more
// than a standard error of the difference (Breiman et al., Classification and
// Regression Trees, 1984, section 3.4.3): most differences are of a few rows.
func tune(ctx context.Context, s *strategy, d *split, p trainer.Params, eps float64) (trainer.Params, error) {
	inner, err := foldsOf(d.train, tuneFolds, p.Seed)
	if err != nil {
		return p, err
	}
	var first []float64
	var chosen trainer.Params
	most := 0.0
	for _, p.MaxDepth = range depths {
		for _, p.Lambda = range lambdas {
			if s.booster == trainer.Forest && p.Lambda != lambdas[0] {
				continue // a forest has no gradients to regularise
			}
			rows, err := s.cross(ctx, inner, p, eps)
			if err != nil {
				return p, err
			}
			if first == nil {
				first, chosen = rows, p
				continue
			}
			gains := make([]float64, len(rows))
			floats.SubTo(gains, rows, first)
			if gain, deviation := stat.MeanStdDev(gains, nil); gain > most && gain > stat.StdErr(deviation, float64(len(gains))) {
				most, chosen = gain, p
			}
		}
	}
	return chosen, nil
}

// cross returns for each row of each fold 1 if it is robust with a model of the
// other folds, 0 if not.
func (s *strategy) cross(ctx context.Context, folds []split, p trainer.Params, eps float64) ([]float64, error) {
	var rows []float64
	for _, fold := range folds {
		e, err := s.train(ctx, &fold, p, eps)
		if err != nil {
			return nil, err
		}
		got, err := certify(ctx, e, fold.test, eps, tuneNodes, p.Threads)
		if err != nil {
			return nil, err
		}
		for _, robust := range got.rows {
			row := 0.0
			if robust {
				row = 1
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

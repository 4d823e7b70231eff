package main

import (
	"context"

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

// tune returns p with the depth and lambda that have the highest robust
// accuracy in folds of the training rows; of equals, the first tried.
func tune(ctx context.Context, s *strategy, d *split, p trainer.Params, eps float64) (trainer.Params, error) {
	inner, err := foldsOf(d.train, tuneFolds, p.Seed)
	if err != nil {
		return p, err
	}
	best, chosen := -1.0, p
	for _, p.MaxDepth = range depths {
		for _, p.Lambda = range lambdas {
			if s.booster == trainer.Forest && p.Lambda != lambdas[0] {
				continue // a forest has no gradients to regularise
			}
			var scores []score
			for _, fold := range inner {
				e, err := s.train(ctx, &fold, p, eps)
				if err != nil {
					return p, err
				}
				got, err := certify(ctx, e, fold.test, eps, tuneNodes, p.Threads)
				if err != nil {
					return p, err
				}
				scores = append(scores, got)
			}
			if value := mean(scores, robust); value > best {
				best, chosen = value, p
			}
		}
	}
	return chosen, nil
}

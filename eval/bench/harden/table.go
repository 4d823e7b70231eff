package harden

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/internal/cputime"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// table prints the table and, with folds, the ranks.
func (b *benchmark) table(ctx context.Context, sets []set, strategies []strategy) error {
	fmt.Printf("%-30s %-26s %15s %15s %9s %9s %9s %9s %8s\n", "data (eps)", "strategy", "natural", "robust", "balanced", "open", "constant", "ceiling", "CPU s")
	var comparison comparison
	for _, s := range sets {
		splits, err := b.splits(&s)
		if err != nil {
			return err
		}
		level, limit := 0.0, 0.0
		for _, d := range splits {
			level += constant(d.test) / float64(len(splits))
			limits, err := ceiling.Of(ctx, d.test, []float64{s.eps - margin}, ceiling.Options{Norm: attack.LInf, Threads: b.threads})
			if err != nil {
				return err
			}
			limit += limits[0].Robust / float64(len(splits))
		}
		label := fmt.Sprintf("%s (%v)", s.name, s.eps)
		for _, strategy := range b.withPicked(strategies, &s) {
			scores, err := b.scores(ctx, &s, &strategy, splits)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, strategy.name, err)
			}
			fmt.Printf("%-30s %-26s %15s %15s %9.4f %9.4f %9.4f %9.4f %8.2f\n", label, strategy.name,
				spread(scores, natural), spread(scores, robust), mean(scores, balanced), mean(scores, open), level, limit, mean(scores, seconds))
			comparison.add(s.name, strategy.name, scores)
		}
		for _, r := range rivalsOn(s.name, b.folds) {
			fmt.Printf("%-30s %-26s %15.4f %15.4f\n", label, r.method, r.natural, r.robust)
			comparison.addRival(s.name, r)
		}
	}
	if b.folds > 0 {
		comparison.print()
	}
	return ctx.Err()
}

func (b *benchmark) splits(s *set) ([]split, error) {
	if b.folds > 0 {
		return s.folds(b.folds)
	}
	return s.published()
}

// scores trains and certifies; it returns a score for each split and seed.
func (b *benchmark) scores(ctx context.Context, on *set, s *strategy, splits []split) ([]score, error) {
	splits, err := s.widened(on, splits)
	if err != nil {
		return nil, err
	}
	return b.evaluate(ctx, s, splits, on, on.eps, func(e *ensemble.Ensemble, test *data.Table) (score, error) {
		return certify(ctx, e, test, on.eps, b.nodes, b.threads)
	})
}

// evaluate trains against eps on each split with each seed, after tuning if asked to, and judges.
func (b *benchmark) evaluate(ctx context.Context, s *strategy, splits []split, on *set, eps float64,
	judge func(e *ensemble.Ensemble, test *data.Table) (score, error)) ([]score, error) {
	p, err := s.parameters(on, b.params)
	if err != nil {
		return nil, err
	}
	var scores []score
	for fold, d := range splits {
		for seed := range b.seeds {
			p.Seed, p.Threads = uint64(b.firstSeed+seed), b.threads
			with, how := p, *s
			if b.tune {
				if how, with, err = tune(ctx, *s, &d, p, eps); err != nil {
					return nil, err
				}
			}
			start := cputime.Seconds()
			e, err := how.train(ctx, &d, with, eps)
			if err != nil {
				return nil, err
			}
			used := cputime.Seconds() - start
			got, err := judge(e, d.test)
			if err != nil {
				return nil, err
			}
			got.cpu, got.fold = used, fold
			scores = append(scores, got)
		}
	}
	return scores, nil
}

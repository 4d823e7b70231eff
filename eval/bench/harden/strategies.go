package harden

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// strategy is a way to train: changes to the parameters that all ways share, and how to harden.
type strategy struct {
	name    string
	share   float64 // of the rows that are attacked in each round
	params  map[string]string
	how     advboost.Strategy
	against float64 // radius to harden against, as a share of eps; 0 for all of it
	prune   bool    // train without the rows that [ceiling.Prune] removes
	lags    [2]int  // range of columns that get means of neighbours as further columns
}

// usual is the strategy to use; the others are parts or variants of it, or published ones.
const usual = "robust+bound+refit"

var (
	worst      = advboost.TreeBound // gradients at the tree-wise bound
	placements = map[string]string{"robust-split": trainer.FourPlacements}
	both       = map[string]string{"robust-both": "true"}
	minimal    = ltattack.Attack{Patience: 1} // starts from the examples of earlier rounds
)

var strategies = []strategy{
	{name: "natural"},
	{name: "natural+relabel", how: advboost.Strategy{Relabel: 3}},
	{name: "natural pruned", prune: true},
	{name: "append", share: 0.1, how: advboost.Strategy{Attack: minimal, AnyDistance: true}},
	{name: "append within eps", share: 0.1, how: advboost.Strategy{Attack: minimal}},
	{name: "four placements", params: placements, how: advboost.Strategy{Split: 1}},
	{name: "robust", how: advboost.Strategy{Split: 1}},
	{name: "bound", how: advboost.Strategy{Gradient: worst}},
	{name: "bound+refit", how: advboost.Strategy{Gradient: worst, Refit: 5}},
	{name: "half robust+append", share: 0.1, how: advboost.Strategy{Split: 0.5, Attack: minimal}},
	{name: "robust+bound", how: advboost.Strategy{Split: 1, Gradient: worst}},
	{name: "both children+bound", params: both, how: advboost.Strategy{Split: 1, Gradient: worst}},
	{name: "robust+bound+clean", how: advboost.Strategy{Split: 1, Gradient: worst, Clean: 0.3}},
	{name: usual, how: advboost.Strategy{Split: 1, Gradient: worst, Refit: 5}},
	{name: "both children+bound+refit", params: both, how: advboost.Strategy{Split: 1, Gradient: worst, Refit: 5}},
	{name: "robust+bound+refit+relabel", how: advboost.Strategy{Split: 1, Gradient: worst, Refit: 5, Relabel: 3}},
	{name: "robust+bound+refit pruned", prune: true, how: advboost.Strategy{Split: 1, Gradient: worst, Refit: 5}},
	{name: "forest", how: advboost.Strategy{Booster: trainer.Forest}},
	{name: "forest four placements", params: placements, how: advboost.Strategy{Booster: trainer.Forest, Split: 1}},
	{name: "forest robust", how: advboost.Strategy{Booster: trainer.Forest, Split: 1}},
	{name: "forest robust+relabel", how: advboost.Strategy{Booster: trainer.Forest, Split: 1, Relabel: 3}},
	{name: "forest both children", params: both, how: advboost.Strategy{Booster: trainer.Forest, Split: 1}},
}

// choose returns the strategies in a list of names.
func choose(names string) ([]strategy, error) {
	switch names {
	case "all":
		return strategies, nil
	case "default":
		names = "natural," + usual
	}
	var chosen []strategy
	for _, name := range strings.Split(names, ",") {
		s := named(name)
		if s == nil {
			return nil, fmt.Errorf("no strategy %q", name)
		}
		chosen = append(chosen, *s)
	}
	return chosen, nil
}

// named returns the strategy with a name, or nil.
func named(name string) *strategy {
	if i := slices.IndexFunc(strategies, func(s strategy) bool { return s.name == name }); i >= 0 {
		return &strategies[i]
	}
	return nil
}

// withPicked returns strategies and, after the usual one, its picked variant for a set; not with folds or
// tuning, where nothing may be chosen by test rows.
func (b *benchmark) withPicked(all []strategy, on *set) []strategy {
	var both []strategy
	for _, s := range all {
		both = append(both, s)
		if s.name == usual && on.picked != nil && b.folds == 0 && !b.tune {
			s.name, s.params, s.how.Clean, s.lags = "picked", on.picked.params, on.picked.clean, on.picked.lags
			both = append(both, s)
		}
	}
	return both
}

// widened returns splits with further columns if the strategy has robust splits: means of neighbours, or
// extremes of pixels. With the latter it also adds shifted copies of training images, which cannot be
// made afterwards. In norm inf, what is certified with such columns is a lower bound, and tight only if
// training assumes the worst case.
func (s *strategy) widened(on *set, splits []split) ([]split, error) {
	if s.how.Split == 0 || on.reach == 0 && s.lags == [2]int{} {
		return splits, nil
	}
	wide := make([]split, len(splits))
	for k, d := range splits {
		train, err := d.train, error(nil)
		if on.reach > 0 {
			if train, err = train.WithShifts(1); err != nil {
				return nil, err
			}
		}
		if wide[k].train, err = s.columns(on, train); err != nil {
			return nil, err
		}
		if wide[k].test, err = s.columns(on, d.test); err != nil {
			return nil, err
		}
	}
	return wide, nil
}

// columns returns a table with the further columns.
func (s *strategy) columns(on *set, t *data.Table) (*data.Table, error) {
	if on.reach > 0 {
		return t.WithExtremes(on.reach)
	}
	return t.WithMeans(s.lags[0], s.lags[1])
}

// kind returns the booster.
func (s *strategy) kind() string {
	if s.how.Booster == "" {
		return trainer.GBDT
	}
	return s.how.Booster
}

// parameters returns the parameters of a strategy on a set: shared ones, overridden by the set, the
// strategy and the command line.
func (s *strategy) parameters(on *set, changes map[string]string) (trainer.Params, error) {
	p := trainer.Defaults(s.kind())
	p.Rounds, p.MaxDepth, p.MinSamplesLeaf, p.MinChildWeight = 60, 4, 5, 0
	p.Subsample = 0.9 // so that seeds make a difference
	if s.how.Booster == trainer.Forest {
		p.MinSamplesLeaf, p.ColsampleByNode = 10, 0.5
	}
	for _, values := range []map[string]string{on.params, s.params, changes} {
		for name, value := range values {
			if s.how.Booster == trainer.Forest && (name == "learning-rate" || name == "lambda") {
				continue // a forest has neither
			}
			if err := p.Set(s.kind(), name, value); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// manyRows is a number of training rows at which a round takes seconds.
const manyRows = 50000

// hardening returns the strategy for the training rows of a split.
func (s *strategy) hardening(d *split, eps float64) advboost.Strategy {
	how := s.how
	how.Eps = eps
	if s.against > 0 {
		how.Eps *= s.against
	}
	how.Rows = int(s.share * float64(d.train.Rows))
	return how
}

// train trains a model on the training rows of a split.
func (s *strategy) train(ctx context.Context, d *split, p trainer.Params, eps float64) (*ensemble.Ensemble, error) {
	rows := d.train
	if s.prune {
		kept, err := ceiling.Prune(ctx, rows, eps, ceiling.Options{Norm: attack.LInf, Threads: p.Threads})
		if err != nil {
			return nil, err
		}
		if left := rows.Subset(kept); left.Trainable() == nil { // more than one class is left
			rows = left
		}
	}
	if d.train.Rows >= manyRows {
		p.Progress = func(done, of int) { fmt.Fprintf(os.Stderr, "%s: round %d of %d\n", s.name, done, of) }
	}
	return advboost.Harden(ctx, rows, p, s.hardening(d, eps))
}

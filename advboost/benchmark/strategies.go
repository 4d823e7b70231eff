package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// strategy is a way to harden: what it changes of natural training.
type strategy struct {
	name    string
	booster string  // "" for gbdt
	split   float64 // share of eps that splits are robust at
	chen    bool    // splits by the four placements
	bound   bool    // gradients at the bound
	refit   int     // steps on the leaf values
	clean   float64 // share of clean margins
	attack  float64 // share of the rows attacked in each round
	within  bool    // only examples within eps
}

// usual is the strategy to use; the others take it apart.
const usual = "robust+bound+refit"

var strategies = []strategy{
	{name: "natural"},
	{name: "append", attack: 0.1},
	{name: "append within eps", attack: 0.1, within: true},
	{name: "four placements", split: 1, chen: true},
	{name: "robust", split: 1},
	{name: "bound", bound: true},
	{name: "bound+refit", bound: true, refit: 5},
	{name: "half robust+append", split: 0.5, attack: 0.1, within: true},
	{name: "robust+bound", split: 1, bound: true},
	{name: "robust+bound+clean", split: 1, bound: true, clean: 0.3},
	{name: usual, split: 1, bound: true, refit: 5},
	{name: "forest", booster: trainer.Forest},
	{name: "forest robust", booster: trainer.Forest, split: 1},
}

// choose returns the strategies of a list of names.
func choose(names string) ([]strategy, error) {
	switch names {
	case "all":
		return strategies, nil
	case "default":
		names = "natural," + usual
	}
	var chosen []strategy
	for _, name := range strings.Split(names, ",") {
		i := slices.IndexFunc(strategies, func(s strategy) bool { return s.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no strategy %q", name)
		}
		chosen = append(chosen, strategies[i])
	}
	return chosen, nil
}

// train trains a model on a set.
func (s *strategy) train(ctx context.Context, on set, t *data.Table, seed uint64, threads int) (*ensemble.Ensemble, error) {
	name := s.booster
	if name == "" {
		name = trainer.GBDT
	}
	p := trainer.Defaults(name)
	p.Rounds, p.MaxDepth, p.MinSamplesLeaf, p.MinChildWeight = 60, 4, 5, 0
	p.Subsample = 0.9 // so that seeds make a difference
	if on.params != nil {
		on.params(&p)
	}
	if name == trainer.Forest {
		p.MinSamplesLeaf, p.ColsampleByNode, p.LearningRate, p.Lambda = 10, 0.5, 1, 0
	}
	p.Seed, p.Threads = seed, threads
	ball := advboost.Ball{Eps: on.eps}
	if s.split > 0 {
		ball.Robust(&p, t.Cols, s.split)
	}
	if s.chen {
		p.RobustSplit = trainer.FourPlacements
	}
	hooks, err := s.hooks(ball, &p, t)
	if err != nil {
		return nil, err
	}
	b, err := booster.New(name, p)
	if err != nil {
		return nil, err
	}
	return b.Train(ctx, t, hooks...)
}

func (s *strategy) hooks(ball advboost.Ball, p *trainer.Params, t *data.Table) (hooks []trainer.Hook, err error) {
	if s.bound {
		h, err := advboost.NewBound(advboost.BoundOptions{
			Ball: ball, Clean: s.clean, Threads: p.Threads,
			Refit: advboost.Refit{Steps: s.refit, Lambda: p.Lambda, LearningRate: p.LearningRate, ClassWeight: p.ClassWeights(t)},
		})
		if err != nil {
			return nil, err
		}
		hooks = append(hooks, h)
	}
	if s.attack > 0 {
		o := advboost.Options{Attack: ltattack.Attack{Starts: 2}, Share: s.attack, Seed: p.Seed, Threads: p.Threads}
		if s.within {
			o.Eps = ball.Eps
		}
		h, err := advboost.New(o)
		if err != nil {
			return nil, err
		}
		hooks = append(hooks, h)
	}
	return hooks, nil
}

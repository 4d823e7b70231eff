package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval/cluster/loop"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
)

type hardenCommand struct {
	rows      dataFlags
	train     trainFlags
	attack    attackFlags
	test      string
	testShare float64
	folds     int
	scale     string
	hardenEps string
	strategy  strategyFlags
	tune      tuneFlags
	refine    string
	curve     curveFlags
	judge     judgeFlags
	out       string
	on        connectFlags
}

func newHarden() *cobra.Command {
	h := &hardenCommand{}
	c := &cobra.Command{
		Use:   "harden",
		Short: "Train a model that resists small changes, and compare it with a natural one",
		Long: `Harden trains a natural model and one that is hardened against every change
within a radius, evaluates both on held-out rows, prints the comparison and
writes a report. Without flags it does so on built-in data.

Five pieces harden a model, and each can be changed or turned off:

  --split     robust splits: each is chosen for the worst case within a share of
              the radius
  --gradient  worst-case gradients: boosting learns from the worst that an
              attacker can do to the trees so far, not from the rows as they are
  --refit     the leaf values of each new tree are improved in that worst case;
              in a forest, rows under attack vote on them
  --loop      adversarial training: rows are attacked between rounds, and the
              adversarial examples, or the worst rows, are trained on; on by default
              in every norm but inf, if it gains something on top of the others
  --relabel   robust relabelling: when training is over, the leaf values of all
              trees are improved in the worst case

For the norms 2, 1, 0 and cost a quick experiment on training rows checks whether the
defaults of norm inf keep clearly more rows robust than the norm's own. That happens
if one column may use up the whole radius, or if the columns that cannot change are
enough to tell the classes apart.

Three defaults depend on the rows: --max-depth is 4 to 10 in norm inf and 4 to 6 in
the others, by the number of rows of the rarest class, and 6 to 12 in a forest, also by
that of classes; where boosted trees are deeper than 4, --lambda is 5; and each tree
sees three in ten of the columns (--colsample-bytree) in norm 0, and in the norms 2, 1
and cost if columns of categories, or of yes and no, can change, so that changing one
column cannot sway every tree.
Boosting takes 30 rounds at a learning rate of 0.2 in norm inf, and 60 at 0.1 in the
other norms, where few trees are easy to sway; give more rounds a smaller rate.
--robust-both is on in norm inf only: in the others it expects too strong an attacker.

The natural model is the one that "hardwood train" makes with the same flags,
and with --balanced if the aim is not robust and no flag weighs the classes. It
is never tuned: --tune is for the hardened model.

After Ctrl-C the models that are finished are kept, of the hardened one also the trees
so far, and if both are, a report on the held-out rows that are finished, if they are at
least 10.

--folds 5 bases the verdict on all rows, by cross-validation, if few are held out.

--refine applies --relabel to a finished model of any library.
--clean trades robustness for accuracy, --curve shows what that costs, and --tune
chooses the parameters on training rows. Adversarial boosting as it was first
published (Kantchelian et al. 2016) is --split 0 --gradient natural --loop lt
--any-distance.`,
		Example: `  hardwood harden
  hardwood harden --data builtin:digits --eps 0.1 --tune
  hardwood harden --data train.csv --test test.csv --label outcome --norm inf --eps 0.02,0.05,0.1
  hardwood harden --refine xgboost.json --data train.csv --test test.csv --scale-by train.csv --eps 0.05
  hardwood harden --data builtin:digits --booster forest --eps 1,2,4 --units raw --out digits-out`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return h.run(c.Context(), c) },
	}
	h.add(c)
	return c
}

// add defines the flags.
func (h *hardenCommand) add(c *cobra.Command) {
	f := c.Flags()
	addOut(c, &h.out, "hardwood-out", "directory for the models and the report")
	h.judge.addResamples(c)
	section(c, "Rows", func() {
		h.rows.add(c, "training rows")
		h.rows.addRows(c)
		f.Lookup("data").DefValue = "builtin:wdbc"
		h.rows.source = "builtin:wdbc"
		f.StringVar(&h.test, "test", "", "held-out rows, by default a share of the data: examples.csv has their numbers, from 0")
		say(c, reads, "test")
		h.rows.addTestRows(c)
		h.rows.addWeightColumn(c, "in training; models are judged by all rows alike")
		h.rows.addSplitBy(c, "are held out together and count as one draw for confidence intervals")
		f.Float64Var(&h.testShare, "test-share", 0.25, "share of the data to hold out if --test is not given")
		f.IntVar(&h.folds, "folds", 0, "base the verdict on all rows, by cross-validation in this many folds, such as 5: the held-out rows are one fold, and the rows of every "+
			"other are judged by models trained in the same way without them; for small tables. --test-share then defaults to one over this number")
		addScale(c, &h.scale)
	})
	section(c, "Attacker", func() {
		h.attack.addEps(c)
		f.StringVar(&h.hardenEps, "harden-eps", "", "radius to harden against, by default the middle one of --eps")
		h.attack.add(c)
		sayLevels(c)
		h.attack.addScaleBy(c)
		f.Lookup("scale-by").Usage += "; for --refine"
	})
	section(c, "Hardening", func() {
		h.judge.addAim(c, "the model is hardened for and judged by")
		h.strategy.add(c)
		h.tune.add(c)
		addRefine(c, &h.refine)
		h.curve.add(c)
	})
	section(c, "Training", func() {
		h.train.add(c, func(booster string) trainer.Params { return experiment.DefaultParams(booster, attack.LInf, nil) },
			"robust-eps", "robust-down", // --harden-eps and --split say that, of the hardened model alone
			"early-stopping-rounds", "eval-metric", "oob-score")
	})
	section(c, "Attack", func() { h.attack.methodFlags.add(c, method.Find, "auto") })
	section(c, "Other machines", func() {
		h.on.add(c, "let workers do the attack of --loop; they get it from this NATS server (see hardwood help machines)")
	})
}

func (h *hardenCommand) run(ctx context.Context, c *cobra.Command) error {
	o, err := h.check(c)
	if err != nil {
		return err
	}
	if h.refine != "" {
		return h.runRefine(ctx, c, o)
	}
	if h.attack.scaleBy != "" {
		return usage(errors.New("--scale-by is only for --refine: a model that is trained here is scaled as --scale says"))
	}
	if h.folds > 0 && !c.Flags().Changed("test-share") {
		h.testShare = 1 / float64(h.folds)
	}
	var rows *experiment.Data
	err = untilSignal(ctx, func() (err error) {
		rows, err = h.read(o.Params.Seed)
		return err
	})
	if err != nil {
		return err
	}
	if err := o.Params.CheckFeatures(rows.Train.Cols, len(rows.Train.Classes)); err != nil {
		return usage(err)
	}
	if o, err = h.settle(c, rows); err != nil {
		return err
	}
	if h.on.URL != "" {
		switch loop := o.Strategy.Loop; {
		case h.tune.on:
		case loop == advboost.NoAttack:
			progressOf(c).warn("--on does nothing beside --loop none")
		case loop == advboost.WorstAttack:
			progressOf(c).warn("--on does little beside --loop worst: a row is handed out only if its worst one is not found here")
		}
		q, err := h.on.dial(c)
		if err != nil {
			return err
		}
		defer q.Close()
		o.Strategy.Elsewhere = loop.Elsewhere(q.Asker(mixVersion(), part.Arch()))
	}
	return h.finish(ctx, c, rows, o)
}

// finish hardens the model and prints the comparison.
func (h *hardenCommand) finish(ctx context.Context, c *cobra.Command, rows *experiment.Data, o experiment.Options) error {
	o.Provenance = provenance(c, &h.attack, rows.Train)
	var stop func()
	o.Evaluate.Rest, stop = untilSecondSignal(ctx, nil)
	defer stop()
	result, err := experiment.Harden(ctx, rows, o)
	if result.Report != nil {
		if err := printComparison(c, result.Report, h.out); err != nil {
			return err
		}
	}
	switch {
	case !errors.Is(err, context.Canceled):
		return err
	case result.Files == nil:
		return fmt.Errorf("interrupted before anything was finished: %w", err)
	}
	kept, about := strings.Join(result.Files, ", "), "no report is written"
	if result.Unfinished {
		kept += fmt.Sprintf(", of which the last has the first %s only", phrase.Count(len(result.Hardened.Ensemble.Trees), "tree"))
	}
	if result.Report != nil {
		about = aboutRows(result.Report)
	}
	return fmt.Errorf("interrupted; finished so far: %s; %s: %w", kept, about, err)
}

func (h *hardenCommand) read(seed uint64) (*experiment.Data, error) {
	if h.test != "" {
		return readTrainTest(&h.rows, h.test, experiment.Scale(h.scale), seed)
	}
	all, err := h.rows.read(h.rows.source)
	if err != nil {
		return nil, err
	}
	some := h.rows.sample(all, seed)
	if n := some.Units(); h.folds > n {
		of := "rows"
		if by := some.Found.SplitBy; by != "" {
			of = fmt.Sprintf("values of %q, which rows are split by", by)
		}
		return nil, usage(fmt.Errorf("--folds is %d, of %d %s", h.folds, n, of))
	}
	rows, err := experiment.Split(some, h.testShare, experiment.Scale(h.scale), seed)
	if err == nil {
		rows.Test = sample(rows.Test, h.rows.held, seed)
	}
	return h.rows.scaled(rows, err)
}

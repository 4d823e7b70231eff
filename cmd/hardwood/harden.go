package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

type hardenCommand struct {
	rows      dataFlags
	train     trainFlags
	attack    attackFlags
	test      string
	testShare float64
	scale     string
	hardenEps string
	strategy  strategyFlags
	tune      bool
	resamples int
	aim       string
	out       string

	finished []string // files of the phases so far
}

func newHarden() *cobra.Command {
	h := &hardenCommand{}
	c := &cobra.Command{
		Use:   "harden",
		Short: "Train a model that resists small changes, and compare it with a natural one",
		Long: `Harden trains a natural model and one that is hardened against every change
within a radius, evaluates both on held-out rows, prints the comparison and
writes a report. Without flags it does so on built-in data.

Four pieces harden a model, and each can be changed or turned off:

  --split     robust splits: each is chosen for the worst case within a share of
              the radius
  --gradient  worst-case gradients: boosting learns from the worst that an
              adversary can do to the trees so far, not from the rows as they are
  --refit     the leaf values of each new tree are improved in that worst case;
              in a forest, rows under attack vote on them (for boosting try 5:
              with --loop none it is quick and good)
  --loop      adversarial training: rows are attacked between rounds, and the
              adversarial examples are trained on

--clean trades robustness for accuracy, and --tune chooses the parameters on
training rows. Adversarial boosting as it was first published (Kantchelian et
al. 2016) is --split 0 --gradient natural --loop lt --any-distance.`,
		Example: `  hardwood harden
  hardwood harden --data builtin:digits --eps 0.1 --tune
  hardwood harden --data train.csv --test test.csv --label outcome --norm inf --eps 0.02,0.05,0.1
  hardwood harden --data builtin:digits --booster forest --eps 1,2,4 --units raw --out digits-out`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return h.run(c.Context(), c) },
	}
	f := c.Flags()
	addOut(c, &h.out, "hardwood-out", "directory for the models and the report")
	addResamples(c, &h.resamples)
	section(c, "Rows", func() {
		h.rows.add(c, "training rows")
		h.rows.addRows(c)
		f.Lookup("data").DefValue = "builtin:wdbc"
		h.rows.source = "builtin:wdbc"
		f.StringVar(&h.test, "test", "", "held-out rows, by default a share of the data")
		h.rows.addTestRows(c)
		f.Float64Var(&h.testShare, "test-share", 0.25, "share of the data to hold out where --test is not given")
		addScale(c, &h.scale)
	})
	section(c, "Adversary", func() {
		h.attack.addEps(c)
		f.StringVar(&h.hardenEps, "harden-eps", "", "radius to harden against, by default the middle one of --eps")
		h.attack.add(c)
	})
	section(c, "Hardening", func() {
		addAim(c, &h.aim, "the model is hardened for and judged by")
		h.strategy.add(c)
		f.BoolVar(&h.tune, "tune", false, "choose depth, rounds, learning rate, --harden-eps at or somewhat above the radius and, for norms 2 and 1, --split, those that are not given, by proved robust accuracy on held-out training rows; the defaults stay unless others are better by a standard error")
	})
	section(c, "Training", func() {
		h.train.add(c, map[string]string{"rounds": "60", "max-depth": "4"},
			"robust-eps", "robust-down", // --harden-eps and --split say that, of the hardened model alone
			"early-stopping-rounds", "eval-metric", "oob-score")
	})
	section(c, "Attack", func() { h.attack.methodFlags.add(c, method.Find, "auto") })
	return c
}

func (h *hardenCommand) run(ctx context.Context, c *cobra.Command) error {
	o, params, strategy, err := h.options()
	if err != nil {
		return err
	}
	if err := checkOptions(c, h.attack.method, strategy.Loop); err != nil {
		return err
	}
	rows, err := h.read(params.Seed)
	if err != nil {
		return err
	}
	if err := params.CheckFeatures(rows.Train.Cols, len(rows.Train.Classes)); err != nil {
		return usage(err)
	}
	o.Aim = chooseAim(c, o.Aim, rows.Train, &params)
	if h.attack.method == method.RBA {
		h.attack.Rows = rowsOf(rows.Train)
		if o.Attack, err = method.New(h.attack.method, h.attack.Settings); err != nil {
			return err
		}
	}
	if o.Constraints, err = h.attack.constraints(rows.Reader(), rows.Train, rows.Test); err != nil {
		return err
	}
	if err := report.MakeDir(h.out); err != nil {
		return err
	}
	if strategy, err = h.strategy.strategy(h.train.booster, o.Norm, h.attack.Settings, rows.Train); err != nil {
		return err
	}
	strategy.Constraints = o.Constraints
	err = h.phases(ctx, c, rows, params, strategy, o)
	if errors.Is(err, context.Canceled) {
		if h.finished == nil {
			return fmt.Errorf("interrupted before anything was finished: %w", err)
		}
		return fmt.Errorf("interrupted; finished so far: %s: %w", strings.Join(h.finished, ", "), err)
	}
	return err
}

// options returns the checked options of evaluation, training and hardening.
func (h *hardenCommand) options() (o eval.Options, params trainer.Params, strategy advboost.Strategy, err error) {
	e := evalCommand{attack: h.attack, resamples: h.resamples, aim: h.aim}
	if o, err = e.options(); err != nil {
		return
	}
	if params, err = h.train.params(); err != nil {
		return
	}
	if err = usage(cmp.Or(params.Check(h.train.booster), experiment.Scale(h.scale).Check())); err != nil {
		return
	}
	if !(h.testShare > 0 && h.testShare < 1) {
		err = usage(fmt.Errorf("--test-share is %v, must be above 0 and below 1", h.testShare))
		return
	}
	eps, err := h.radius()
	if err != nil {
		return
	}
	if eps == 0 && o.Eps != nil && middle(o.Eps) == 0 {
		err = usage(fmt.Errorf("--eps 0 leaves nothing to harden against: add a larger one, or --harden-eps"))
		return
	}
	o.Seed, o.Threads = params.Seed, params.Threads
	strategy, err = h.strategy.strategy(h.train.booster, o.Norm, h.attack.Settings, nil)
	return
}

func (h *hardenCommand) read(seed uint64) (*experiment.Data, error) {
	if h.test != "" {
		return readTrainTest(&h.rows, h.test, experiment.Scale(h.scale), seed)
	}
	all, err := h.rows.read(h.rows.source)
	if err != nil {
		return nil, err
	}
	if err := all.Trainable(); err != nil {
		return nil, err
	}
	train, test, err := h.rows.sample(all, seed).Split(h.testShare, seed)
	if err != nil {
		return nil, err
	}
	return experiment.Prepare(train, test, experiment.Scale(h.scale))
}

// phases trains both models and evaluates them.
func (h *hardenCommand) phases(ctx context.Context, c *cobra.Command, rows *experiment.Data, params trainer.Params, strategy advboost.Strategy, o eval.Options) error {
	p := progressOf(c)
	p.start(fmt.Sprintf("train a natural %s on %d rows of %s", h.train.booster, rows.Train.Rows, rows.Train.Source))
	natural, err := h.fit(ctx, rows, params, p, "natural", advboost.Strategy{Booster: h.train.booster}, watch(p))
	if err != nil {
		return err
	}
	probed := o.Eps == nil
	eps, err := h.target(ctx, p, natural.Ensemble, rows.Train, &o)
	if err != nil {
		return err
	}
	strategy.Eps = eps
	if h.tune {
		if params, strategy, err = h.tuned(ctx, c, rows, params, strategy, o.Aim); err != nil {
			return err
		}
	}
	hardened, err := h.harden(ctx, rows, params, strategy, p)
	if err != nil {
		return err
	}
	return evaluate(ctx, c, []eval.Model{natural, hardened}, rows.Test, o, destination{dir: h.out, attack: &h.attack, focus: eps, probed: probed})
}

// fit trains a model and writes its file.
func (h *hardenCommand) fit(ctx context.Context, rows *experiment.Data, params trainer.Params, p *progress, name string, strategy advboost.Strategy, watch ...trainer.Hook) (eval.Model, error) {
	e, seconds, err := rows.Fit(ctx, params, strategy, watch...)
	if err != nil {
		return eval.Model{}, err
	}
	files := report.NewDirectory(h.out) // an earlier report is not about this model
	defer files.Abandon()
	if err := files.File(name+".json", func(w io.Writer) error { return format.Write(w, e, format.Hardwood) }); err != nil {
		return eval.Model{}, err
	}
	if err := files.Commit(); err != nil {
		return eval.Model{}, err
	}
	h.finished = append(h.finished, filepath.Join(h.out, name+".json"))
	p.done(fmt.Sprintf("%d trees, %s", len(e.Trees), scoreOf(e, rows)))
	return eval.Model{Name: name, Ensemble: e, TrainSeconds: seconds}, nil
}

// harden trains the hardened model.
func (h *hardenCommand) harden(ctx context.Context, rows *experiment.Data, params trainer.Params, strategy advboost.Strategy, p *progress) (eval.Model, error) {
	p.start(fmt.Sprintf("train a hardened %s against eps %g", h.train.booster, strategy.Eps))
	if ball := strategy.Ball(); ball.CoversRange(rows.Train) {
		p.warn(fmt.Sprintf("eps %g reaches across the range of every feature: a model that holds against that is constant", strategy.Eps))
	}
	var last advboost.Progress
	strategy.Progress = func(a advboost.Progress) {
		last = a
		note := fmt.Sprintf("%d of %d attacked rows broken, %d with an example in training", a.Found, a.Attacked, a.Kept)
		if a.Fruitless > 1 {
			note = fmt.Sprintf("nothing found in %d attacks, training goes on without", a.Fruitless)
		}
		p.at(a.Round, a.Of, note)
	}
	model, err := h.fit(ctx, rows, params, p, "hardened", strategy, watch(p))
	if err == nil && last.Fruitless >= fruitless {
		p.warn(fmt.Sprintf("the attack in the loop found nothing in the last %d rounds that it was run: they added no examples", last.Fruitless))
	}
	return model, err
}

// fruitless is the number of attacks without an example that are worth a
// remark.
const fruitless = 5

// probeRows is the number of training rows that the suggestion of eps is
// drawn from.
const probeRows = 200

// target returns the eps to harden against, and completes the eps to report.
func (h *hardenCommand) target(ctx context.Context, p *progress, natural *ensemble.Ensemble, train *data.Table, o *eval.Options) (float64, error) {
	if o.Eps == nil {
		p.start("look for a useful eps on training rows")
		probe := *o
		probe.Progress = func(_ *eval.Model, n, of int) { p.at(n, of, "") }
		var err error
		if o.Eps, err = experiment.Probe(ctx, natural, train, probeRows, probe); err != nil {
			return 0, err
		}
		if o.Eps == nil {
			return 0, fmt.Errorf("no change of a row changes what the natural model says: there is nothing to harden")
		}
		p.done(fmt.Sprintf("eps %v", o.Eps))
	}
	eps, err := h.radius()
	switch {
	case err != nil:
		return 0, err
	case eps == 0:
		return middle(o.Eps), nil
	case !slices.Contains(o.Eps, eps):
		o.Eps = append(o.Eps, eps)
		slices.Sort(o.Eps)
	}
	return eps, nil
}

// middle returns the radius to harden against where only those to report are
// given.
func middle(eps []float64) float64 { return eps[len(eps)/2] }

// radius returns --harden-eps, 0 if it is not given.
func (h *hardenCommand) radius() (float64, error) {
	if h.hardenEps == "" {
		return 0, nil
	}
	eps, err := fraction(h.hardenEps)
	if err != nil || !(eps > 0) || math.IsInf(eps, 1) {
		return 0, usage(fmt.Errorf("--harden-eps is %q, not a number above 0", h.hardenEps))
	}
	return eps, nil
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// check returns the options as far as they do not depend on the rows, and reports wrong flags before
// anything is read.
func (h *hardenCommand) check(c *cobra.Command) (o experiment.Options, err error) {
	if h.on.URL != "" && c.Flags().Changed("time") {
		return o, usage(fmt.Errorf("--time beside --on: %s", timed))
	}
	if err := h.on.alone(c); err != nil {
		return o, err
	}
	if err := cmp.Or(h.tune.check(c), h.curve.check(c)); err != nil {
		return o, err
	}
	if o, err = h.options(c, nil); err != nil {
		return o, err
	}
	return o, checkOptions(c, h.attack.method, o.Strategy.Loop)
}

// settle returns the options for the rows, and prints what it takes for them.
func (h *hardenCommand) settle(c *cobra.Command, rows *experiment.Data) (experiment.Options, error) {
	levels := h.attack.countLevels(c, rows.Train)
	h.attack.tellLevelsNorm(c, rows.Train)
	tellFlags(c, rows.Train)
	o, err := h.options(c, rows.Train)
	if err != nil {
		return o, err
	}
	if !h.tune.on {
		h.strategy.tellIdle(c, &o.Strategy, progressOf(c).warn)
	}
	if o.Strategy.Relabel > 0 && o.Strategy.Gradient == advboost.ColumnBound { // by default where columns change as a whole
		progressOf(c).warn("--relabel goes by the worst rows that it finds: it may undo what training holds against changes of level, or in norm 0 of columns")
	}
	if levels != "" {
		o.Chosen = []string{levels + "."}
	}
	if err := h.attack.settle(c, o.Evaluate.Norm, rows.Reader(), nil); err != nil {
		return o, err
	}
	h.attack.findGroups(c, rows.Reader(), rows.Train)
	if o.Strategy.Constraints, err = h.attack.constraints(warner(c), rows.Reader(), rows.Train, rows.Test); err != nil {
		return o, err
	}
	o.Evaluate.Gain = h.attack.gain
	tellLevels(c, rows.Train.Columns, o.Strategy.Constraints)
	return o, nil
}

// options returns the checked options. rows are the training rows, nil if they are not
// read yet.
func (h *hardenCommand) options(c *cobra.Command, rows *data.Table) (experiment.Options, error) {
	p := progressOf(c)
	o := experiment.Options{Dir: h.out, Folds: h.folds}
	o.Progress = experiment.Progress{Start: p.start, At: p.at, Left: p.within, Done: p.done, Note: func(note string) { p.warn(inFlags(c, note)) }}
	var err error
	if o.Evaluate, err = h.judge.options(&h.attack); err != nil {
		return o, err
	}
	if o.Natural, err = h.train.over(trainer.Defaults); err != nil {
		return o, err
	}
	hardened := func(booster string) trainer.Params { return experiment.DefaultParams(booster, o.Evaluate.Norm, rows) }
	if o.Params, err = h.train.over(hardened); err != nil {
		return o, err
	}
	o.KeepLoop = c.Flags().Changed("loop")
	c.Flags().Visit(func(f *pflag.Flag) {
		if experiment.IsOption(f.Name) {
			o.Given = append(o.Given, f.Name)
		}
	})
	o.Weighed = slices.ContainsFunc(trainer.Weighing, c.Flags().Changed)
	if err := experiment.Scale(h.scale).Check(); err != nil {
		return o, usage(err)
	}
	switch {
	case !(h.testShare > 0 && h.testShare < 1):
		return o, usage(fmt.Errorf("--test-share is %v, must be above 0 and below 1", h.testShare))
	case h.test != "" && c.Flags().Changed("test-share"):
		return o, usage(errors.New("--test-share is for splitting the data, but --test names the rows to judge by"))
	}
	if o.Strategy, err = h.strategy.strategy(h.train.booster, o.Evaluate.Norm, h.attack.Settings, rows); err != nil {
		return o, err
	}
	if o.Strategy.Eps, err = h.radius(); err != nil {
		return o, err
	}
	o.Tuning = h.tuning(c, &o, rows)
	o.Curve = h.curve.options(c, func(flags map[string]string) string { return h.again(c, flags) })
	return o, usage(o.Check())
}

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

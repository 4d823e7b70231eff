package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// tuneFlags ask for a search of parameters.
type tuneFlags struct {
	on   bool
	time time.Duration
}

func (f *tuneFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.on, "tune", false, "tune what no flag sets, by the certified accuracy of the aim on held-out training rows: "+
		"booster, depth, rounds, learning rate, leaf size, both-children routing, refit, the loop, the mixing weight, the radius to harden against and more; "+
		"defaults are kept unless other values are better by more than a standard error, and worse in no fold")
	c.Flags().DurationVar(&f.time, "tune-time", 0, "time limit for tuning, such as 5m, instead of a number of settings that depends on the size of the table; implies --tune. "+
		"What is tried then depends on the machine; the command that trains the same model again is printed")
}

// check turns the search on if only its time is given.
func (f *tuneFlags) check(c *cobra.Command) error {
	timed := c.Flags().Changed("tune-time")
	switch {
	case timed && f.time <= 0:
		return usage(fmt.Errorf("--tune-time is %v, must be above 0", f.time))
	case timed && !f.on && c.Flags().Changed("tune"):
		return usage(errors.New("--tune-time does nothing beside --tune=false"))
	}
	f.on = f.on || timed
	return nil
}

// tuning returns the search for parameters that no flag sets, nil for none. rows are the
// training rows, nil if they are not read yet.
func (h *hardenCommand) tuning(c *cobra.Command, o *experiment.Options, rows *data.Table) *experiment.Tuning {
	if !h.tune.on {
		return nil
	}
	t := &experiment.Tuning{
		Spaces: []experiment.Space{experiment.SpaceAround(o.Params, o.Strategy, rows)},
		Budget: h.tune.time,
		Command: func(flags map[string]string) string {
			if loop := o.Strategy.Loop; loop != advboost.NoAttack && flags["loop"] == "" {
				flags["loop"] = loop // without it, a quick experiment decides again whether the loop pays
			}
			return h.again(c, flags)
		},
	}
	if !c.Flags().Changed("booster") {
		if space, err := h.otherSpace(o, rows); err == nil { // an error means that a flag is only for the first booster
			t.Spaces = append(t.Spaces, space)
		}
	}
	h.leave(c, t)
	return t
}

// otherSpace returns the space to search with the other booster.
func (h *hardenCommand) otherSpace(o *experiment.Options, rows *data.Table) (experiment.Space, error) {
	other := h.train
	other.booster = trainer.Forest
	if h.train.booster == trainer.Forest {
		other.booster = trainer.GBDT
	}
	params, err := other.over(func(booster string) trainer.Params { return experiment.DefaultParams(booster, o.Evaluate.Norm, rows) })
	if err != nil {
		return experiment.Space{}, err
	}
	strategy, err := h.strategy.strategy(other.booster, o.Evaluate.Norm, h.attack.Settings, rows)
	if err == nil {
		err = cmp.Or(params.Check(other.booster), strategy.Check())
	}
	return experiment.SpaceAround(params, strategy, rows), err
}

// leave takes what flags set out of a search.
func (h *hardenCommand) leave(c *cobra.Command, t *experiment.Tuning) {
	var given []string
	c.Flags().Visit(func(f *pflag.Flag) { given = append(given, f.Name) })
	if slices.ContainsFunc(trainer.Weighing, c.Flags().Changed) {
		given = append(given, "scale-pos-weight")
	}
	for i := range t.Spaces {
		t.Spaces[i].Without(given...)
	}
}

// again returns the command that trains the model with the flags that a search chose.
func (h *hardenCommand) again(c *cobra.Command, flags map[string]string) string {
	names := slices.Sorted(maps.Keys(flags))
	command := commandLine(c, append(names, "tune", "tune-time", "curve", "max-clean-loss")...)
	for _, name := range names {
		command += fmt.Sprintf(" --%s=%s", name, quoted(flags[name]))
	}
	return command
}

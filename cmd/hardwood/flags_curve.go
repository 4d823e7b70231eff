package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// curveFlags ask for the trade-off between clean and robust accuracy.
type curveFlags struct {
	draw bool
	loss float64
}

// add defines the flags.
func (f *curveFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.draw, "curve", false, "draw clean against certified robust accuracy for models from natural to hardened, on held-out training rows")
	c.Flags().Float64Var(&f.loss, "max-clean-loss", 0, "take the most robust model of that curve that loses at most this much clean accuracy, such as 0.02; "+
		"by default the one that is hardened as the other flags say; the command that trains it without the curve is printed")
}

// check turns the curve on if only the limit is given.
func (f *curveFlags) check(c *cobra.Command) error {
	limited := c.Flags().Changed("max-clean-loss")
	if limited && !f.draw && c.Flags().Changed("curve") {
		return usage(errors.New("--max-clean-loss does nothing beside --curve=false"))
	}
	f.draw = f.draw || limited
	return nil
}

// options returns what to draw, nil for nothing. command is [experiment.Curve.Command].
func (f *curveFlags) options(c *cobra.Command, command func(flags map[string]string) string) *experiment.Curve {
	if !f.draw {
		return nil
	}
	o := &experiment.Curve{Command: command}
	if c.Flags().Changed("max-clean-loss") {
		o.MaxCleanLoss = &f.loss
	}
	return o
}

package main

import (
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

// options returns what to draw, nil for nothing. command is [experiment.Curve.Command].
func (f *curveFlags) options(c *cobra.Command, command func(flags map[string]string) string) *experiment.Curve {
	limited := c.Flags().Changed("max-clean-loss")
	if !f.draw && !limited {
		return nil
	}
	o := &experiment.Curve{Command: command}
	if limited {
		o.MaxCleanLoss = &f.loss
	}
	return o
}

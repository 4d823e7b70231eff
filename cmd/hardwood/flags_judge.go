package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval"
)

// judgeFlags say how models are judged.
type judgeFlags struct {
	aim       string
	resamples int
}

// addAim defines --aim. what completes "accuracy that".
func (j *judgeFlags) addAim(c *cobra.Command, what string) {
	c.Flags().StringVar(&j.aim, "aim", "", fmt.Sprintf("accuracy that %s: robust, the share of rows; balanced, the mean over the classes; or worst-class; by default robust, or balanced if a class has less than %g of an even share of the rows or is not attacked", what, eval.RareClass))
}

// addResamples defines --resamples.
func (j *judgeFlags) addResamples(c *cobra.Command) {
	c.Flags().IntVar(&j.resamples, "resamples", 1000, "resamples for bootstrap confidence intervals")
}

// options returns the checked options of an evaluation under an attack.
func (j *judgeFlags) options(a *attackFlags) (o eval.Options, err error) {
	o.Resamples = j.resamples
	if o.Norm, err = a.normOf(); err != nil {
		return o, err
	}
	if err := a.check(); err != nil {
		return o, err
	}
	if o.Eps, err = a.radii(); err != nil {
		return o, err
	}
	if o.Attack, err = a.attack(o.Norm); err != nil {
		return o, err
	}
	if o.Aim, err = eval.ParseAim(j.aim); err != nil {
		return o, usage(err)
	}
	if j.resamples < 1 {
		return o, usage(fmt.Errorf("--resamples is %d, must be at least 1", j.resamples))
	}
	return o, nil
}

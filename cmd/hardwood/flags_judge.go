package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval"
)

// addAim defines --aim. what completes "accuracy that".
func addAim(c *cobra.Command, aim *string, what string) {
	c.Flags().StringVar(aim, "aim", "", fmt.Sprintf("accuracy that %s: robust, the share of rows; balanced, the mean over the classes; or worst-class; by default robust, or balanced if a class has less than %g of an even share of the rows or is not attacked", what, eval.RareClass))
}

// addResamples defines --resamples.
func addResamples(c *cobra.Command, resamples *int) {
	c.Flags().IntVar(resamples, "resamples", 1000, "resamples for bootstrap confidence intervals")
}

package main

import (
	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// addScale defines --scale.
func addScale(c *cobra.Command, scale *string) {
	c.Flags().StringVar(scale, "scale", string(experiment.Auto), "what an eps of 1 means in each feature: range (from the smallest to the largest training value), quantile "+
		"(the middle 90 % of them), deviation (a standard deviation) or no (1, as in the data); auto takes the range, or quantile if extreme values stretch it, and does not scale rows that lie in [0,1] already")
}

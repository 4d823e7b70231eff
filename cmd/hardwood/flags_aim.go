package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// addAim defines --aim, which says what something is done by.
func addAim(c *cobra.Command, aim *string, what string) {
	c.Flags().StringVar(aim, "aim", "", fmt.Sprintf("accuracy that %s: robust, the share of rows; balanced, the mean over the classes; or worst-class; by default robust, and balanced where a class has less than %g of an even share of the rows", what, eval.RareClass))
}

// chooseAim returns the aim of hardening, by the training rows where none was
// asked for, and says so where that is another than usual. For all aims but the
// share of rows, classes weigh the same in training unless flags say what they
// weigh.
func chooseAim(c *cobra.Command, aim eval.Aim, train *data.Table, params *trainer.Params) eval.Aim {
	weighed := slices.ContainsFunc([]string{"balanced", "class-weight", "scale-pos-weight"}, c.Flags().Changed)
	byDefault, rarest, part := eval.DefaultAim(train)
	if aim == "" {
		if aim = byDefault; aim == eval.AimBalanced {
			progressOf(c).warn(fmt.Sprintf("%q has %.2g %% of the rows: accuracy is balanced over the classes, as --aim balanced says; --aim robust counts rows", rarest, 100*part))
		}
	}
	if aim != eval.AimRobust && !weighed {
		params.Balanced = true
	}
	return aim
}

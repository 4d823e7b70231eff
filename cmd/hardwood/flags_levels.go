package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// levelRadii are the radii to evaluate at where most columns hold categories, or yes
// and no: a change of level or two.
var levelRadii = []string{"1", "2"}

// countLevels lets the adversary of a command that was given neither --norm nor --eps
// be measured in changes of level where most columns hold categories, or yes and no, or
// 0 and 1: the largest change of a column, which the norm is else, is then 0 or 1. It
// returns what it says then, "" where it does not. The radii are left to who calls.
func (a *attackFlags) countLevels(c *cobra.Command, rows *data.Table) string {
	if c.Flags().Changed("norm") || c.Flags().Changed("eps") || !advboost.MostlyLevels(rows) {
		return ""
	}
	a.norm = attack.L1.String()
	says := fmt.Sprintf("%d of %d columns hold categories, yes and no, or 0 and 1: the norm is 1, a change of one "+
		"of them counts 1, and below eps 1 only numbers change; --norm and --eps say otherwise", advboost.Levels(rows), rows.Cols)
	progressOf(c).keep(says)
	return says
}

// tellNorm says where a model was hardened in another norm than the one of a command that
// was given no --norm: the eps of its report are other changes there.
func tellNorm(c *cobra.Command, e *ensemble.Ensemble, norm attack.Norm) {
	of := e.Origin.Trainer["norm"]
	if of == "" || of == norm.String() || c.Flags().Changed("norm") {
		return
	}
	progressOf(c).warn(fmt.Sprintf("the model was hardened in norm %s, and eps is measured in norm %s here: --norm %s does as harden did", of, norm, of))
}

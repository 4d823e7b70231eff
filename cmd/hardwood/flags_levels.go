package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
)

// levelRadii are the radii to evaluate at where most columns hold categories, or yes
// and no: a change of level or two.
var levelRadii = []string{"1", "2"}

// countLevels lets the adversary of a command that was given neither --norm nor --eps
// be measured in changes of level where most columns hold categories, or yes and no:
// the largest change of a column, which the norm is else, is then 0 or 1. It returns
// whether it does. The radii are left to who calls.
func (a *attackFlags) countLevels(c *cobra.Command, columns []column.Column) bool {
	n := column.Count(columns, column.Categorical) + column.Count(columns, column.Boolean)
	if 2*n <= len(columns) || c.Flags().Changed("norm") || c.Flags().Changed("eps") {
		return false
	}
	a.norm = attack.L1.String()
	progressOf(c).keep(fmt.Sprintf("%d of %d columns hold categories or yes and no: the norm is 1, a change of one "+
		"of them counts 1, and below eps 1 only numbers change; --norm and --eps say otherwise", n, len(columns)))
	return true
}

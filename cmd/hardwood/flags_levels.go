package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// countLevels measures the attacker in changes of level if a command was given neither
// --norm nor --eps and most columns hold categories, yes and no, or 0 and 1: the default
// norm, the largest change of a column, could then only be 0 or 1. It prints and returns a
// sentence that says so, or returns "".
func (a *attackFlags) countLevels(c *cobra.Command, rows *data.Table) string {
	if !a.choosesNorm(c, rows) || c.Flags().Changed("eps") {
		return ""
	}
	a.norm = attack.L1.String()
	says := mostlyLevels(rows) + ": the norm is 1, a change of one of them counts 1, or what --threat says, and below that only numbers change; --norm and --eps override this"
	progressOf(c).keep(says)
	return says
}

// choosesNorm reports whether the norm of a command without --eps depends on the rows, and would be
// 1.
func (a *attackFlags) choosesNorm(c *cobra.Command, rows *data.Table) bool {
	return !c.Flags().Changed("norm") && advboost.MostlyLevels(rows)
}

// tellLevelsNorm notes that --eps keeps norm inf where the norm would otherwise be 1.
func (a *attackFlags) tellLevelsNorm(c *cobra.Command, rows *data.Table) {
	if a.choosesNorm(c, rows) && c.Flags().Changed("eps") {
		progressOf(c).warn(mostlyLevels(rows) + ": without --eps the norm would be 1, with it the norm is inf; --norm 1 measures in norm 1")
	}
}

// tellFlags notes that most columns hold 0 and 1 alone and count as numbers, as those of a file that names
// no columns do: they may be measurements. An eps of 0.46 then seems to be withstood by models that lose
// many rows where one flag changes.
func tellFlags(c *cobra.Command, rows *data.Table) {
	if rows.Features == nil || rows.Sparse != nil || rows.Image != (data.Shape{}) || slices.ContainsFunc([]string{"threat", "numeric", "schema"}, c.Flags().Changed) {
		return
	}
	flags, whole, kinds := 0, wholes(rows), rows.Kinds()
	for f, r := range rows.Ranges() {
		scaled := rows.Scaling != nil && rows.Scaling.Unit(f) != 1
		if kinds[f].Kind == column.Numeric && whole[f] && r.Min == 0 && r.Max == 1 && !scaled {
			flags++
		}
	}
	if 2*flags > rows.Cols {
		progressOf(c).warn(fmt.Sprintf("%d of %d columns hold 0 and 1 alone, but count as numbers, which attacks can set to fractions, as the file names no columns: "+
			"kind = \"integer\" in a file for --schema (data show --write-schema writes one) keeps them whole", flags, rows.Cols))
	}
}

func mostlyLevels(rows *data.Table) string {
	return fmt.Sprintf("%d of %d columns hold categories, yes and no, or 0 and 1", advboost.Levels(rows), rows.Cols)
}

// sayLevels adds to the help of --norm that [attackFlags.countLevels] may choose another one.
func sayLevels(c *cobra.Command) {
	c.Flags().Lookup("norm").Usage += "; without --norm and --eps it is 1 if more than half of the columns hold categories, yes and no, or 0 and 1"
}

// tellNorm notes that a model was hardened in another norm than that of a command without
// --norm: an eps in its report then means other changes.
func tellNorm(c *cobra.Command, e *ensemble.Ensemble, norm attack.Norm) {
	of := e.Origin.Trainer["norm"]
	if of == "" || of == norm.String() || c.Flags().Changed("norm") {
		return
	}
	progressOf(c).warn(fmt.Sprintf("the model was hardened in norm %s, but eps is measured in norm %s here: --norm %s measures as harden did", of, norm, of))
}

// tellThreat notes that some model was hardened against an attacker who is restricted, which the one
// of a command is not: the model then looks worse than in its report.
func (a *attackFlags) tellThreat(c *cobra.Command, models ...*ensemble.Ensemble) {
	hardened := slices.ContainsFunc(models, func(e *ensemble.Ensemble) bool { return e.Origin.Trainer["threat"] != "" })
	if hardened && a.threatFile == "" && len(a.groups) == 0 {
		progressOf(c).warn("the model was hardened against an attacker whom a threat file or one-hot groups restrict, but neither does here: --threat takes the file")
	}
}

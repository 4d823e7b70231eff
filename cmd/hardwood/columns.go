package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// nameLevels names the levels that a model knows only by code, by the words that a schema
// gives the levels of a table.
func nameLevels(e *ensemble.Ensemble, t *data.Table) error {
	for f := range t.Columns {
		if t.Columns[f].Names == nil {
			continue
		}
		if err := e.NameLevels(f, &t.Columns[f]); err != nil {
			return fmt.Errorf("column %q: %w", t.Features[f], err)
		}
	}
	return nil
}

// listLevels returns a model with the levels of all its categorical columns listed, and
// notes how many are legal if the file lists none.
func listLevels(c *cobra.Command, e *ensemble.Ensemble, rows *data.Table) *ensemble.Ensemble {
	dense := *rows
	if slices.ContainsFunc(e.Columns, func(of column.Column) bool { return of.Kind == column.Categorical && of.Codes == nil }) {
		dense.Densify()
	}
	listed := e.ListLevels(dense.X)
	columns, levels := 0, 0
	for f := range e.Columns {
		if e.Categorical(f) && e.Columns[f].Codes == nil {
			columns, levels = columns+1, levels+len(listed.Columns[f].Codes)
		}
	}
	if columns > 0 {
		progressOf(c).keep(fmt.Sprintf("the model lists no levels of %s: the %s in its splits and in the rows are taken as legal",
			phrase.Count(columns, "column"), phrase.Count(levels, "code")))
	}
	return listed
}

// tellLevels notes how many columns hold categories, and whether they can change.
func tellLevels(c *cobra.Command, columns []column.Column, constraints *attack.Constraints) {
	n, frozen := column.Count(columns, column.Categorical), 0
	if n == 0 {
		return
	}
	for f := range columns {
		if columns[f].Kind == column.Categorical && constraints.Freezes(f) {
			frozen++
		}
	}
	told := fmt.Sprintf("%d of %d columns hold categories: a change of level counts 1, or what --threat says", n, len(columns))
	if frozen > 0 {
		told += fmt.Sprintf("; %d of them %s frozen", frozen, map[bool]string{true: "is", false: "are"}[frozen == 1])
	}
	progressOf(c).keep(told)
}

// tellBlanks notes that there may be examples that scikit-learn refuses to predict.
func tellBlanks(c *cobra.Command, e *ensemble.Ensemble, constraints *attack.Constraints) {
	if refuses := sklearn.RefusesMissing(e); refuses != "" && constraints.Blanks() {
		progressOf(c).keep("columns may go missing (may-blank), but " + refuses + " refuses rows with missing values: it cannot predict such examples")
	}
}

// tellFractions notes how many columns an attack on another library's model may change only
// in whole steps, and how many it may set to fractions although the rows hold whole numbers.
// The rows must not decide that: what an attacker can do must not depend on which rows are
// at hand.
func tellFractions(c *cobra.Command, e *ensemble.Ensemble, rows *data.Table, constraints *attack.Constraints) {
	tellBlanks(c, e, constraints)
	if e.Origin.By(ensemble.Hardwood) || rows.Features == nil {
		return
	}
	tellSteps(c, e, constraints)
	flags, whole := 0, 0
	allWhole := wholes(rows)
	for f, r := range rows.Ranges() {
		switch {
		case !allWhole[f] || r.Min >= r.Max || e.Categorical(f) || isWhole(e, f) || constraints != nil && staysWhole(constraints, f):
		case r.Min == 0 && r.Max == 1:
			flags++
		default:
			whole++
		}
	}
	if flags+whole == 0 {
		return
	}
	oneHot := ""
	if flags > 0 {
		oneHot = "; --one-hot auto finds groups of 0/1 columns of which one is 1"
	}
	progressOf(c).keep(fmt.Sprintf("columns that the model file does not call whole numbers may be set to fractions, even those in which the rows hold "+
		"only 0 and 1 (%d) or other whole numbers (%d): integer = true in a file for --threat keeps them whole%s", flags, whole, oneHot))
}

// tellSteps notes how many columns another library's model declares whole numbers. The
// library takes that from the type that its training rows happened to have.
func tellSteps(c *cobra.Command, e *ensemble.Ensemble, constraints *attack.Constraints) {
	n := 0
	for f := range e.Columns {
		if isWhole(e, f) && constraints != nil && constraints.Integer != nil && constraints.Integer[f] {
			n++
		}
	}
	if n > 0 {
		progressOf(c).keep(fmt.Sprintf("%d of %d columns hold whole numbers, according to the model file, and move in whole steps: "+
			"--numeric all lets them take fractions", n, e.Features))
	}
}

// tellKinds notes the columns of whole numbers, or of yes and no, of which only one of two models
// says so: the attacker is the same under both.
func tellKinds(c *cobra.Command, models []eval.Model, constraints *attack.Constraints) {
	if len(models) < 2 || constraints == nil || constraints.Integer == nil {
		return
	}
	kind := func(i, f int) column.Kind { return column.KindOf(models[i].Ensemble.Columns, f) }
	var only [2][]string
	for f, whole := range constraints.Integer {
		switch a, b := kind(0, f), kind(1, f); {
		case !whole:
		case a > b: // see eval.ReadAlike
			only[0] = append(only[0], columnName(models, f))
		case b > a:
			only[1] = append(only[1], columnName(models, f))
		}
	}
	for i, columns := range only {
		if columns != nil {
			progressOf(c).keep(fmt.Sprintf("only %s knows these columns to hold whole numbers, or yes and no, and attacks under both models keep to that: %s; "+
				"--numeric all lets whole numbers take fractions", models[i].Name, phrase.Names(columns)))
		}
	}
}

// columnName returns the name that one of some models has for a column, its number from 0 if none has one.
func columnName(models []eval.Model, f int) string {
	for _, m := range models {
		if names := m.Ensemble.Schema.Features; names != nil {
			return names[f]
		}
	}
	return fmt.Sprint(f)
}

// isWhole reports whether a model file says that a column holds whole numbers.
func isWhole(e *ensemble.Ensemble, f int) bool {
	kind := column.KindOf(e.Columns, f)
	return kind == column.Integer || kind == column.Boolean
}

// staysWhole reports whether constraints say which values a column can be set to.
func staysWhole(c *attack.Constraints, f int) bool {
	return c.Discrete(f) || c.Freezes(f) ||
		slices.ContainsFunc(c.Groups, func(g attack.Group) bool { return slices.Contains(g.Features, f) })
}

package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func newImportance() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "importance MODEL",
		Short: "List how much a model uses each feature",
		Long: `Importance writes a CSV file with the line feature,weight,gain,cover for each
feature that the model splits on, the largest gain first: the number of splits,
the sum of their loss reductions, and the sum of the hessians, or weights, of
the rows that they split. Gain and cover are 0 if the model file lacks them. If it
says what its columns hold, the columns kind and levels follow.`,
		Example: "  hardwood importance model.json",
		Args:    exactArgs("MODEL"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := readAnyModel(c, args[0])
			if err != nil {
				return err
			}
			return writeOut(c, out, func(w io.Writer) error { return importance(w, e) })
		},
	}
	addOut(c, &out, "-", "file to write, - for standard output")
	return c
}

func importance(w io.Writer, e *ensemble.Ensemble) error {
	all := trainer.Importances(e)
	var used []int
	for f := range all {
		if all[f].Weight > 0 {
			used = append(used, f)
		}
	}
	slices.SortStableFunc(used, func(f, g int) int {
		return cmp.Or(cmp.Compare(all[g].Gain, all[f].Gain), cmp.Compare(all[g].Weight, all[f].Weight))
	})
	out := csv.NewWriter(w)
	head := []string{"feature", "weight", "gain", "cover"}
	if e.Columns != nil {
		head = append(head, "kind", "levels")
	}
	out.Write(head)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for _, f := range used {
		line := []string{featureName(e, f), strconv.Itoa(all[f].Weight), number(all[f].Gain), number(all[f].Cover)}
		if e.Columns != nil {
			line = append(line, e.Columns[f].Kind.String(), levelsText(&e.Columns[f]))
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// featureName returns the name of a feature; if the model has none, the one that its
// library uses.
func featureName(e *ensemble.Ensemble, f int) string {
	switch {
	case e.Schema.Features != nil:
		return e.Schema.Features[f]
	case e.Origin.By(ensemble.XGBoost):
		return fmt.Sprintf("f%d", f)
	case e.Origin.By(ensemble.LightGBM):
		return fmt.Sprintf("Column_%d", f)
	}
	return fmt.Sprintf("f%d", f+1)
}

// levelsText lists the levels of a categorical column, by code if they have no names. Names with blanks stand
// in quotes.
func levelsText(c *column.Column) string {
	if c.Kind != column.Categorical {
		return ""
	}
	names := make([]string, len(c.Codes))
	for i, code := range c.Codes {
		switch names[i] = c.Name(code); {
		case c.Names == nil:
			names[i] = strconv.Itoa(int(code))
		case code != column.Other && (names[i] == "" || strings.ContainsFunc(names[i], func(r rune) bool { return unicode.IsSpace(r) || r == '"' })):
			names[i] = strconv.Quote(names[i])
		}
	}
	return strings.Join(names, " ")
}

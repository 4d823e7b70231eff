package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func newCheck() *cobra.Command {
	dump := &dumpFlags{}
	c := &cobra.Command{
		Use:   "check MODEL",
		Short: "Check that a model file is consistent, and describe it",
		Long: `Check reads a model of any format that hardwood knows, checks that every index,
threshold and value in it makes sense, and describes the model.`,
		Example: "  hardwood check model.json\n  hardwood check booster.ubj",
		Args:    exactArgs("MODEL"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := dump.read(c, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%s: ok\n", args[0])
			return describe(c.OutOrStdout(), e)
		},
	}
	dump.add(c)
	return c
}

// cut is a threshold of a feature.
type cut struct {
	feature   ensemble.Feature
	threshold float64
}

// describe describes a model, a line per property.
func describe(out io.Writer, e *ensemble.Ensemble) error {
	leaves, depth := 0, 0
	cuts := make(map[cut]bool)
	used := make(map[ensemble.Feature]bool)
	for i := range e.Trees {
		leaves += e.Trees[i].NumLeaves()
		depth = max(depth, e.Trees[i].Depth())
		for _, s := range e.Trees[i].Splits {
			cuts[cut{s.Feature, s.Threshold}] = true
			used[s.Feature] = true
		}
	}
	classes := fmt.Sprint(e.Classes)
	if e.Classes == 0 {
		classes = "none, a regressor"
	} else if names := strings.Join(e.Schema.Classes, ", "); names != "" && len(names) <= 60 {
		classes += ": " + names
	}
	input := e.Input.String()
	if e.Schema.Min != nil {
		input += ", scaled"
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range [...][2]any{
		{"kind", kind(e)},
		{"source", e.Origin.Source},
		{"classes", classes},
		{"features", fmt.Sprintf("%d, of which %d are used%s", e.Features, len(used), kindsText(e))},
		{"trees", len(e.Trees)},
		{"depth", depth},
		{"leaves", leaves},
		{"thresholds", fmt.Sprintf("%d different", len(cuts))},
		{"precision", fmt.Sprintf("features %s, sums %v", input, e.Sum)},
		{"outputs", fmt.Sprintf("%d, %v", e.Outputs, e.Link)},
	} {
		fmt.Fprintf(table, "%v\t%v\n", line[0], line[1])
	}
	return table.Flush()
}

// kindsText says how many features are not plain numbers, and how many levels they have;
// "" if all are numbers.
func kindsText(e *ensemble.Ensemble) string {
	text := ""
	for _, k := range []column.Kind{column.Integer, column.Boolean, column.Categorical} {
		n, levels, listed := 0, 0, true
		for _, c := range e.Columns {
			if c.Kind == k {
				n, levels, listed = n+1, levels+len(c.Codes), listed && c.Codes != nil
			}
		}
		if n == 0 {
			continue
		}
		text += fmt.Sprintf(", %d %s", n, k)
		switch {
		case k == column.Categorical && !listed:
			text += " of levels that it does not list"
		case k == column.Categorical:
			text += " of " + phrase.Count(levels, "level")
		}
	}
	return text
}

// kind names the kind of a model, with its objective if that is known.
func kind(e *ensemble.Ensemble) string {
	switch {
	case e.Link == ensemble.Vote && len(e.Trees) == 1:
		return "decision tree"
	case e.Average || e.Link == ensemble.Vote:
		return "forest"
	}
	if objective := e.Origin.Trainer["objective"]; objective != "" {
		return "boosted trees, " + objective
	}
	return "boosted trees"
}

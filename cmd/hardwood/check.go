package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func newCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check MODEL",
		Short: "Check that a model file is consistent, and describe it",
		Long: `Check reads a model of any format that hardwood knows, checks that every index,
threshold and value in it makes sense, and describes the model.`,
		Example: "  hardwood check model.json",
		Args:    exactArgs("MODEL"),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := readAnyModel(c, args[0])
			if err != nil {
				return err
			}
			if err := e.Validate(); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", args[0], describe(e))
			return err
		},
	}
}

// describe says in one line what a model is.
func describe(e *ensemble.Ensemble) string {
	kind := fmt.Sprintf("classifier of %d classes", e.Classes)
	if e.Classes == 0 {
		kind = "regressor"
	}
	leaves, depth := 0, 0
	for i := range e.Trees {
		leaves += e.Trees[i].NumLeaves()
		depth = max(depth, e.Trees[i].Depth())
	}
	return fmt.Sprintf("ok: %s, %d features, %d trees of depth up to %d, %d leaves, from %s", kind, e.Features, len(e.Trees), depth, leaves, e.Origin.Source)
}

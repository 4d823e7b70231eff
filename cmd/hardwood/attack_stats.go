package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
)

// aim sets the target class of a problem and returns the victims to attack:
// those that are not of that class.
func (a *attackCommand) aim(c *cobra.Command, p *attack.Problem, table *data.Table, victims []attack.Victim) ([]attack.Victim, error) {
	if a.target == "" {
		return victims, nil
	}
	if p.Target = slices.Index(table.Classes, a.target); p.Target < 0 {
		return nil, usage(fmt.Errorf("--target is %q, the classes are %q", a.target, table.Classes))
	}
	all := len(victims)
	victims = slices.DeleteFunc(victims, func(v attack.Victim) bool { return v.Label == p.Target })
	if len(victims) == 0 {
		return nil, usage(fmt.Errorf("--target is %q, which is the class of every row", a.target))
	}
	if left := all - len(victims); left > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "warning: %d rows are of the target class already and are left out\n", left)
	}
	return victims, nil
}

// writeStats prints the tables "dataset-stats" and "convergence" of the
// LT-Attack paper for the rows attacked.
func (a *attackCommand) writeStats(ctx context.Context, c *cobra.Command, p *attack.Problem, victims []attack.Victim, results []attack.Result) error {
	optima := make([][]float64, len(victims))
	for i, r := range results {
		if r.Status == attack.Optimal {
			optima[i] = r.Example
		}
	}
	all, err := ltattack.Dissect(ctx, p, victims, optima, a.attack.Starts)
	if err != nil {
		return err
	}
	if err := ltattack.WriteSizes(c.OutOrStdout(), p, all); err != nil {
		return err
	}
	var proved []ltattack.Anatomy
	for i, v := range victims {
		if optima[i] == nil {
			continue
		}
		for _, one := range all {
			if one.Row == v.Row {
				proved = append(proved, one)
			}
		}
	}
	return ltattack.WriteConvergence(c.OutOrStdout(), proved)
}

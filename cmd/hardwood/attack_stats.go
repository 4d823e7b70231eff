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

// aim sets the target class of a problem and returns the rows to attack: those that
// are not of that class.
func (a *attackCommand) aim(c *cobra.Command, p *attack.Problem, table *data.Table, rows []int) ([]int, error) {
	if a.target == "" {
		return rows, nil
	}
	if p.Target = slices.Index(table.Classes, a.target); p.Target < 0 {
		return nil, usage(fmt.Errorf("--target is %q, the classes are %q", a.target, table.Classes))
	}
	all := len(rows)
	rows = slices.DeleteFunc(rows, func(i int) bool { return table.Y[i] == p.Target })
	if len(rows) == 0 {
		return nil, usage(fmt.Errorf("--target is %q, which is the class of every row", a.target))
	}
	if left := all - len(rows); left > 0 {
		text := fmt.Sprintf("%d rows are of the target class already and are left out", left)
		warner(c)(text)
		a.part.note.Warns = append(a.part.note.Warns, text)
	}
	return rows, nil
}

// optimum returns a copy of the example of a row if it is proved to be the nearest.
func optimum(r *attack.Result) []float64 {
	if r.Status != attack.Optimal {
		return nil
	}
	return slices.Clone(r.Example)
}

// writeStats prints the tables "dataset-stats" and "convergence" of the
// LT-Attack paper for the attacked rows. optima has the proved optimum of each, nil if
// none is known.
func (a *attackCommand) writeStats(ctx context.Context, c *cobra.Command, p *attack.Problem, victims []attack.Victim, optima [][]float64) error {
	all, err := ltattack.Dissect(ctx, p, victims, optima, a.attack.Starts)
	if err != nil {
		return err
	}
	if err := ltattack.WriteSizes(wordsOut(c, a.out), p, all); err != nil {
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
	return ltattack.WriteConvergence(wordsOut(c, a.out), proved)
}

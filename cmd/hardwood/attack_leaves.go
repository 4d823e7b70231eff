package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// askLeaves attacks a model that hardwood does not read, for the reason
// given, but leaves may: by asking, for its trees are not known.
func (a *attackCommand) askLeaves(ctx context.Context, c *cobra.Command, method attack.Attack, norm attack.Norm, reason error) error {
	model, err := leavesbridge.Open(a.model.path)
	if err != nil {
		return reason // what leaves says of a file that it does not know helps nobody
	}
	asks, ok := blackbox.Of(method)
	switch {
	case !ok:
		return usage(fmt.Errorf("%w; leaves loads it, as %s, and hides its trees: choose a method that only asks, --method cube, signopt or hsja", reason, model.Name()))
	case a.target != "" || a.stats:
		return usage(fmt.Errorf("%w; leaves loads it, as %s, and hides its trees: --target and --stats need them", reason, model.Name()))
	}
	warner(c)(fmt.Sprintf("%v; leaves loads it, as %s: it answers for the model", reason, model.Name()))
	// what is known of the model, to read rows by
	shell := &ensemble.Ensemble{Features: model.Features(), Classes: model.Classes(), Outputs: model.Outputs()}
	table, err := a.rows.readFor(shell, true)
	if err != nil {
		return err
	}
	table, shell.Schema.Features = a.rows.sample(table, a.seed), table.Features
	victims := part.Cut(a.part.Part, eval.Victims(table, 0, table.Rows))
	p := progressOf(c)
	o := blackbox.Options{
		Norm: norm, Seed: a.seed, Threads: a.threads, Done: func(n int) { p.at(n, len(victims), "") },
	}
	if err := a.attack.settle(c, shell, &a.rows); err != nil {
		return err
	}
	if o.Constraints, err = a.attack.constraints(warner(c), shell, table); err != nil {
		return err
	}
	p.start("attack by " + method.Name() + " through leaves")
	results, interrupted := blackbox.Run(ctx, model, asks, victims, o)
	if results == nil && interrupted != nil {
		return interrupted
	}
	results = finished(results)
	p.done(fmt.Sprintf("%d of %d rows", len(results), len(victims)))
	return a.report(c, shell, table, norm, results, len(victims), interrupted)
}

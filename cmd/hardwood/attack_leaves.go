package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/eval"
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
	o := blackbox.Options{Norm: norm, Seed: a.seed}
	if o.Constraints, err = a.attack.constraints(shell, table); err != nil {
		return err
	}
	victims := eval.Victims(table, 0, table.Rows)
	p := progressOf(c)
	p.start("attack by " + method.Name() + " through leaves")
	results := make([]attack.Result, len(victims))
	var done atomic.Int64
	var workers errgroup.Group
	workers.SetLimit(cmp.Or(a.threads, runtime.GOMAXPROCS(0)))
	for i := range victims {
		workers.Go(func() error {
			found, err := blackbox.Run(ctx, model, asks, victims[i:i+1], o)
			results[i].Stop = attack.Cancelled
			if len(found) > 0 {
				results[i] = found[0]
				p.at(int(done.Add(1)), len(victims), "")
			}
			return err
		})
	}
	err = workers.Wait()
	if err != nil && !errors.Is(err, ctx.Err()) {
		return err
	}
	results = finished(results)
	p.done(fmt.Sprintf("%d of %d rows", len(results), len(victims)))
	return a.report(c, shell, table, norm, results, len(victims), err)
}

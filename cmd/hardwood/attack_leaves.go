package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// asking lists the methods that only query the model.
func asking() string {
	var names []string
	for _, m := range method.For(method.Find) {
		if _, ok := blackbox.Of(m.New(method.Settings{})); ok {
			names = append(names, m.Name)
		}
	}
	return phrase.List(names, "or")
}

// askLeaves attacks a model that hardwood does not read, for the given reason, but that
// the library leaves may: by queries, as the trees are unknown.
func (a *attackCommand) askLeaves(c *cobra.Command, method attack.Attack, norm attack.Norm, reason error) (*rowsWork, error) {
	model, err := leavesbridge.Open(a.model.path)
	if err != nil {
		return nil, reason // the errors of leaves about unknown files help nobody
	}
	asks, ok := blackbox.Of(method)
	switch {
	case !ok:
		return nil, usage(fmt.Errorf("%w; leaves loads it, as %s, but hides its trees: choose a method that needs only predictions, --method %s", reason, model.Name(), asking()))
	case a.target != "" || a.stats:
		return nil, usage(fmt.Errorf("%w; leaves loads it, as %s, but hides its trees: --target and --stats need them", reason, model.Name()))
	}
	warner(c)(fmt.Sprintf("%v; leaves loads it, as %s, and makes the predictions", reason, model.Name()))
	// all that is known of the model: enough to read rows for it
	shell := &ensemble.Ensemble{Features: model.Features(), Classes: model.Classes(), Outputs: model.Outputs()}
	table, err := a.rows.readFor(shell, true)
	if err != nil {
		return nil, err
	}
	table, shell.Schema.Features = a.rows.sample(table, a.seed), table.Features
	known := &attack.Problem{Ensemble: shell, Norm: norm, Seed: a.seed, Target: attack.Untargeted}
	if err := a.attack.settle(c, norm, shell, &a.rows); err != nil {
		return nil, err
	}
	if known.Constraints, err = a.attack.constraints(warner(c), shell, table); err != nil {
		return nil, err
	}
	return &rowsWork{
		phase: "attack by " + method.Name() + " through leaves", problem: known, table: table,
		rows: allRows(table),
		search: func(ctx context.Context, some []attack.Victim, o attack.RunOptions) ([]attack.Result, error) {
			return blackbox.Run(ctx, model, asks, some, blackbox.Options{
				Norm: norm, Constraints: known.Constraints, Seed: a.seed, Threads: o.Threads, Done: o.Done,
			})
		},
	}, nil
}

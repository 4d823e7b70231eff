package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer"
)

// tuned chooses the parameters that are not given and shows what it tried.
func (h *hardenCommand) tuned(ctx context.Context, c *cobra.Command, rows *experiment.Data, p trainer.Params, s advboost.Strategy, aim eval.Aim) (trainer.Params, advboost.Strategy, error) {
	say := progressOf(c)
	say.start(fmt.Sprintf("tune against eps %g", s.Eps))
	o := experiment.DefaultTuning(h.train.booster, s.Norm)
	if aim != eval.AimRobust {
		o.Balance = 1
	}
	given := func(name string) bool { return c.Flags().Changed(name) }
	if given("max-depth") {
		o.Depths = nil
	}
	if given("learning-rate") {
		o.Rates = nil
	}
	if given("split") {
		o.Splits = nil
	}
	if given("harden-eps") {
		o.Eps = nil
	}
	o.Rounds = !given("rounds")
	var table []experiment.Trial
	o.Done = func(t experiment.Trial, n, of int) {
		table = append(table, t)
		say.at(n, of, "")
	}
	trials, err := rows.Tune(ctx, p, s, o)
	if err != nil {
		return p, s, err
	}
	best := trials[0]
	say.done(fmt.Sprintf("%d rounds, depth %d, learning rate %g, split %g, against %.3g", best.Params.Rounds, best.Params.MaxDepth, best.Params.LearningRate, best.Strategy.Split, best.Strategy.Eps))
	if err := trialTable(table).Text(c.OutOrStdout()); err != nil {
		return p, s, err
	}
	_, err = fmt.Fprintln(c.OutOrStdout())
	return best.Params, best.Strategy, err
}

// trialTable shows trials with their best number of rounds.
func trialTable(trials []experiment.Trial) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "depth"}, {Name: "learning rate"}, {Name: "split"}, {Name: "against"}, {Name: "best rounds"},
		{Name: "clean accuracy"}, {Name: "robust accuracy"}, {Name: "balanced"}}}
	number := func(v float64) report.Cell { return report.Word(strconv.FormatFloat(v, 'g', 3, 64)) }
	for _, r := range trials {
		t.Rows = append(t.Rows, []report.Cell{report.Count(r.Params.MaxDepth), number(r.Params.LearningRate), number(r.Strategy.Split), number(r.Strategy.Eps), report.Count(r.Params.Rounds),
			report.Percent(r.Score.Clean), report.Percent(r.Score.Robust), report.Percent(r.Score.Balanced)})
	}
	return t
}

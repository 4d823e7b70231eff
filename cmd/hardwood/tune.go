package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// tuning returns what to choose of the parameters that are not given. Once all
// is tried, it is shown.
func (h *hardenCommand) tuning(c *cobra.Command, norm attack.Norm) *experiment.Tuning {
	o := experiment.DefaultTuning(h.train.booster, norm)
	given := c.Flags().Changed
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
	var tried []experiment.Trial
	o.Done = func(t experiment.Trial, n, of int) {
		if tried = append(tried, t); n == of {
			w := c.OutOrStdout() // which keeps its errors
			trialTable(tried).Text(w)
			fmt.Fprintln(w)
		}
	}
	return &o
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

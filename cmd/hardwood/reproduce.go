package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/paper"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

func newReproduce() *cobra.Command {
	c := &cobra.Command{
		Use:     "reproduce",
		Short:   "Repeat published experiments",
		Example: "  hardwood reproduce paper --quick --datasets data",
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newReproducePaper())
	return c
}

func newReproducePaper() *cobra.Command {
	var o paper.Options
	var out string
	c := &cobra.Command{
		Use:   "paper",
		Short: "Repeat the LT-Attack paper's tables on models trained here",
		Long: `Paper trains models of the sizes in Zhang, Zhang and Hsieh, "An Efficient
Adversarial Attack for Tree Ensembles" (NeurIPS 2020), on each of its data sets
that it finds, attacks them with all methods, and prints the tables with the
published figures beside ours. The models are not the paper's: compare the
ratios between methods.

A full run takes hours. On each model, every method has the time of --limit for 500
rows, and methods are compared on the rows that all of them have finished. Without a
limit, the naive neighbourhoods and Sign-OPT take days. After Ctrl-C, the tables of
what is finished are printed and written.`,
		Example: `  hardwood reproduce paper --quick --datasets data
  hardwood reproduce paper --datasets data --out paper-out`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return reproducePaper(c.Context(), c, o, out) },
	}
	f := c.Flags()
	f.BoolVar(&o.Quick, "quick", false, "use small data sets, and 20 rows instead of 500")
	f.StringSliceVar(&o.Sets, "sets", nil, "only these data sets: "+strings.Join(paper.Names(), ", "))
	f.StringVar(&o.Dir, "datasets", "datasets", "directory of the data files, such as "+paper.Sets[0].File())
	say(c, reads, "datasets")
	f.DurationVar(&o.Limit, "limit", time.Minute, "time per method and model, 0 for no limit; if it is reached, results depend on the machine")
	addSeedThreads(c, &o.Seed, &o.Threads)
	addOut(c, &out, "", "directory for the tables as CSV and LaTeX")
	return c
}

func reproducePaper(ctx context.Context, c *cobra.Command, o paper.Options, out string) error {
	if o.Limit < 0 {
		return usage(fmt.Errorf("--limit is %v, must be at least 0", o.Limit))
	}
	if err := paper.CheckNames(o.Sets); err != nil {
		return usage(err)
	}
	if out != "" {
		if err := report.MakeDir(out); err != nil {
			return err
		}
	}
	p := progressOf(c)
	o.Say, o.Done = p.start, func(n, of int) { p.at(n, of, "") }
	results, err := paper.Run(ctx, o)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	for i, t := range results.Tables() {
		fmt.Fprintf(c.OutOrStdout(), "%s\n", t.Caption)
		if err := t.Text(c.OutOrStdout()); err != nil {
			return err
		}
		fmt.Fprintln(c.OutOrStdout())
		if out == "" {
			continue
		}
		if err := replace.With(filepath.Join(out, fmt.Sprintf("table-%d.csv", i+1)), t.CSV); err != nil {
			return err
		}
		if err := replace.With(filepath.Join(out, fmt.Sprintf("table-%d.tex", i+1)), t.LaTeX); err != nil {
			return err
		}
	}
	if err != nil {
		return fmt.Errorf("interrupted; the tables hold what was finished: %w", err)
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

type ablateCommand struct {
	store   string
	threads int
	out     string
	runTime time.Duration
	models  string
	part    partFlags
	on      onFlags
}

func newAblate() *cobra.Command {
	a := &ablateCommand{}
	c := &cobra.Command{
		Use:   "ablate SPEC.toml",
		Short: "Compare settings of training and hardening, over seeds and data sets",
		Long: `Ablate trains and evaluates every combination of the values in a spec. It
shows each run and stores it as soon as it is finished, and prints mean and
spread over seeds, the differences to a baseline, and what each value adds on
average over the others, for each norm by itself. Started again after it was
stopped, it makes the runs that the store lacks. With --part it only writes a
store: hardwood merge joins the stores of all parts, and ablate reports on the
result.

A spec:

    name = "attack in the loop"
    seeds = [0, 1, 2]
    loop = ["none", "lt", "cube"]      # adversarial training by which attack
    split = [0, 1]                     # share of eps that splits are robust against
    gradient = "natural"               # so that loop none with split 0 is natural training
    [[data]]
    source = "builtin:wdbc"
    eps = 0.1
    [train]
    rounds = 30
    max-depth = 4

Further axes: booster, norm, radius (to harden against, as a multiple of eps), the
flags of hardwood harden from --split to --any-distance, without the leading dashes,
and any parameter of training below [train]; one that belongs to a single
booster is ignored for the other. For class-weight and monotone-constraints a list of
numbers is one value, as is a list of lists for interaction-constraints: to vary them,
add one more pair of brackets, or write the values as texts.
Further keys of [[data]]: threat (a file, see hardwood help threat), aim (as
the flag), name, test (a file) or test-share, and, with the seed of the run, what
the flags of hardwood harden under "Rows" say: rows, test-rows, label, classes,
classification, categorical, numeric, ignore, schema, missing-words, no-missing,
scale, format, header, index-base, absent-missing, encoding, separator, no-quotes,
decimal-comma, formatted-numbers, comment, weight-column, split-by. Paths are relative
to the directory that ablate runs in, not to that of the spec.
[evaluate] has method, starts, nodes and eps (further radii, as multiples of eps).
[baseline] has the axis values that runs are compared with. Without it these are, if
loop, split or gradient have several values, those of natural training, or else the
first; if none of the three varies, the first values of the other axes. Runs that differ
in an axis that the baseline does not name, such as booster, have a baseline each.
What a spec leaves out, such as the gradient, is in all runs what hardwood harden would
choose for the data set, booster, norm and radius, by the rows of the first seed; it is
named below the table. Two things differ from harden: the loop is kept even if it does
not pay, and its attack uses 2 starts.

Rows count as robust if that is proved, or, with a method that proves nothing, if it
does not break them. Rows that the search leaves open within its budget do not count,
and the table says how many they are. Test rows outside the bounds of a threat file are
neither attacked nor judged.`,
		Example: "  hardwood ablate spec.toml --store runs.db --out ablation",
		Args:    exactArgs("SPEC.toml"),
		RunE:    func(c *cobra.Command, args []string) error { return a.run(c.Context(), c, args[0]) },
	}
	a.add(c)
	return c
}

// add defines the flags.
func (a *ablateCommand) add(c *cobra.Command) {
	addStore(c, &a.store)
	c.Flags().Var(threads(&a.threads), "threads", "number of runs at a time, 0 for one per processor; results do not depend on it")
	say(c, silent, "threads")
	c.Flags().DurationVar(&a.runTime, "run-time", 0, "time limit of a run, such as 5m, 0 for no limit; the report leaves out runs that took longer, and names them")
	c.Flags().StringVar(&a.models, "keep-models", ablation.AllModels, "models to keep beside the store, in STORE.models: all, best (for each data set, the one that is right on most rows under attack) or no")
	addOut(c, &a.out, "hardwood-ablation", "directory for the report")
	a.part.add(c)
	a.on.addSection(c)
}

// addStore defines --store.
func addStore(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "store", "hardwood-runs.db", "file that stores the runs")
	say(c, here, "store")
}

func (a *ablateCommand) run(ctx context.Context, c *cobra.Command, path string) error {
	if err := a.check(c); err != nil {
		return err
	}
	tell := tellOnce(c)
	spec, grid, err := a.read(ctx, c, path, tell)
	if err != nil {
		return err
	}
	if a.part.text == "" {
		if err := report.MakeDir(a.out); err != nil {
			return err
		}
	}
	keep, err := store.Open(a.store)
	if err != nil {
		return err
	}
	defer keep.Close()
	if err := a.part.unseal(a.store); err != nil { // before runs are added
		return err
	}
	p := a.follow(c, spec, grid)
	runs, err := ablation.Run(ctx, spec, keep, ablation.Options{
		Version: version(), Grid: grid, Threads: a.threads, Read: tell, RunTime: a.runTime, Models: a.models, Done: p.add,
		Elsewhere: a.elsewhere(c, path, spec), Restore: a.part.text != "",
	})
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d runs; the finished ones are in %s, and the same command continues from there: %w", p.finished.Load(), grid.Len(), a.store, ctx.Err())
	}
	if err != nil {
		return err
	}
	p.end(a.store)
	if err := a.tellModels(c, keep, runs); err != nil {
		return err
	}
	if a.part.text != "" {
		return a.sealPart(c, keep, len(runs))
	}
	if len(runs) == 0 {
		return fmt.Errorf("no run was done in %v: allow more time with --run-time", a.runTime)
	}
	var found *ablation.Findings
	err = progressOf(c).during("compare "+phrase.Count(len(runs), "run"), func() error {
		found, err = ablation.Find(ctx, spec, runs, keep.Runs(ctx, runs))
		return err
	})
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted while runs were compared; all are in %s, and the same command continues from there: %w", a.store, ctx.Err())
	}
	if err != nil {
		return err
	}
	return a.report(c, grid, found)
}

// tellModels notes that models that --keep-models asks for are missing, because an earlier
// command made their runs without keeping them.
func (a *ablateCommand) tellModels(c *cobra.Command, keep *store.Store, runs []string) error {
	if !c.Flags().Changed("keep-models") || a.models == ablation.NoModels {
		return nil
	}
	without, err := keep.WithoutModel(c.Context(), runs)
	if err != nil {
		return err
	}
	if without > 0 && (a.models == ablation.AllModels || without == len(runs)) {
		progressOf(c).warn(fmt.Sprintf("%d of %d runs have no model, as they were made earlier with another --keep-models: after hardwood runs drop RUN, a run is made again, with its model", without, len(runs)))
	}
	return nil
}

// check reports invalid flags before anything is read.
func (a *ablateCommand) check(c *cobra.Command) error {
	if a.runTime < 0 {
		return usage(fmt.Errorf("--run-time is %v, must be at least 0", a.runTime))
	}
	if !slices.Contains(ablation.KeepModels, a.models) {
		return usage(fmt.Errorf("--keep-models: %w", nearest.Unknown("word", a.models, ablation.KeepModels)))
	}
	if err := a.checkPart(c); err != nil {
		return err
	}
	refused := map[string]string{"run-time": "results would depend on the machine", "parts": "each run is a part"}
	return a.on.check(c, refused)
}

// read reads a spec and its data sets, and returns the grid of the runs to do.
func (a *ablateCommand) read(ctx context.Context, c *cobra.Command, path string, tell func(*data.Table)) (*ablation.Spec, *ablation.Grid, error) {
	spec, err := ablation.Read(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%w%s", err, whence(path, err))
	}
	said := len(spec.Notes)
	for _, note := range spec.Notes {
		fmt.Fprintln(c.ErrOrStderr(), "note: "+note)
	}
	if _, err := spec.Grid(); err != nil { // before anything is read
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := spec.CheckFiles(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w%s", path, err, whence(path, err))
	}
	err = untilSignal(ctx, func() error { return spec.Settle(ctx, tell) })
	if errors.As(err, new(*ablation.Fault)) {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, note := range spec.Notes[said:] {
		progressOf(c).warn(note)
	}
	grid, err := spec.Grid()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if idle := spec.Idle(grid); idle != "" {
		fmt.Fprintln(c.ErrOrStderr(), "note: "+idle)
	}
	if err := a.part.identify(c, specFiles(path, spec)); err != nil {
		return nil, nil, err
	}
	return spec, grid.Slice(a.part.Bounds(grid.Len())), nil
}

// whence explains what the paths of a spec are relative to, if a file that the spec names
// is missing and a user may expect it beside the spec.
func whence(spec string, err error) string {
	if _, none := os.Stat(spec); none != nil || filepath.Dir(spec) == "." || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return ": paths are relative to the directory that ablate runs in, not to that of the spec"
}

// report prints the table and writes the files of an ablation.
func (a *ablateCommand) report(c *cobra.Command, grid *ablation.Grid, found *ablation.Findings) error {
	table := found.Table()
	page := found.Page(commandLine(c), version())
	files := report.NewDirectory(a.out)
	defer files.Abandon()
	if err := files.File("report.html", page.HTML); err != nil {
		return err
	}
	if err := files.File("ablation.csv", table.CSV); err != nil {
		return err
	}
	if err := files.File("ablation.tex", table.LaTeX); err != nil {
		return err
	}
	if err := files.Plots(found.Plots()); err != nil {
		return err
	}
	if err := files.Without("ablation-*.*"); err != nil {
		return err
	}
	if err := files.Commit(); err != nil {
		return err
	}
	w := c.OutOrStdout() // it keeps its first error
	table.Text(w)
	fmt.Fprintf(w, "\n%s.\n", table.Caption)
	for _, effects := range []*report.Table{found.EffectTable(), found.InteractionTable()} {
		if effects != nil {
			fmt.Fprintf(w, "\n%s:\n\n", effects.Caption)
			effects.Text(w)
		}
	}
	for _, note := range found.Notes() {
		fmt.Fprintf(w, "\n%s\n", note)
	}
	if left := found.Spec.LeftOut(grid); left != "" {
		fmt.Fprintf(w, "\n%s\n", left)
	}
	_, err := fmt.Fprintf(w, "\n%s\nreport: %s\n", page.Answer, filepath.Join(a.out, "report.html"))
	return err
}

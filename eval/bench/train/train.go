// Package train compares the trainers with XGBoost, LightGBM and scikit-learn, as far as Python finds
// them. Every measurement is a separate process; those of a table are interleaved. Generated data is
// always available, public sets are left out if absent.
//
// tables.go opens public tables; speed.go, accuracy.go and growth.go make those of the results. task.go says
// what is measured, ours.go and peers.py do it, and sets.go and npy.go provide the rows to both. cost.go reads
// the clocks.
package train

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// bench holds the flags.
type bench struct {
	data, datasets string
	python         string
	peers          []string
	tasks          []string
	threads        []int
	repeat         int
	plot           string
}

// parts are the tables, in the order in which they are made.
var parts = []string{"tables", "speed", "accuracy", "growth"}

// Command returns the command train of the program.
func Command() *cobra.Command {
	var b bench
	c := &cobra.Command{
		Use:   "train [tables] [speed] [accuracy] [growth]",
		Short: "The trainers beside XGBoost, LightGBM and scikit-learn",
		Long: `Train trains on public tables as they were published, and says how it reads them;
makes the table of speeds, that of the accuracy on public sets, and a plot of how
time grows with rows and features; or does those of them that are named.`,
		Example:   "  hardwood-bench train --peers xgboost --threads 1,2 speed",
		ValidArgs: parts,
		Args:      cobra.OnlyValidArgs,
		RunE:      func(c *cobra.Command, args []string) error { return b.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&b.data, "data", filepath.Join(os.TempDir(), "hardwood-bench"), "folder for the rows as NumPy files")
	f.StringVar(&b.datasets, "datasets", "../shared/datasets", "folder of the public sets")
	f.StringVar(&b.python, "python", "python3", "Python that may have the other libraries")
	f.StringSliceVar(&b.peers, "peers", []string{"xgboost", "lightgbm", "sklearn"}, "libraries to compare with")
	f.StringSliceVar(&b.tasks, "tasks", nil, "tasks of the table of speeds, sets of the table of accuracy, or public tables, by default all")
	f.IntSliceVar(&b.threads, "threads", []int{1}, "numbers of threads")
	f.IntVar(&b.repeat, "repeat", 0, "runs of each measurement, of which the median counts, by default 3; or seeds, by default 5")
	f.StringVar(&b.plot, "plot", "", "file for the plot of growth, by default growth.svg among the rows")
	c.AddCommand(ownCommand())
	return c
}

// run makes the named tables, or all if none is named.
func (b *bench) run(ctx context.Context, named []string) error {
	if b.plot == "" {
		b.plot = filepath.Join(b.data, "growth.svg")
	}
	if err := os.MkdirAll(b.data, 0o755); err != nil {
		return err
	}
	known := slices.Concat(judged, categorical)
	for _, t := range targets {
		known = append(known, t.table)
	}
	for _, t := range speeds {
		known = append(known, t.Name)
	}
	for _, name := range b.tasks {
		if !slices.Contains(known, name) {
			return nearest.Unknown("task", name, known)
		}
	}
	if len(named) == 0 {
		named = parts
	}
	if !slices.Equal(named, []string{"tables"}) {
		b.peers = b.found(b.peers)
	}
	tables := map[string]func(context.Context) error{
		"tables": func(ctx context.Context) error { return b.tables(ctx, os.Stdout) },
		"speed":  b.speed, "accuracy": b.accuracy, "growth": b.growth,
	}
	for _, part := range named {
		if err := tables[part](ctx); err != nil {
			return err
		}
	}
	return nil
}

// or returns the number of repetitions, or a default if it is 0.
func (b *bench) or(standard int) int {
	if b.repeat > 0 {
		return b.repeat
	}
	return standard
}

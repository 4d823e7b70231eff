package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/clique"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

type verifyCommand struct {
	model   modelFlags
	rows    dataFlags
	attack  attackFlags // norm, eps and units only
	method  string
	solver  string
	clique  clique.Attack
	nodes   int
	time    time.Duration
	gap     float64
	seed    uint64
	threads int
	out     string
}

func newVerify() *cobra.Command {
	v := &verifyCommand{}
	c := &cobra.Command{
		Use:   "verify",
		Short: "Prove lower bounds on the distance of adversarial examples",
		Long: `Verify proves for each row that no adversarial example is nearer than a lower
bound, and prints the mean bound and the certified robust accuracy: the share
of rows that the model gets right and whose bound lies above eps.

Methods:
  bound   message passing, no branching: quick, and mostly near the minimum
  exact   the minimum itself, within --nodes, --time and --gap
  clique  the multi-level cliques of Chen et al. 2019 and Wang et al. 2020
  milp    the program of Kantchelian et al. 2016, by an installed solver`,
		Example: `  hardwood verify --model model.json --data test.csv --norm inf --eps 0.01,0.05
  hardwood verify --model model.json --data test.csv --method clique --levels 2 --clique 2 --out bounds.csv
  hardwood verify --model model.json --data builtin:wdbc --rows 5 --method milp --solver cbc`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return v.run(c.Context(), c) },
	}
	f := c.Flags()
	v.model.add(c)
	addOut(c, &v.out, "", "file for a line per row, - for standard output")
	addSeedThreads(c, &v.seed, &v.threads)
	v.rows.addSection(c, "rows to verify")
	section(c, "Adversary", func() {
		f.StringSliceVar(&v.attack.eps, "eps", nil, "radii to report the certified robust accuracy at, such as 0.01,0.05 or 8/255; by default none")
		f.StringVar(&v.attack.norm, "norm", "inf", "measure of a change: inf, 2 or 1")
		f.StringVar(&v.attack.units, "units", "scaled", "what eps and bounds are measured in: scaled or raw")
	})
	section(c, "Proof", func() {
		f.StringVar(&v.method, "method", "bound", "bound, exact, clique or milp")
		f.Var((*count)(&v.clique.Levels), "levels", "clique: times that groups are formed, 0 for 2")
		f.Var((*count)(&v.clique.Size), "clique", "clique: trees in a group, 0 for 2")
		f.Var((*count)(&v.clique.Steps), "steps", "clique: bisections of the radius, 0 for 10")
		f.Var((*count)(&v.nodes), "nodes", "exact: boxes for a row, 0 for no limit")
		f.DurationVar(&v.time, "time", 0, "exact and milp: time for a row, such as 10s, 0 for no limit")
		f.Float64Var(&v.gap, "gap", 0, "exact: relative gap between lower bound and distance at which a search may stop, 0 to go on to the minimum")
		f.StringVar(&v.solver, "solver", "", "milp: cbc, glpk, highs or gurobi; by default the first that is installed")
	})
	return c
}

// proofOptions are the flags of a proof that only some methods take.
var proofOptions = []method.Option{
	{Name: "levels", By: []string{"clique"}},
	{Name: "clique", By: []string{"clique"}},
	{Name: "steps", By: []string{"clique"}},
	{Name: "nodes", By: []string{"exact"}},
	{Name: "gap", By: []string{"exact"}},
	{Name: "time", By: []string{"exact", "milp"}},
	{Name: "solver", By: []string{"milp"}},
}

// prover returns the method.
func (v *verifyCommand) prover(failed func(row int, err error)) (attack.Attack, error) {
	if err := checkBudgets(v.time, v.gap); err != nil {
		return nil, err
	}
	switch v.method {
	case "bound":
		return exact.Attack{Root: true}, nil
	case "exact":
		return exact.Attack{Nodes: v.nodes, Time: v.time, Gap: v.gap}, nil
	case "clique":
		return v.clique, nil
	case "milp":
		if known := milp.Solvers(); v.solver != "" && !slices.Contains(known, v.solver) {
			return nil, usage(nearest.Unknown("solver", v.solver, known))
		}
		return milp.Attack{Solver: v.solver, Time: v.time, Failed: failed}, nil
	}
	return nil, usage(fmt.Errorf("unknown method %q: use bound, exact, clique or milp", v.method))
}

func (v *verifyCommand) run(ctx context.Context, c *cobra.Command) error {
	if c.Flags().Changed("solver") && !c.Flags().Changed("method") {
		v.method = "milp"
	}
	norm, err := v.attack.normOf()
	if err != nil {
		return err
	}
	eps, err := v.attack.radii()
	if err != nil {
		return err
	}
	prover, err := v.prover(func(row int, err error) { fmt.Fprintf(c.ErrOrStderr(), "row %d stays open: %v\n", row, err) })
	if err != nil {
		return err
	}
	if err := checkOptions(c, proofOptions, v.method); err != nil {
		return err
	}
	e, err := v.model.read(c)
	if err != nil {
		return err
	}
	table, err := v.rows.readFor(e, true)
	if err != nil {
		return err
	}
	table = v.rows.sample(table, v.seed)
	problem, err := attack.NewProblem(e, norm)
	if err != nil {
		return err
	}
	problem.Seed = v.seed
	if problem.Constraints, err = v.attack.constraints(e, table); err != nil {
		return err
	}
	if err := writable(v.out); err != nil {
		return err
	}
	p := progressOf(c)
	p.start("verify by " + prover.Name())
	victims := eval.Victims(table, 0, table.Rows)
	results, interrupted := attack.Run(ctx, problem, prover, victims, attack.RunOptions{
		Threads: v.threads, Done: func(n int) { p.at(n, len(victims), "") },
	})
	if results == nil {
		return interrupted
	}
	results = finished(results)
	p.done(fmt.Sprintf("%d of %d rows", len(results), len(victims)))
	if v.out != "" {
		if err := writeOut(c, v.out, func(w io.Writer) error { return writeBounds(w, table, norm, results) }); err != nil {
			return err
		}
	}
	printBounds(c.OutOrStdout(), results, eps)
	if interrupted != nil {
		return fmt.Errorf("interrupted after %d of %d rows, which the figures are about: %w", len(results), len(victims), interrupted)
	}
	return nil
}

func writeBounds(w io.Writer, table *data.Table, norm attack.Norm, results []attack.Result) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"row", "label", "predicted", "norm", "lower_bound", "distance", "status", "seconds"}); err != nil {
		return err
	}
	for _, r := range results {
		if err := out.Write([]string{
			strconv.Itoa(r.Row), table.Classes[r.Label], table.Classes[r.Predicted], norm.String(),
			report.Decimal(r.LowerBound), report.Decimal(r.Distance), r.Status.String(), strconv.FormatFloat(r.Seconds, 'f', 6, 64),
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// printBounds sums up. Rows that the model gets wrong have the radius 0.
func printBounds(w io.Writer, results []attack.Result, eps []float64) {
	correct, bounds, seconds := 0, 0.0, 0.0
	certified := make([]int, len(eps))
	for _, r := range results {
		if r.Status == attack.Misclassified {
			continue
		}
		correct++
		bounds += r.LowerBound
		seconds += r.Seconds
		for i, radius := range eps {
			if r.LowerBound > radius {
				certified[i]++
			}
		}
	}
	for i, radius := range eps {
		fmt.Fprintf(w, "certified robust accuracy at eps %g: %.4f\n", radius, float64(certified[i])/float64(max(len(results), 1)))
	}
	fmt.Fprintf(w, "verified %d rows (%d more misclassified), mean certified radius %.6g, %.6f seconds per row\n",
		correct, len(results)-correct, bounds/float64(max(correct, 1)), seconds/float64(max(correct, 1)))
}

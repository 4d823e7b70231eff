package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/report"
)

type verifyCommand struct{ problemFlags }

func newVerify() *cobra.Command { return (&verifyCommand{}).command() }

func (v *verifyCommand) command() *cobra.Command {
	c := &cobra.Command{
		Use:   "verify",
		Short: "Prove lower bounds on the distance of adversarial examples",
		Long: `Verify proves for each row that no adversarial example is nearer than a lower
bound, and prints the mean bound and the certified robust accuracy: the share
of rows that the model gets right and whose bound lies above eps. Bounds hold for
the model as it runs, with the rounding of its own sums. A model whose sums can
overflow is refused. Distances are measured on the numbers in the file, before models
such as XGBoost round them to float32.

The lines of --out are row,label,predicted,norm,lower_bound,distance,status,seconds.
distance is that of an example which the proof came across. It is inf, beside the status
none, where there was none before the proof or its budget ended: such a row counts as
undecided at an eps that its bound does not exceed. A bound of inf proves that there is
no example.`,
		Example: `  hardwood verify --model model.json --data test.csv --norm inf --eps 0.01,0.05
  hardwood verify --model model.json --data test.csv --method clique --levels 2 --clique 2 --out bounds.csv
  hardwood verify --model model.json --data builtin:wdbc --rows 5 --method milp --solver cbc`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return v.run(c.Context(), c) },
	}
	f := c.Flags()
	v.model.add(c)
	addOut(c, &v.out, "", "CSV file with a line per row, - for standard output")
	addNoTimes(c, &v.noTimes)
	v.part.add(c)
	addSeedThreads(c, &v.seed, &v.threads)
	v.rows.addSection(c, "rows to verify")
	section(c, "Attacker", func() {
		f.StringSliceVar(&v.attack.eps, "eps", nil, "radii to report the certified robust accuracy at, such as 0.01,0.05 or 8/255")
		v.attack.add(c)
		v.attack.addScaleBy(c)
	})
	section(c, "Proof", func() { v.attack.methodFlags.add(c, method.Prove, "bound") })
	v.on.addSection(c)
	return c
}

func (v *verifyCommand) run(ctx context.Context, c *cobra.Command) error {
	eps, err := v.attack.radii()
	if err != nil {
		return err
	}
	refused := map[string]string{"time": timed}
	if err := v.part.check(c, []string{v.out}, refused); err != nil {
		return err
	}
	if err := v.on.check(c, refused); err != nil {
		return err
	}
	norm, prover, err := v.method(c)
	if err != nil {
		return err
	}
	files := inputFiles(&v.model, &v.rows, &v.attack)
	if err := v.part.identify(c, files); err != nil {
		return err
	}
	if err := v.on.identify(c, files, part.Rows); err != nil {
		return err
	}
	var w *rowsWork
	err = untilSignal(ctx, func() (err error) {
		w, err = v.prepare(c, norm, prover)
		return err
	})
	if err != nil {
		return err
	}
	if err := writable(v.out); err != nil {
		return err
	}
	if v.on.given() {
		return v.spread(ctx, c, w, eps)
	}
	var outputs []rowsFile
	if v.out != "" {
		outputs = v.files()
	}
	sum := newTally(eps)
	done, of, interrupted := w.run(ctx, c, &v.part, v.threads, outputs, sum.result)
	if done == 0 && interrupted != nil {
		return interrupted
	}
	to := wordsOut(c, v.out)
	sum.printBounds(to, !v.noTimes)
	v.part.note.Says = printStill(to, w.problem, w.table, eps)
	if interrupted != nil {
		return fmt.Errorf("interrupted; the figures are about the %d of %d rows that are finished: %w", done, of, interrupted)
	}
	return v.part.sealRows(outputs)
}

// method returns what the flags say about the norm and the proof. --solver on its own means
// the method milp.
func (v *verifyCommand) method(c *cobra.Command) (attack.Norm, attack.Attack, error) {
	if c.Flags().Changed("solver") && !c.Flags().Changed("method") {
		v.attack.method = method.MILP
	}
	return v.problemFlags.method(c)
}

// prepare reads everything that the proof needs.
func (v *verifyCommand) prepare(c *cobra.Command, norm attack.Norm, prover attack.Attack) (*rowsWork, error) {
	e, err := v.model.read(c)
	if err != nil {
		return nil, err
	}
	problem, table, err := v.problem(c, e, norm)
	if err != nil {
		return nil, err
	}
	return newRowsWork("verify by "+prover.Name(), problem, prover, table, allRows(table)), nil
}

// files returns what the proof writes.
func (v *verifyCommand) files() []rowsFile { return []rowsFile{{part.Rows, v.out, v.boundsTo}} }

func (v *verifyCommand) boundsTo(to io.Writer, w *rowsWork) (rowsLines, error) {
	head := []string{"row", "label", "predicted", "norm", "lower_bound", "distance", "status", "seconds"}
	if v.noTimes {
		head = head[:len(head)-1]
	}
	return csvLines(to, head, func(record []string, r *attack.Result) {
		copy(record, []string{
			strconv.Itoa(r.Row), w.table.Classes[r.Label], w.table.Classes[r.Predicted], w.problem.Norm.String(),
			report.Decimal(r.LowerBound), report.Decimal(r.Distance), r.Status.String(), strconv.FormatFloat(r.Seconds, 'f', 6, 64),
		})
	})
}

// printStill prints how many columns no attacker can change at each eps, and which rows hold levels
// that are taken for missing values, and returns what it prints.
func printStill(w io.Writer, p *attack.Problem, t *data.Table, eps []float64) (said []string) {
	still, _ := eval.Still(context.Background(), p, t, eps) // also after an interruption
	for _, text := range []string{eval.StillSentence(eps, still, t.Features), eval.StrangersSentence(p.Ensemble, p.Constraints, t)} {
		if text != "" {
			fmt.Fprintln(w, text)
			said = append(said, text)
		}
	}
	return said
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// checkPart reads --part and --on and identifies the job. When parts are merged, the files
// have to be those that the parts were made from.
func (e *evalCommand) checkPart(c *cobra.Command) error {
	out := e.out
	if !c.Flags().Changed("out") { // the name of a directory
		out = ""
	}
	refused := map[string]string{"time": timed, "starts-curve": "it measures times"}
	if err := e.part.check(c, []string{out}, refused); err != nil {
		return err
	}
	if err := e.on.check(c, refused); err != nil {
		return err
	}
	if err := e.model.need(); err != nil {
		return err
	}
	files := inputFiles(&e.model, &e.rows, &e.attack)
	if e.against != "" {
		files["against"] = []string{e.against}
	}
	if e.parts != nil {
		job, err := newJob(c, files)
		if err != nil {
			return fmt.Errorf("merging needs the files that the parts were made from: %w", err)
		}
		if difference := job.Difference(e.parts.Job); difference != "" {
			return fmt.Errorf("the files are not those that the parts were made from: %s", difference)
		}
	}
	if err := e.on.identify(c, files, part.Decided); err != nil {
		return err
	}
	return e.part.identify(c, files)
}

// decide writes what is found about the rows of a part.
func (e *evalCommand) decide(ctx context.Context, c *cobra.Command, w *evalWork) error {
	some := rowsOfPart(e.part.Part, w.table)
	if err := writable(e.out); err != nil {
		return err
	}
	p := progressOf(c)
	w.options.Progress = func(n, of int) { p.at(n, of, "") }
	prepared, err := eval.Prepare(w.models, w.options)
	if err != nil {
		return err
	}
	p.start(fmt.Sprintf("attack %d of %d rows by %s", some.Rows, w.table.Rows, w.options.Attack.Name()))
	if err := writeOut(c, e.out, func(to io.Writer) error {
		if err := e.writeDecided(ctx, to, prepared, some); err != nil {
			return err // an earlier file stays, and so does its note
		}
		return e.part.unseal(e.out)
	}); errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; nothing is kept of the part: %w", err)
	} else if err != nil {
		return err
	}
	p.done(phrase.Count(some.Rows, "row"))
	if err := e.part.seal(e.out, part.Decided); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "part %s: %s under %s\n", e.part, phrase.Count(some.Rows, "row"), phrase.Count(len(w.models), "model"))
	return err
}

// rowsOfPart returns the rows of a part.
func rowsOfPart(some part.Part, table *data.Table) *data.Table {
	from, to := some.Bounds(table.Rows)
	rows := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return table.Subset(rows)
}

// writeDecided decides some rows under models and writes what is found.
func (e *evalCommand) writeDecided(ctx context.Context, w io.Writer, models *eval.Prepared, some *data.Table) error {
	out, err := eval.NewDecidedWriter(w, some.Cols)
	if err != nil {
		return err
	}
	if err := models.Decide(ctx, some, func(m *eval.Model, d *eval.Decided) error {
		if e.noTimes {
			d.Seconds, d.Outcome.Seconds = 0, 0
		}
		return out.Write(m, d)
	}); err != nil {
		return err
	}
	return out.Flush()
}

// decidedUnder returns what reads of parts what they found about the rows under a model.
func decidedUnder(parts *part.Set) func(*eval.Model) iter.Seq2[*eval.Decided, error] {
	return func(m *eval.Model) iter.Seq2[*eval.Decided, error] { return decidedRows(parts, m.Name) }
}

// decidedRows reads what parts found about the rows under a model.
func decidedRows(parts *part.Set, model string) iter.Seq2[*eval.Decided, error] {
	return func(yield func(*eval.Decided, error) bool) {
		for _, path := range parts.Paths {
			f, err := parts.Open(path)
			if err != nil {
				yield(nil, err)
				return
			}
			defer f.Close()
			for d, err := range eval.ReadDecided(f, model) {
				if err != nil {
					err = fmt.Errorf("%s: %w", path, err)
				}
				if !yield(d, err) {
					return
				}
			}
		}
	}
}

// mergeEval makes the report of an evaluation from the rows that its parts decided.
func mergeEval(c *cobra.Command, out string, parts *part.Set) error {
	e := &evalCommand{parts: parts}
	sub := e.command()
	inOrder(sub)
	c.Root().AddCommand(sub) // for the output and the global flags
	sub.SetContext(c.Context())
	if err := sub.ParseFlags(parts.Args); err != nil {
		return err
	}
	e.out = out
	return e.run(c.Context(), sub)
}

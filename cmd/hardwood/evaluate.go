package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// destination says where a report goes and what else is in it.
type destination struct {
	dir    string
	attack *attackFlags
	focus  float64           // the eps that the answer is about, 0 for the middle one
	probed bool              // eps were suggested by distances of training rows
	scale  []eval.ScaleCurve // distance over time, nil for none
}

// shownImages is the number of victims whose pictures a report shows.
const shownImages = 6

// evaluate evaluates models on a table, prints the comparison and writes the
// report.
func evaluate(ctx context.Context, c *cobra.Command, models []eval.Model, table *data.Table, o eval.Options, to destination) error {
	p := progressOf(c)
	o.Progress = func(m *eval.Model, n, of int) { p.at(n, of, m.Name) }
	if table.Image != (data.Shape{}) {
		o.Show = shownImages
	}
	files := report.NewDirectory(to.dir)
	defer files.Abandon()
	file, err := files.Create("examples.csv")
	if err != nil {
		return err
	}
	examples, err := report.NewExamples(file, table, o.Norm)
	if err != nil {
		return err
	}
	also := o.Row
	o.Row = func(m *eval.Model, x []float64, r *attack.Result) error {
		if also != nil {
			if err := also(m, x, r); err != nil {
				return err
			}
		}
		return examples.Add(m, x, r)
	}
	p.start(fmt.Sprintf("attack %d rows by %s", table.Rows, o.Attack.Name()))
	o.Focus = to.focus
	r, err := eval.Evaluate(ctx, models, table, o)
	if err != nil {
		return err
	}
	p.done(fmt.Sprintf("%d model%s", len(models), plural(len(models))))
	if err := examples.Flush(); err != nil {
		return err
	}
	r.Scale = to.scale
	r.Suggested = r.Suggested || to.probed
	in := &report.Input{Report: r, Table: table, Provenance: eval.Provenance{
		Command: commandLine(c), Version: version(), Data: table.Source, Hash: table.Hash(), Rows: table.Rows, Cols: table.Cols,
		Units: to.attack.units, Constraints: to.attack.constraintsText,
	}}
	if err := files.Evaluation(in); err != nil {
		return err
	}
	if err := files.Commit(); err != nil {
		return err
	}
	w := c.OutOrStdout()
	if err := report.Comparison(in).Text(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := report.Verdicts(in).Text(w); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%s\nreport: %s\n", report.Answer(in), filepath.Join(to.dir, "report.html"))
	return err
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

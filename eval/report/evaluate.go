package report

import (
	"cmp"
	"context"
	"errors"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// Output says where the report of an evaluation goes, and what it contains besides the evaluation.
type Output struct {
	Dir        string          // an existing directory for the files, see [MakeDir]
	Provenance eval.Provenance // what concerns the rows, and units that are not set, is filled in

	Suggested string             // where the eps come from, in a sentence, if they were not given
	Chosen    []string           // what hardening chose from its training rows and why, a sentence each
	Curves    []eval.StartsCurve // distance over time, nil for none
	NoTimes   bool               // leave out how long the attack took, the only thing that depends on the machine
	Tuning    *eval.Tuning       // how the parameters were found, nil if they were given

	Beside func(*Directory) error // writes files that belong to the report; nil for none
}

// shownImages is the number of victims whose pictures a report shows.
const shownImages = 6

// Evaluate evaluates models on a table and writes the report, its plots and examples.csv. Options are
// those of [eval.Evaluate], and so are errors: if the context ends, there is a report only with
// [eval.Options.Rest], and the context's error comes with it. Without a report no files are left.
func Evaluate(ctx context.Context, models []eval.Model, table *data.Table, o eval.Options, to Output) (*Input, error) {
	switch {
	case table == nil:
		return nil, errors.New("no table is given")
	case to.Dir == "":
		return nil, errors.New("Output.Dir is empty, and a report needs a directory")
	}
	if table.Image != (data.Shape{}) {
		o.Show = shownImages
	}
	files := NewDirectory(to.Dir)
	defer files.Abandon()
	file, err := files.create(examplesFile)
	if err != nil {
		return nil, err
	}
	examples, err := NewExamples(file, table, o.Norm, o.Constraints, !to.NoTimes)
	if err != nil {
		return nil, err
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
	r, interrupted := eval.Evaluate(ctx, models, table, o)
	if r == nil {
		return nil, interrupted
	}
	table = r.Interrupted.Rows(table)
	if o.Rest != nil {
		ctx = o.Rest
	}
	if err := examples.Flush(); err != nil {
		return nil, err
	}
	if to.NoTimes {
		for _, m := range r.Models {
			m.Metrics.Seconds = 0
		}
	}
	r.StartsCurves, r.Chosen, r.Tuning = to.Curves, to.Chosen, to.Tuning
	r.Suggested = cmp.Or(to.Suggested, r.Suggested)
	p := to.Provenance.In(o.Norm, models[0].Ensemble)
	p.Data, p.Hash, p.Rows, p.Cols = table.Source, table.Hash(), table.Rows, table.Cols
	in := &Input{Report: r, Table: table, Provenance: p}
	if err := files.evaluation(ctx, in); err != nil {
		return nil, err
	}
	if to.Beside != nil {
		if err := to.Beside(files); err != nil {
			return nil, err
		}
	}
	if err := files.Commit(); err != nil {
		return nil, err
	}
	return in, interrupted
}

package eval

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Folds are further rows to judge models by: the training rows, dealt into folds, with the outcomes
// of each fold under stand-ins, models trained in the same way on all other rows, including those
// of the evaluation.
type Folds struct {
	Count    int         // number of folds, one of which is the rows of the evaluation
	Rows     *data.Table // rows of the other folds
	Outcomes []*Outcomes // of Rows, under the stand-ins for each model
}

func (f *Folds) check(models []Model) error {
	if f.Rows == nil || len(f.Outcomes) != len(models) {
		return fmt.Errorf("Options.Folds has outcomes under %d models of %d, or no rows", len(f.Outcomes), len(models))
	}
	for i, o := range f.Outcomes {
		if o.Len() != f.Rows.Rows {
			return fmt.Errorf("Options.Folds has %d rows, and %d outcomes under %s", f.Rows.Rows, o.Len(), models[i].Name)
		}
	}
	return nil
}

// crossValidate reports on the rows of all folds together and takes the verdict from them. A second
// model that itself predicts one class for all of them keeps its verdict, whatever its stand-ins do.
func (r *Report) crossValidate(ctx context.Context, table *data.Table, o *Options) error {
	all, err := table.Append(o.Folds.Rows)
	if err != nil {
		return err
	}
	of := *o
	of.Eps, of.EpsChosen, of.MoreRows = r.Eps, r.epsChosen, ""
	found := make([]*Evaluation, len(r.Models))
	for i, e := range r.Models {
		found[i] = &Evaluation{Model: Model{Name: e.Name, Ensemble: e.Ensemble}, Outcomes: newOutcomes(all.Rows)}
		for _, some := range []*Outcomes{e.Outcomes, o.Folds.Outcomes[i]} {
			for _, row := range some.All() {
				found[i].Outcomes.Add(row)
			}
		}
	}
	for _, e := range found {
		e.Outcomes.groups = all.Groups
		e.Gain = o.gain(reader(e.Ensemble), all, e.Outcomes)
	}
	pooled := of.report(found, all)
	pooled.Folds = o.Folds.Count
	if i := r.Interrupted; i != nil {
		pooled.Interrupted = &Interruption{Finished: all.Rows, Of: i.Of + o.Folds.Rows.Rows}
	}
	if err := pooled.findLimits(ctx, all, &of); err != nil {
		return err
	}
	if err := pooled.conclude(ctx, &of, of.within(all)); err != nil {
		return err
	}
	r.CrossValidated = pooled
	if r.Verdict != nil && !saysOne(r.Models[1].Ensemble, all) {
		r.Verdict = pooled.Verdict
	}
	return nil
}

// OfVerdict returns the report that the verdict is from: the one on the rows of all folds, if the
// verdict was taken from there.
func (r *Report) OfVerdict() *Report {
	if all := r.CrossValidated; all != nil && r.Verdict == all.Verdict {
		return all
	}
	return r
}

// saysOne reports whether a model predicts the same class for all rows of a table.
func saysOne(e *ensemble.Ensemble, t *data.Table) bool {
	p, margins := ensemble.NewPredictor(e), make([]float64, e.Outputs)
	first := -1
	for i := range t.Rows {
		p.Margins(t.Row(i), margins, 1)
		switch class := e.ClassOf(margins); {
		case first < 0:
			first = class
		case class != first:
			return false
		}
	}
	return true
}

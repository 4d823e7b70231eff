package eval

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Folds are further rows to judge models by: those that the models were trained on,
// dealt into folds, with what was found of each fold under models that were trained in the
// same way on all other rows, those of the evaluation among them.
type Folds struct {
	Count    int         // of the folds, the rows of the evaluation being one
	Rows     *data.Table // of the others
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

// crossValidate reports on the rows of all folds together, and lets them speak the
// verdict. A second model that says one class for all of them stays what that makes it,
// whatever its stand-ins say.
func (r *Report) crossValidate(ctx context.Context, table *data.Table, o *Options) error {
	all, err := table.Append(o.Folds.Rows)
	if err != nil {
		return err
	}
	of := *o
	of.Eps, of.MoreRows = r.Eps, ""
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
	if err := pooled.findLimits(ctx, r.Models[0].Ensemble, all, &of); err != nil {
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

// OfVerdict returns the report on the rows that the verdict is of: those of all folds
// where these speak it.
func (r *Report) OfVerdict() *Report {
	if all := r.CrossValidated; all != nil && r.Verdict == all.Verdict {
		return all
	}
	return r
}

// saysOne reports whether a model says the same class for all rows of a table.
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

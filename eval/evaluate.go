package eval

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Model is a model to evaluate.
type Model struct {
	Name         string // "natural", "hardened"
	Ensemble     *ensemble.Ensemble
	TrainSeconds float64 // time to train, 0 if unknown
}

// Evaluate attacks every row of a table under each model. The rows must be
// labelled and scaled as the models read them.
//
// The report depends on the table, the models and the options, but not on the
// number of threads, the seconds apart. On cancellation Evaluate returns the
// context's error and the models finished so far.
func Evaluate(ctx context.Context, models []Model, table *data.Table, o Options) (*Report, error) {
	if err := o.check(models, table); err != nil {
		return nil, err
	}
	report := &Report{Norm: o.Norm, Eps: o.Eps, Method: o.Attack.Name(), Seed: o.Seed, Constant: constant(table), Aim: o.Aim.orDefault(table, o.Constraints)}
	shown := o.shown(models, table)
	report.attackers(o.Constraints, table)
	for i := range models {
		e, err := o.evaluate(ctx, &models[i], table, shown)
		if err != nil {
			return report, err
		}
		if report.Eps == nil {
			report.Eps = SuggestEps(e.Outcomes)
			report.Suggested = fmt.Sprintf("They break about a quarter, a half and nine tenths of the rows that %s gets right.", e.Name)
		}
		e.measure(report.Eps, table)
		report.Models = append(report.Models, e)
	}
	limits, err := ceiling.Of(ctx, table, o.Norm, o.Constraints, append([]float64{0}, report.Eps...), o.Threads)
	if err != nil {
		return report, err
	}
	report.Ceilings = limits
	if err := report.reach(models[0].Ensemble, table, o); err != nil {
		return report, err
	}
	report.resample(o)
	report.weigh(o, table)
	return report, nil
}

// shown returns the first rows that all models get right.
func (o *Options) shown(models []Model, table *data.Table) map[int]bool {
	rows := map[int]bool{}
	for i := 0; i < table.Rows && len(rows) < o.Show; i++ {
		right := true
		for _, m := range models {
			right = right && m.Ensemble.Class(table.Row(i)) == table.Y[i]
		}
		if right {
			rows[table.Position(i)] = true
		}
	}
	return rows
}

func (o *Options) evaluate(ctx context.Context, m *Model, table *data.Table, shown map[int]bool) (*Evaluation, error) {
	e := &Evaluation{Model: *m, Outcomes: make([]Outcome, 0, table.Rows)}
	worth := gains{of: o.Gain}
	moved, nearest := newMoves(m.Ensemble, table.Features), fragile{keep: o.Fragile}
	found := func(d *Decided) error {
		x := make([]float64, table.Cols)
		m.Ensemble.Round(x, table.Row(len(e.Outcomes)))
		e.Outcomes = append(e.Outcomes, d.Outcome)
		if d.Example != nil {
			moved.add(x, d.Example)
		}
		nearest.add(caseOf(x, &d.Result))
		worth.add(x, &d.Result)
		if shown[d.Row] {
			e.Shown = append(e.Shown, caseOf(x, &d.Result))
		}
		if o.Row != nil {
			return o.Row(m, x, &d.Result)
		}
		return nil
	}
	if err := o.find(ctx, m, table, found); err != nil {
		return nil, err
	}
	explain(&attack.Problem{Ensemble: m.Ensemble, Norm: o.Norm, Constraints: o.Constraints}, nearest.cases)
	e.Moves, e.Fragile, e.Gain = moved.finish(), nearest.cases, worth.finish()
	return e, nil
}

func (e *Evaluation) measure(eps []float64, table *data.Table) {
	e.Metrics = Measure(e.Outcomes, eps)
	for c, name := range table.Classes {
		var rows []Outcome
		for _, o := range e.Outcomes {
			if o.Label == c {
				rows = append(rows, o)
			}
		}
		e.Classes = append(e.Classes, ClassMetrics{name, Measure(rows, eps)})
	}
}

func (r *Report) resample(o Options) {
	first := newSample(r.Models[0].Outcomes, r.Eps)
	r.Models[0].Intervals = bootstrap(first, nil, o.Seed, o.Resamples)
	for _, e := range r.Models[1:] {
		other := newSample(e.Outcomes, r.Eps)
		e.Intervals = bootstrap(other, nil, o.Seed, o.Resamples)
		r.Differences = append(r.Differences, bootstrap(first, other, o.Seed, o.Resamples))
	}
}

func constant(table *data.Table) Constant {
	counts, most := table.Counts(), 0
	present := 0
	for c, n := range counts {
		if n > counts[most] {
			most = c
		}
		if n > 0 {
			present++
		}
	}
	return Constant{table.Classes[most], share(counts[most], table.Rows), 1 / float64(max(present, 1))}
}

package eval

import (
	"context"
	"errors"
	"fmt"

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
// labelled and scaled as the models read them: see [trainer.Fits].
//
// The report depends on the table, the models and the options, but not on the
// number of threads, apart from the seconds. If the context ends, Evaluate returns its error and, with
// [Options.Rest], a report on the rows that are finished, see [Report.Interrupted], or on all if
// that was so far.
func Evaluate(ctx context.Context, models []Model, table *data.Table, o Options) (*Report, error) {
	if err := o.check(models, table); err != nil {
		return nil, err
	}
	rest := ctx
	if o.Rest != nil {
		rest = o.Rest
	}
	gatherers, rows, err := o.rows(ctx, models, table)
	if err != nil && (o.Rest == nil || !errors.Is(err, ctx.Err())) {
		return nil, err
	}
	var interrupted *Interruption
	if len(rows) < table.Rows {
		if len(rows) < enoughRows {
			return nil, fmt.Errorf("%d of %d rows are finished, too few to report on: %w", len(rows), table.Rows, err)
		}
		interrupted = newInterruption(rows, table)
		table = table.Subset(rows)
	}
	report := o.report(finish(gatherers, table), table)
	report.Interrupted = interrupted
	if err := report.findLimits(rest, table, &o); err != nil {
		return nil, err
	}
	if err := report.conclude(rest, &o, o.within(table)); err != nil {
		return nil, err
	}
	if o.Folds != nil {
		if err := report.crossValidate(rest, table, &o); err != nil {
			return nil, err
		}
	}
	if o.Rest != nil {
		return report, ctx.Err()
	}
	return report, nil
}

// report returns what follows from the rows under each model on its own.
func (o *Options) report(found []*Evaluation, table *data.Table) *Report {
	counts := table.Counts()
	r := &Report{
		Norm: o.Norm, Constraints: o.Constraints, Eps: o.Eps, Method: o.Attack.Name(), Seed: o.Seed, Models: found, classes: table.Classes, moreRows: o.MoreRows,
		Aim: o.Aim.orDefault(table, o.Constraints), epsChosen: o.EpsChosen || o.Eps == nil, epsLeast: o.EpsLeast, TradeOff: o.TradeOff,
	}
	r.Constant, _ = constant(r.classes, counts)
	r.attackers(o.Constraints, counts)
	if r.Eps == nil && found != nil {
		r.Eps = SuggestEps(found[0].Outcomes)
		r.Suggested = fmt.Sprintf("Those here break about a quarter, a half and nine tenths of the rows that %s gets right and some change flips.", found[0].Name)
	}
	for _, e := range found {
		e.measure(r.Eps, r.classes)
	}
	return r
}

func (e *Evaluation) measure(eps []float64, classes []string) {
	e.Metrics = Measure(e.Outcomes, eps)
	for c, name := range classes {
		of := e.Outcomes.Where(func(_ int, o Outcome) bool { return o.Label == c })
		e.Classes = append(e.Classes, ClassMetrics{name, Measure(of, eps)})
	}
}

// findLimits computes what no model exceeds on the rows, and what an attacker can change.
func (r *Report) findLimits(ctx context.Context, table *data.Table, o *Options) (err error) {
	eps := append([]float64{0}, r.Eps...)
	if r.Ceilings, err = ceiling.Of(ctx, table, eps, ceiling.Options{Norm: o.Norm, Constraints: o.Constraints, Threads: o.Threads}); err != nil {
		return err
	}
	return r.reach(ctx, table, o)
}

// conclude computes intervals for the metrics and a verdict on the second model.
func (r *Report) conclude(ctx context.Context, o *Options, within []bool) (err error) {
	var first *sample
	for _, e := range r.Models {
		s := newSample(e.Outcomes)
		if e.Intervals, err = bootstrap(ctx, s, nil, r.Eps, o.resampling()); err != nil {
			return err
		}
		if first == nil {
			first = s
			continue
		}
		difference, err := bootstrap(ctx, first, s, r.Eps, o.resampling())
		if err != nil {
			return err
		}
		r.Differences = append(r.Differences, difference)
	}
	if len(r.Models) == 1 && within != nil {
		some := r.Models[0].Outcomes.Where(func(row int, _ Outcome) bool { return within[row] })
		of, _ := constant(r.classes, some.counts(len(r.classes)))
		r.Within = &Within{Measure(some, r.Eps), of}
	}
	return r.weigh(ctx, o, within)
}

// constant returns the constant for the given number of rows per class, and its class.
func constant(classes []string, counts []int) (Constant, int) {
	most, present, rows := 0, 0, 0
	for c, n := range counts {
		rows += n
		if n > counts[most] {
			most = c
		}
		if n > 0 {
			present++
		}
	}
	return Constant{classes[most], share(counts[most], rows), 1 / float64(max(present, 1))}, most
}

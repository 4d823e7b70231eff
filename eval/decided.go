package eval

import (
	"context"
	"fmt"
	"iter"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Decided is what was found about a row under a model: all that an evaluation needs to know.
type Decided struct {
	attack.Result         // the nearest example and the highest bound of the attack and the decisions after it
	Outcome       Outcome // outcome of the result, with the decisions
	OutcomeClass  int     // the model's class for the example, -1 if there is none
}

// newDecided returns what an attack found about a row, with nothing decided after it.
func newDecided(r attack.Result) *Decided { return &Decided{r, NewOutcome(&r), r.Class} }

// Prepared are models with the attack of an evaluation prepared for each of them. It
// is safe for use by several goroutines.
type Prepared struct {
	models      []Model
	adversaries []*attack.Adversary
	o           Options
}

// Prepare prepares to attack rows under models.
func Prepare(models []Model, o Options) (*Prepared, error) {
	p := &Prepared{models: models, o: o}
	for i := range models {
		a, err := o.prepare(&models[i])
		if err != nil {
			return nil, err
		}
		p.adversaries = append(p.adversaries, a)
	}
	return p, nil
}

// Decide attacks every row of a table under each model, decides what the attack leaves open, as
// [Evaluate] does, and calls found with each row, in order. The rows may be a part of those to
// evaluate: results do not depend on other rows, and [Options.Decided] hands them to Evaluate.
func (p *Prepared) Decide(ctx context.Context, table *data.Table, found func(*Model, *Decided) error) error {
	if table != nil && table.Rows == 0 {
		return nil
	}
	if err := p.o.check(p.models, table); err != nil {
		return err
	}
	for i := range p.models {
		for d, err := range p.o.attack(ctx, &p.models[i], p.adversaries[i], table) {
			if err == nil {
				err = found(&p.models[i], d)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// decided returns the rows of a table in order with their results under a model: those found
// earlier if [Options.Decided] has them, otherwise by attacking now.
func (o *Options) decided(ctx context.Context, m *Model, table *data.Table) iter.Seq2[*Decided, error] {
	if o.Decided != nil {
		return o.replay(m, table)
	}
	adversary, err := o.prepare(m)
	if err != nil {
		return func(yield func(*Decided, error) bool) { yield(nil, err) }
	}
	return o.attack(ctx, m, adversary, table)
}

// prepare prepares the attack on a model.
func (o *Options) prepare(m *Model) (*attack.Adversary, error) {
	problem, err := attack.NewProblem(m.Ensemble, o.Norm)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	problem.Constraints, problem.Seed = o.Constraints, o.Seed
	return attack.Prepare(problem, o.Attack)
}

// batch is the number of rows whose examples are in memory at once.
const batch = 512

// attack attacks the rows of a table, batch by batch, and decides.
func (o *Options) attack(ctx context.Context, m *Model, adversary *attack.Adversary, table *data.Table) iter.Seq2[*Decided, error] {
	return func(yield func(*Decided, error) bool) {
		for from := 0; from < table.Rows; from += batch {
			run := attack.RunOptions{Threads: o.Threads}
			if o.Progress != nil {
				run.Done = func(n int) { o.Progress(m, from+n, table.Rows) }
			}
			victims := Victims(table, from, min(from+batch, table.Rows))
			rows, err := o.attackBatch(ctx, adversary, victims, run)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, d := range rows {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
}

func (o *Options) attackBatch(ctx context.Context, adversary *attack.Adversary, victims []attack.Victim, run attack.RunOptions) ([]*Decided, error) {
	results, err := adversary.Run(ctx, victims, run)
	if err != nil {
		return nil, err
	}
	rows := make([]*Decided, len(results))
	for i := range results {
		rows[i] = newDecided(results[i])
	}
	return rows, o.decide(ctx, adversary, victims, rows)
}

// Victims returns the rows [from, to) of a labelled table as victims, numbered by their position in
// its source.
func Victims(table *data.Table, from, to int) []attack.Victim {
	v := make([]attack.Victim, 0, to-from)
	for i := from; i < to; i++ {
		v = append(v, attack.Victim{Row: table.Position(i), X: table.Row(i), Label: table.Y[i]})
	}
	return v
}

// decide decides, at each eps, the rows that are still open, if the method can: whether there is an
// example within a radius is cheaper to find out than the nearest example.
func (o *Options) decide(ctx context.Context, a *attack.Adversary, victims []attack.Victim, rows []*Decided) error {
	if !a.CanDecide() {
		return nil
	}
	for k, eps := range o.Eps {
		var open []attack.Victim
		var of []*Decided
		for i, d := range rows {
			if d.Outcome.Verdict(k, eps) == attack.Undecided {
				open, of = append(open, victims[i]), append(of, d)
			}
		}
		decisions, err := a.Decide(ctx, open, eps, attack.RunOptions{Threads: o.Threads})
		if err != nil {
			return err
		}
		for i := range decisions {
			of[i].decide(&decisions[i], k, len(o.Eps))
		}
	}
	return nil
}

// decide notes a decision at the k-th eps; some is the number of eps.
func (d *Decided) decide(by *attack.Decision, k, some int) {
	switch bound := max(d.LowerBound, by.LowerBound); {
	case by.Verdict == attack.Broken && by.Distance < d.Distance:
		d.Status, d.Example, d.Class, d.Distance, d.Trace = attack.Found, by.Example, by.Class, by.Distance, by.Trace
		d.LowerBound = min(d.LowerBound, d.Distance)
	case by.Verdict == attack.Certified:
		d.LowerBound = min(bound, d.Distance)
	}
	o := &d.Outcome
	o.Status, o.Distance, o.LowerBound, d.OutcomeClass = d.Status, d.Distance, d.LowerBound, d.Class
	if o.Decided == nil {
		o.Decided = make([]attack.Verdict, some)
	}
	o.Decided[k] = by.Verdict
}

// replay returns the rows of a table with their earlier results.
func (o *Options) replay(m *Model, table *data.Table) iter.Seq2[*Decided, error] {
	return func(yield func(*Decided, error) bool) {
		row := 0
		for d, err := range o.Decided(m) {
			if err == nil && (row == table.Rows || d.Row != table.Position(row) || d.Label != table.Y[row] || !o.possible(m, d)) {
				err = fmt.Errorf("what was decided of %s is about other rows than those of %s", m.Name, table.Source)
			}
			if !yield(d, err) || err != nil {
				return
			}
			row++
		}
		if row < table.Rows {
			yield(nil, fmt.Errorf("%d of %d rows were decided under %s", row, table.Rows, m.Name))
		}
	}
}

// possible reports whether an earlier result can be one under a model.
func (o *Options) possible(m *Model, d *Decided) bool {
	e := m.Ensemble
	class := func(c, least int) bool { return c >= least && c < e.Classes }
	return class(d.Predicted, 0) && class(d.Class, -1) && class(d.OutcomeClass, -1) &&
		(d.Example == nil || len(d.Example) == e.Features) &&
		(d.Outcome.Decided == nil || len(d.Outcome.Decided) == len(o.Eps))
}

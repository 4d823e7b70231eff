package eval

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Decided is what was found of a row under a model: all that an evaluation needs
// to know of it.
type Decided struct {
	attack.Result         // of the attack
	Outcome       Outcome // of the attack and of what was decided after it
}

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

// Decide attacks every row of a table under each model, decides what the attack
// leaves open, as [Evaluate] does, and calls found with each row, in order. The
// rows may be a part of those to evaluate: what is found of a row does not depend
// on the others, and [Options.Decided] lets Evaluate go on from there.
func (p *Prepared) Decide(ctx context.Context, table *data.Table, found func(*Model, *Decided) error) error {
	if table.Rows == 0 {
		return nil
	}
	if err := p.o.check(p.models, table); err != nil {
		return err
	}
	for i := range p.models {
		m := &p.models[i]
		if err := p.o.attack(ctx, m, p.adversaries[i], table, func(d *Decided) error { return found(m, d) }); err != nil {
			return err
		}
	}
	return nil
}

// batch is the number of rows whose examples are in memory at once.
const batch = 512

// find calls found with what is found of each row, now or before.
func (o *Options) find(ctx context.Context, m *Model, table *data.Table, found func(*Decided) error) error {
	if o.Decided != nil {
		return o.replay(m, table, found)
	}
	adversary, err := o.prepare(m)
	if err != nil {
		return err
	}
	return o.attack(ctx, m, adversary, table, found)
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

// attack attacks the rows of a table, decides, and calls found with each row.
func (o *Options) attack(ctx context.Context, m *Model, adversary *attack.Adversary, table *data.Table, found func(*Decided) error) error {
	for from := 0; from < table.Rows; from += batch {
		victims := Victims(table, from, min(from+batch, table.Rows))
		run := attack.RunOptions{Threads: o.Threads}
		if o.Progress != nil {
			run.Done = func(n int) { o.Progress(m, from+n, table.Rows) }
		}
		results, err := adversary.Run(ctx, victims, run)
		if err != nil {
			return err
		}
		outcomes := make([]Outcome, len(results))
		for i := range results {
			outcomes[i] = NewOutcome(&results[i])
		}
		if err := o.decide(ctx, adversary, victims, outcomes); err != nil {
			return err
		}
		for i := range results {
			if err := found(&Decided{results[i], outcomes[i]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Victims returns rows from to to of a table as victims, named by their places
// in its source.
func Victims(table *data.Table, from, to int) []attack.Victim {
	v := make([]attack.Victim, 0, to-from)
	for i := from; i < to; i++ {
		v = append(v, attack.Victim{Row: table.Position(i), X: table.Row(i), Label: table.Y[i]})
	}
	return v
}

// decide asks about each eps at which rows are still open, if the method
// decides at all: whether there is an example within a radius is cheaper to
// know than the nearest one.
func (o *Options) decide(ctx context.Context, a *attack.Adversary, victims []attack.Victim, outcomes []Outcome) error {
	if !a.CanDecide() {
		return nil
	}
	for k, eps := range o.Eps {
		var open []attack.Victim
		var of []*Outcome
		for i := range outcomes {
			if outcomes[i].Verdict(k, eps) == attack.Undecided {
				open, of = append(open, victims[i]), append(of, &outcomes[i])
			}
		}
		decisions, err := a.Decide(ctx, open, eps, attack.RunOptions{Threads: o.Threads})
		if err != nil {
			return err
		}
		for i := range decisions {
			of[i].decided(&decisions[i], k, len(o.Eps))
		}
	}
	return nil
}

// decided notes what was decided at the eps of number k of some.
func (o *Outcome) decided(d *attack.Decision, k, some int) {
	if d.Verdict == attack.Broken {
		o.Distance, o.Class, o.Status = min(o.Distance, d.Distance), d.Class, attack.Found
	}
	if o.Decided == nil {
		o.Decided = make([]attack.Verdict, some)
	}
	o.Decided[k] = d.Verdict
}

// replay calls found with what was decided of each row before.
func (o *Options) replay(m *Model, table *data.Table, found func(*Decided) error) error {
	row := 0
	for d, err := range o.Decided(m) {
		switch {
		case err != nil:
			return err
		case row == table.Rows || d.Row != table.Position(row) || d.Label != table.Y[row] || !o.possible(m, d):
			return fmt.Errorf("what was decided of %s is about other rows than those of %s", m.Name, table.Source)
		}
		if err := found(d); err != nil {
			return err
		}
		row++
	}
	if row < table.Rows {
		return fmt.Errorf("%d of %d rows were decided under %s", row, table.Rows, m.Name)
	}
	return nil
}

// possible reports whether a row that was decided before can be one of a model.
func (o *Options) possible(m *Model, d *Decided) bool {
	e := m.Ensemble
	class := func(c, least int) bool { return c >= least && c < e.Classes }
	return class(d.Predicted, 0) && class(d.Class, -1) && class(d.Outcome.Class, -1) &&
		(d.Example == nil || len(d.Example) == e.Features) &&
		(d.Outcome.Decided == nil || len(d.Outcome.Decided) == len(o.Eps))
}

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

// Prepare prepares to attack rows under models. A model that cannot be attacked so is an error: see
// [attack.NewProblem] and [attack.Prepare].
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
// [Evaluate] does, and calls found with each row, in order, under one model after the other. The rows
// may be a part of those to evaluate: results do not depend on other rows, and [Options.Decided] hands
// them to Evaluate. Decide ends with an error of found, or of the context once that is cancelled.
func (p *Prepared) Decide(ctx context.Context, table *data.Table, found func(*Model, *Decided) error) error {
	if table != nil && table.Rows == 0 {
		return nil
	}
	o := p.o // a copy, as check fills in defaults, and others may decide at the same time
	if err := o.check(p.models, table); err != nil {
		return err
	}
	for row, err := range p.attack(ctx, table) {
		if err != nil {
			return err
		}
		for i, d := range row.under {
			if err := found(&p.models[i], d); err != nil {
				return err
			}
		}
	}
	return nil
}

// decidedRow is what was found about a row of a table.
type decidedRow struct {
	at    int        // in the table
	under []*Decided // the models
}

// decided returns the rows of a table in order: with what was found earlier if [Options.Decided] has
// that, otherwise by attacking now.
func (o *Options) decided(ctx context.Context, models []Model, table *data.Table) iter.Seq2[decidedRow, error] {
	if o.Decided != nil {
		return o.replay(models, table)
	}
	prepared, err := Prepare(models, *o)
	if err != nil {
		return func(yield func(decidedRow, error) bool) { yield(decidedRow{}, err) }
	}
	return prepared.attack(ctx, table)
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

// replay returns the rows of a table with their earlier results.
func (o *Options) replay(models []Model, table *data.Table) iter.Seq2[decidedRow, error] {
	return func(yield func(decidedRow, error) bool) {
		var next []func() (*Decided, error, bool)
		for i := range models {
			n, stop := iter.Pull2(o.replayOf(&models[i], table))
			defer stop()
			next = append(next, n)
		}
		for at := range table.Rows {
			row := decidedRow{at, make([]*Decided, len(models))}
			for i := range models {
				d, err, _ := next[i]()
				if err != nil {
					yield(row, err)
					return
				}
				row.under[i] = d
			}
			if !yield(row, nil) {
				return
			}
		}
		for i := range models { // a row too many
			if _, err, is := next[i](); is {
				yield(decidedRow{}, err)
				return
			}
		}
	}
}

// replayOf returns the earlier results of the rows of a table under a model.
func (o *Options) replayOf(m *Model, table *data.Table) iter.Seq2[*Decided, error] {
	return func(yield func(*Decided, error) bool) {
		row := 0
		for d, err := range o.Decided(m) {
			switch {
			case err != nil:
			case row == table.Rows || d.Row != table.Position(row) || d.Label != table.Y[row] || !o.possible(m, d):
				err = fmt.Errorf("what was decided of %s is about other rows than those of %s", m.Name, table.Name())
			case !o.heldAt(&d.Outcome):
				err = fmt.Errorf("row %d: what was decided of %s is not about eps %v", d.Row, m.Name, o.Eps)
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
		(d.Example == nil || len(d.Example) == e.Features)
}

// heldAt reports whether the verdicts of an earlier result may be about Eps: they then follow from its
// bounds, which decisions have moved. Those at other eps would be taken for answers at these.
func (o *Options) heldAt(of *Outcome) bool {
	if of.Decided == nil {
		return true
	}
	if len(of.Decided) != len(o.Eps) {
		return false
	}
	for k, v := range of.Decided {
		if v == attack.Broken && !(of.Distance <= o.Eps[k]) || v == attack.Certified && !(of.LowerBound > o.Eps[k]) {
			return false
		}
	}
	return true
}

package eval

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rows attacks the rows of a table under each model and gathers what is kept of them. On error it
// also returns the models finished so far.
func (o *Options) rows(ctx context.Context, models []Model, table *data.Table) ([]*Evaluation, error) {
	var found []*Evaluation
	shown := o.shown(models, table)
	for i := range models {
		g := o.gather(&models[i], table, shown)
		for d, err := range o.decided(ctx, &models[i], table) {
			if err == nil {
				err = g.add(d)
			}
			if err != nil {
				return found, err
			}
		}
		found = append(found, g.finish())
	}
	return found, nil
}

// gatherer gathers what is kept of the rows of a table under a model, one after the other.
type gatherer struct {
	o     *Options
	model *Model
	reads *ensemble.Ensemble // see reader
	table *data.Table
	shown map[int]bool // rows that are kept for pictures, by their positions

	outcomes *Outcomes
	moved    moves
	nearest  fragile
	pictures []Case
}

func (o *Options) gather(m *Model, table *data.Table, shown map[int]bool) *gatherer {
	return &gatherer{
		o: o, model: m, reads: reader(m.Ensemble), table: table, shown: shown,
		outcomes: newOutcomes(table.Rows), moved: newMoves(m.Ensemble, table.Features), nearest: fragile{keep: o.Fragile},
	}
}

// reader returns a model without its trees, enough to read rows as the model does.
func reader(e *ensemble.Ensemble) *ensemble.Ensemble {
	reads := *e
	reads.Trees = nil
	return reads.InFloat64()
}

// add takes what was found about the next row.
func (g *gatherer) add(d *Decided) error {
	x := make([]float64, g.table.Cols)
	g.reads.Round(x, g.table.Row(g.outcomes.Len()))
	g.outcomes.Add(d.Outcome)
	if d.Example != nil {
		g.moved.add(x, d.Example)
	}
	g.nearest.add(caseOf(x, &d.Result))
	if g.shown[d.Row] {
		g.pictures = append(g.pictures, caseOf(x, &d.Result))
	}
	if g.o.Row != nil {
		return g.o.Row(g.model, x, &d.Result)
	}
	return nil
}

// finish returns the evaluation of all rows added.
func (g *gatherer) finish() *Evaluation {
	explain(&attack.Problem{Ensemble: g.reads, Norm: g.o.Norm, Constraints: g.o.Constraints}, g.nearest.cases)
	g.outcomes.groups = g.table.Groups
	return &Evaluation{
		Model: *g.model, Outcomes: g.outcomes,
		Moves: g.moved.finish(), Fragile: g.nearest.cases, Shown: g.pictures, Gain: g.o.gain(g.reads, g.table, g.outcomes),
	}
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

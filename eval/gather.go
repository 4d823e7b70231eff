package eval

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rows attacks the rows of a table under each model and gathers what is kept of them. It also returns
// which rows these are: all, unless an error ends the attack.
func (o *Options) rows(ctx context.Context, models []Model, table *data.Table) (gatherers []*gatherer, rows []int, err error) {
	gatherers = make([]*gatherer, len(models))
	for i := range models {
		gatherers[i] = o.gather(&models[i], table)
	}
	for row, err := range o.decided(ctx, models, table) {
		if err != nil {
			return gatherers, rows, err
		}
		show := len(gatherers[0].pictures) < o.Show
		for _, d := range row.under {
			show = show && d.Predicted == d.Label
		}
		for i, g := range gatherers {
			if err := g.add(row.at, row.under[i], show); err != nil {
				return nil, nil, err
			}
		}
		rows = append(rows, row.at)
	}
	return gatherers, rows, nil
}

// gatherer gathers what is kept of the rows of a table under a model, one after the other.
type gatherer struct {
	o     *Options
	model *Model
	reads *ensemble.Ensemble // see reader
	table *data.Table

	outcomes *Outcomes
	moved    moves
	nearest  fragile
	pictures []Case
}

func (o *Options) gather(m *Model, table *data.Table) *gatherer {
	return &gatherer{
		o: o, model: m, reads: reader(m.Ensemble), table: table,
		outcomes: newOutcomes(table.Rows), moved: newMoves(m.Ensemble, table.Features), nearest: fragile{keep: o.Fragile},
	}
}

// reader returns a model without its trees, enough to read rows as the model does.
func reader(e *ensemble.Ensemble) *ensemble.Ensemble {
	reads := *e
	reads.Trees = nil
	return reads.InFloat64()
}

// add takes what was found about a row of the table, and keeps it for pictures if it is to be shown.
func (g *gatherer) add(row int, d *Decided, show bool) error {
	x := make([]float64, g.table.Cols)
	g.reads.Round(x, g.table.Row(row))
	g.outcomes.Add(d.Outcome)
	if d.Example != nil {
		g.moved.add(x, d.Example)
	}
	g.nearest.add(caseOf(x, &d.Result))
	if show {
		g.pictures = append(g.pictures, caseOf(x, &d.Result))
	}
	if g.o.Row != nil {
		return g.o.Row(g.model, x, &d.Result)
	}
	return nil
}

// finish returns the evaluations of all rows added, which are those of a table.
func finish(gatherers []*gatherer, rows *data.Table) []*Evaluation {
	found := make([]*Evaluation, len(gatherers))
	for i, g := range gatherers {
		explain(&attack.Problem{Ensemble: g.reads, Norm: g.o.Norm, Constraints: g.o.Constraints}, g.nearest.cases)
		g.outcomes.groups = rows.Groups
		found[i] = &Evaluation{
			Model: *g.model, Outcomes: g.outcomes,
			Moves: g.moved.finish(), Fragile: g.nearest.cases, Shown: g.pictures, Gain: g.o.gain(g.reads, rows, g.outcomes),
		}
	}
	return found
}

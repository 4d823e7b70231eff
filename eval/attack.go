package eval

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// batch is the number of rows whose examples are in memory at once.
const batch = 512

// attack attacks the rows of a table, batch by batch, and decides what that leaves open. Models take
// turns row by row, so that a context that ends leaves rows that are finished under all of them: these
// are yielded, and then the context's error.
func (p *Prepared) attack(ctx context.Context, table *data.Table) iter.Seq2[decidedRow, error] {
	return func(yield func(decidedRow, error) bool) {
		for from := 0; from < table.Rows; from += batch {
			rows, err := p.attackBatch(ctx, table, from, min(from+batch, table.Rows))
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if err != nil {
				yield(decidedRow{}, err)
				return
			}
		}
	}
}

// attackBatch attacks the rows [from, to) and returns those that are finished under all models: all of
// them, unless the context ends or something fails.
func (p *Prepared) attackBatch(ctx context.Context, table *data.Table, from, to int) ([]decidedRow, error) {
	victims, models := Victims(table, from, to), len(p.models)
	found := make([]*Decided, len(victims)*models)
	var finished atomic.Int64
	var failure atomic.Pointer[error]
	parallel.For(p.o.Threads, len(found), func(k int) {
		if ctx.Err() != nil || failure.Load() != nil {
			return
		}
		d, err := p.o.attackRow(ctx, p.adversaries[k%models], victims[k/models])
		switch {
		case ctx.Err() != nil: // what was found may not be all
		case err != nil:
			failure.CompareAndSwap(nil, &err)
		default:
			found[k] = d
			if n := finished.Add(1); p.o.Progress != nil {
				p.o.Progress(from+int(n)/models, table.Rows)
			}
		}
	})
	if err := failure.Load(); err != nil {
		return nil, *err
	}
	var rows []decidedRow
	for i := range victims {
		if under := found[i*models : (i+1)*models]; !slices.Contains(under, nil) {
			rows = append(rows, decidedRow{from + i, under})
		}
	}
	return rows, ctx.Err()
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

// attackRow attacks a row and then decides, at each eps at which that leaves it open, if the method can:
// whether there is an example within a radius is cheaper to find out than the nearest example.
func (o *Options) attackRow(ctx context.Context, a *attack.Adversary, v attack.Victim) (*Decided, error) {
	row, alone := []attack.Victim{v}, attack.RunOptions{Threads: 1}
	results, err := a.Run(ctx, row, alone)
	if err != nil {
		return nil, err
	}
	d := newDecided(results[0])
	for k, eps := range o.Eps {
		if d.Outcome.Verdict(k, eps) != attack.Undecided || !a.CanDecide() {
			continue
		}
		decisions, err := a.Decide(ctx, row, eps, alone)
		if err != nil {
			return nil, err
		}
		d.decide(&decisions[0], k, len(o.Eps))
	}
	return d, nil
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

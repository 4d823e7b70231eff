package main

import (
	"context"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// outward is a hook for long mean distances: every so many rounds it appends the
// nearest examples of some rows, as advboost does, but keeps all that were found,
// and weighs those found far away most. Far from the other class margins change
// slowly, so that a boundary moves far for little, and the mean gains most. The
// price is paid there too: many rows of a rare class are given up. Examples are
// nearest in norm 1, whatever norm is measured: moving few features far, they did
// better in norm 2 than its own on held-out rows.
type outward struct {
	every  int     // rounds
	share  float64 // of the rows, drawn anew each time
	weight float64 // of an example at the mean distance, relative to its row
	power  float64 // of the distance, in the weight

	seed    uint64
	threads int
}

var _ trainer.Hook = (*outward)(nil)

// Before appends examples in the model so far.
func (o *outward) Before(ctx context.Context, r *trainer.Round) error {
	if r.Number == 0 || r.Number%o.every != 0 {
		return nil
	}
	problem, err := attack.NewProblem(r.Ensemble, attack.L1)
	if err != nil {
		return err
	}
	random := seed.At(o.seed, r.Number)
	var victims []attack.Victim
	for row := range r.Rows.Table() {
		if random.Float64() < o.share {
			victims = append(victims, attack.Victim{Row: row, X: r.Rows.X(row), Label: r.Rows.Class(row)})
		}
	}
	results, err := attack.Run(ctx, problem, ltattack.Attack{Patience: 1}, victims, attack.RunOptions{Threads: o.threads})
	if err != nil {
		return err
	}
	sum, n := 0.0, 0.0
	for i := range results {
		if results[i].Example != nil {
			sum += results[i].Distance
			n++
		}
	}
	for i := range results {
		if e := &results[i]; e.Example != nil {
			far := math.Pow(e.Distance*n/sum, o.power)
			r.Rows.Append(e.Example, e.Label, o.weight*far*r.Rows.Weight(e.Row))
		}
	}
	return nil
}

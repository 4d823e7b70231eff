package gbdt

import (
	"context"
	"fmt"
	"runtime"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

// Source is the Origin.Source of models trained here.
const Source = "hardwood"

type boosting struct{ params trainer.Params }

// New returns a trainer of gradient boosted trees. It reports parameters that
// are out of range.
func New(p trainer.Params) (trainer.Trainer, error) {
	if err := p.Check(trainer.GBDT); err != nil {
		return nil, err
	}
	if p.Threads == 0 {
		p.Threads = runtime.GOMAXPROCS(0)
	}
	return &boosting{p}, nil
}

// Train implements [trainer.Trainer].
func (b *boosting) Train(ctx context.Context, table *data.Table, hooks ...trainer.Hook) (*ensemble.Ensemble, error) {
	p := b.params
	if err := rounds.CheckTable(table, p); err != nil {
		return nil, err
	}
	r := &run{params: p, classWeight: rounds.ClassWeights(table, p)}
	r.ensemble = newEnsemble(table, p)
	if p.Init != nil {
		if err := continueFrom(r.ensemble, p.Init); err != nil {
			return nil, err
		}
	}
	bins := hist.NewBins(table.X, table.Cols, p.MaxBin, rounds.Reach(p, table.Cols), p.Seed, p.Threads)
	r.rows = rounds.NewRows(table, p.Weights, bins, r.ensemble)
	if p.Init == nil && p.BoostFromAverage {
		r.startFromPrior()
	}
	r.prepare(table.Cols)
	loop := rounds.Run{Params: p, Ensemble: r.ensemble, Rows: r.rows, Engine: r, Hooks: hooks, Of: p.Rounds}
	return r.ensemble, loop.Loop(ctx)
}

// newEnsemble returns the ensemble without trees.
func newEnsemble(table *data.Table, p trainer.Params) *ensemble.Ensemble {
	e := &ensemble.Ensemble{
		Features: table.Cols, Classes: len(table.Classes), Outputs: 1,
		Schema: ensemble.Schema{
			Features: table.Features, Classes: table.Classes,
			Width: table.Image.Width, Height: table.Image.Height,
		},
		Origin: ensemble.Origin{Source: Source, Seed: p.Seed, Trainer: p.Record(trainer.GBDT)},
	}
	switch {
	case table.Target != nil:
		e.Classes, e.Schema.Classes, e.Link = 0, nil, ensemble.Identity
	case e.Classes == 2:
		e.Link = ensemble.Logistic
	default:
		e.Outputs, e.Link = e.Classes, ensemble.Softmax
	}
	e.Base = make([]float64, e.Outputs)
	return e
}

// continueFrom takes over the trees of a model that reads and predicts alike.
func continueFrom(e, from *ensemble.Ensemble) error {
	switch {
	case from.Features != e.Features || from.Classes != e.Classes || from.Outputs != e.Outputs:
		return fmt.Errorf("cannot continue from a model of %d features, %d classes, %d outputs: the table needs %d, %d, %d",
			from.Features, from.Classes, from.Outputs, e.Features, e.Classes, e.Outputs)
	case from.Average || from.Link != e.Link:
		return fmt.Errorf("cannot continue from a model that is not boosted for the same loss")
	case from.Input != e.Input || from.Sum != e.Sum:
		return fmt.Errorf("cannot continue from a model of %s: it computes in another precision", from.Origin.Source)
	}
	copy(e.Base, from.Base)
	e.Cutoff = from.Cutoff
	e.Trees = append(e.Trees, from.Trees...)
	return nil
}

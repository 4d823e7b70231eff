package gbdt

import (
	"context"
	"runtime"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

type boosting struct{ params trainer.Params }

// New returns a trainer of gradient boosted trees. Parameters that are out of range
// are a [*trainer.OptionError].
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
func (b *boosting) Train(ctx context.Context, from trainer.Source, hooks ...trainer.Hook) (*ensemble.Ensemble, error) {
	p := b.params
	table, bins, err := rounds.Load(from, p, len(hooks))
	if err != nil {
		return nil, err
	}
	if err := near(table); err != nil {
		return nil, err
	}
	e := newEnsemble(table, bins, p)
	r := &run{params: p, ensemble: e, rows: rounds.NewRows(table, bins, e, &p)}
	if err := r.askRound(); err != nil {
		return nil, err
	}
	r.tellRare()
	r.memory = memories.Get().(*memory)
	loop := rounds.Run{
		Params: p, Ensemble: e, Rows: r.rows, Engine: r, Hooks: hooks,
		Of: p.Rounds, PerRound: e.Outputs * p.ParallelTrees,
		Again: func(ctx context.Context, p trainer.Params) (*ensemble.Ensemble, error) {
			return (&boosting{p}).Train(ctx, from)
		},
	}
	fresh, err := loop.Begin(trainer.GBDT)
	if err != nil {
		return nil, err
	}
	if fresh && p.BoostFromAverage {
		r.startFromPrior()
	}
	if err := r.rows.Start(from, p.Threads); err != nil {
		return nil, err
	}
	r.prepare()
	err = loop.Loop(ctx)
	r.release()
	return e, err
}

// newEnsemble returns the ensemble without trees.
func newEnsemble(table *data.Table, bins *bins.Matrix, p trainer.Params) *ensemble.Ensemble {
	e := rounds.NewEnsemble(trainer.GBDT, table, bins, &p)
	switch {
	case e.Classes == 2:
		e.Link = ensemble.Logistic
	case e.Classes > 0:
		e.Outputs, e.Link = e.Classes, ensemble.Softmax
	}
	e.Base = make([]float64, e.Outputs)
	return e
}

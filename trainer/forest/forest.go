package forest

import (
	"context"
	"runtime"
	"strconv"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

type bagging struct{ params trainer.Params }

// New returns a trainer of random forests. Parameters that are out of range are a
// [*trainer.OptionError].
func New(p trainer.Params) (trainer.Trainer, error) {
	if err := p.Check(trainer.Forest); err != nil {
		return nil, err
	}
	if p.Threads == 0 {
		p.Threads = runtime.GOMAXPROCS(0)
	}
	return &bagging{p}, nil
}

// Train implements [trainer.Trainer].
func (b *bagging) Train(ctx context.Context, from trainer.Source, hooks ...trainer.Hook) (*ensemble.Ensemble, error) {
	p := b.params
	table, bins, err := rounds.Load(from, p, len(hooks))
	if err != nil {
		return nil, err
	}
	e := newEnsemble(table, bins, p)
	r := &run{params: p, ensemble: e, rows: rounds.NewRows(table, bins, e, &p), scored: len(hooks) > 0}
	loop := rounds.Run{
		Params: p, Ensemble: e, Rows: r.rows, Engine: r, Hooks: hooks,
		Of: (p.Rounds + p.BatchTrees - 1) / p.BatchTrees, PerRound: p.BatchTrees,
		Again: func(ctx context.Context, p trainer.Params) (*ensemble.Ensemble, error) {
			return (&bagging{p}).Train(ctx, from)
		},
	}
	if _, err := loop.Begin(trainer.Forest); err != nil {
		return nil, err
	}
	if r.scored {
		if err := r.rows.Start(from, p.Threads); err != nil {
			return nil, err
		}
	}
	r.begin()
	err = loop.Loop(ctx)
	for _, g := range r.growers {
		g.Release()
	}
	r.rows.Bins.Release()
	if p.OOBScore {
		e.Origin.Trainer["oob-score"] = strconv.FormatFloat(r.oobScore(), 'g', -1, 64)
	}
	return e, err
}

// newEnsemble returns the ensemble without trees.
func newEnsemble(table *data.Table, bins *bins.Matrix, p trainer.Params) *ensemble.Ensemble {
	e := rounds.NewEnsemble(trainer.Forest, table, bins, &p)
	e.Average = true
	if e.Classes > 0 {
		e.Link = ensemble.Vote
	}
	if e.Classes > 2 {
		e.Outputs = e.Classes
	}
	e.Base = make([]float64, e.Outputs)
	return e
}

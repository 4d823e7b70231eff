package advboost

import (
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// points are the worst rows that were found in the balls around the rows of a
// table.
type points struct {
	at      [][]float64 // nil if a bound proves the row to be safe
	trees   int         // how many trees are counted in margins
	margins []float64   // of the points, outputs values each
}

// sure is the lead of a row's class in the worst case beyond which a closer
// look is not worth it: the row's gradient is below 0.02 as it is.
const sure = 4

// search finds the points of all rows whose lead is bounded by enough or less.
// The ensemble includes the trees of the present round.
func (p *points) search(r *trainer.Round, m *margins, enough float64) error {
	probe, err := newProbe(r.Ensemble, m.ball)
	if err != nil {
		return err
	}
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if len(p.at) != n {
		*p = newPoints(n, k)
	}
	before := r.Ensemble.Trees[:len(r.Ensemble.Trees)-len(r.Trees)]
	p.trees = len(before)
	parallel.Split(m.threads, n, func(lo, hi int) {
		b := bound.NewBall(probe.problem)
		for i := lo; i < hi; i++ {
			class, start := r.Rows.Class(i), p.at[i]
			p.at[i] = nil
			if m.lead(i, class) > enough || !m.ball.Constraints.Attacks(class) {
				continue
			}
			x := r.Rows.X(i)
			if !probe.whole(x) {
				continue
			}
			p.at[i] = probe.point(b, x, class, start)
			if !r.Ensemble.Average {
				margins := p.margins[i*k : (i+1)*k]
				copy(margins, r.Ensemble.Base)
				addTrees(before, p.at[i], margins)
			}
		}
	})
	return nil
}

// tighten tightens the margins of the rows that are not sure, by messages between trees.
func (m *margins) tighten(r *trainer.Round) error {
	probe, err := newProbe(r.Ensemble, m.ball)
	if err != nil {
		return err
	}
	parallel.Split(m.threads, r.Rows.Table(), func(lo, hi int) {
		b := bound.NewBall(probe.problem)
		for i := lo; i < hi; i++ {
			class := r.Rows.Class(i)
			if m.lead(i, class) > sure || !m.ball.Constraints.Attacks(class) {
				continue
			}
			if x := r.Rows.X(i); probe.whole(x) {
				probe.bounds(b, x, class, m.worst[i*m.outputs:(i+1)*m.outputs])
			}
		}
	})
	return nil
}

func newPoints(rows, outputs int) points {
	return points{at: make([][]float64, rows), margins: make([]float64, rows*outputs)}
}

// update adds new trees to the margins of the points.
func (p *points) update(r *trainer.Round) {
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if r.Number == 0 || len(p.at) != n {
		*p = newPoints(n, k)
	}
	for i, x := range p.at {
		if x != nil {
			addTrees(r.Ensemble.Trees[p.trees:], x, p.margins[i*k:(i+1)*k])
		}
	}
	p.trees = len(r.Ensemble.Trees)
}

// of returns the point of a row, or nil.
func (p *points) of(i int) []float64 {
	if p.at == nil {
		return nil
	}
	return p.at[i]
}

// addTrees adds the leaf values of boosted trees at x to margins.
func addTrees(trees []ensemble.Tree, x, margins []float64) {
	for i := range trees {
		t := &trees[i]
		margins[t.Output] += t.Leaves[t.Leaf(x)]
	}
}

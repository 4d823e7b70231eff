package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// points are the worst rows that were found in the balls around the rows of a
// table.
type points struct {
	at      [][]float64 // nil where a bound says that the row is safe
	trees   int         // how many trees are counted in margins
	margins []float64   // of the points, outputs values each
}

// sure is the lead of a row's class in the worst case beyond which a closer
// look is not worth it: the row's gradient is below 0.02 as it is.
const sure = 4

// search looks into the balls of the rows that are not safe: MessageBound
// tightens their margins, AttackPoint moves their points. The ensemble
// includes the trees of the present round.
func (w *worstCase) search(r *trainer.Round) error {
	problem, err := attack.NewProblem(r.Ensemble, w.Ball.Norm)
	if err != nil {
		return err
	}
	problem.Constraints = w.Ball.Constraints
	p := newProbe(problem, w.Ball.Eps)
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if len(w.points.at) != n {
		w.points = points{at: make([][]float64, n), margins: make([]float64, n*k)}
	}
	before := r.Ensemble.Trees[:len(r.Ensemble.Trees)-len(r.Trees)]
	w.points.trees = len(before)
	eachRow(w.Threads, n, func(lo, hi int) {
		b, scratch := bound.NewBall(p.problem), make([]float64, k)
		for i := lo; i < hi; i++ {
			x, class, worst := r.Rows.X(i), r.Rows.Class(i), w.margins.worst[i*k:(i+1)*k]
			start := w.points.at[i]
			w.points.at[i] = nil
			switch {
			case least(worst, class) > sure || !whole(x):
			case w.Worst == MessageBound:
				p.row(b, x, class, worst, false, nil)
			default:
				point := p.row(b, x, class, scratch, true, start)
				margins := w.points.margins[i*k : (i+1)*k]
				copy(margins, r.Ensemble.Base)
				addTrees(before, point, margins)
				w.points.at[i] = point
			}
		}
	})
	return nil
}

// update adds new trees to the margins of the points.
func (p *points) update(r *trainer.Round) {
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if r.Number == 0 || len(p.at) != n {
		*p = points{at: make([][]float64, n), margins: make([]float64, n*k)}
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

// least returns by how much a class leads over the best of the others.
func least(margins []float64, class int) float64 {
	if len(margins) == 1 {
		return float64(2*class-1) * margins[0]
	}
	lead := math.Inf(1)
	for k, m := range margins {
		if k != class {
			lead = min(lead, margins[class]-m)
		}
	}
	return lead
}

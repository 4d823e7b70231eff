package gbdt

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// gradients are those of all rows, output by output: the values of output k begin at k times the number
// of rows. As in XGBoost they are single precision, which halves their memory; sums are double.
type gradients struct{ grad, hess []float32 }

// of returns the gradients and hessians of one output.
func (g *gradients) of(k, rows int) (grad, hess []float32) {
	return g.grad[k*rows : (k+1)*rows], g.hess[k*rows : (k+1)*rows]
}

func (g *gradients) resize(n int) {
	g.grad, g.hess = parallel.Resize(g.grad, n), parallel.Resize(g.hess, n)
}

// scratch is the memory of one worker for a block of rows.
type scratch struct{ labels, margins, grad, hess []float64 }

// computeGradients fills r.gradients for the rows' current scores, including weights.
func (r *run) computeGradients() {
	n, k := r.rows.Len(), r.ensemble.Outputs
	r.gradients.resize(n * k)
	for len(r.scratch) < max(1, r.params.Threads) {
		r.scratch = append(r.scratch, scratch{})
	}
	parallel.Workers(r.params.Threads, parallel.Chunks(n), func(worker, chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
		const step = 128 // few enough for their gradients to stay in the cache
		for ; lo < hi; lo += step {
			r.gradientsOf(lo, min(lo+step, hi), &r.scratch[worker])
		}
	})
}

// checkGradients reports the first gradient or hessian that no tree can be fitted to. Our own losses do
// not produce any unless targets or weights are huge.
func (r *run) checkGradients() error {
	if r.params.Objective == nil && r.ensemble.Classes > 0 && !r.rows.WeightedByClass() {
		return nil
	}
	n := r.rows.Len()
	for i, g := range r.gradients.grad {
		h := r.gradients.hess[i]
		switch row := i % n; {
		case g-g == 0 && h-h == 0 && h >= 0:
		case r.params.Objective != nil:
			return fmt.Errorf("Params.Objective: gradient %v and hessian %v of row %d, must be finite in single precision, and the hessian at least 0", g, h, row)
		default:
			return fmt.Errorf("row %d: gradient %v and hessian %v at weight %v: scale the weights or the targets down", row, g, h, r.rows.WeightByClass(row))
		}
	}
	return nil
}

// gradientsOf computes the gradients of rows lo to hi.
func (r *run) gradientsOf(lo, hi int, s *scratch) {
	n, k := r.rows.Len(), r.ensemble.Outputs
	if cap(s.grad) < (hi-lo)*k {
		s.grad, s.hess = make([]float64, (hi-lo)*k), make([]float64, (hi-lo)*k)
		s.margins = make([]float64, (hi-lo)*k)
	}
	margins := r.rows.GradientMargins(lo, hi, s.margins)
	grad, hess := s.grad[:(hi-lo)*k], s.hess[:(hi-lo)*k]
	if cap(s.labels) < hi-lo {
		s.labels = make([]float64, 0, hi-lo)
	}
	if r.params.Objective != nil { // a custom objective may add to them, or leave a row out
		clear(grad)
		clear(hess)
	}
	r.loss(r.rows.Labels(lo, hi, s.labels), margins, grad, hess)
	if r.rows.WeightedByClass() {
		for at := range grad {
			w := r.rows.WeightByClass(lo + at/k)
			grad[at] *= w
			hess[at] *= w
		}
	}
	for c := range k {
		g, h := r.gradients.of(c, n)
		g, h = g[lo:hi], h[lo:hi]
		for i := range g {
			g[i], h[i] = float32(grad[i*k+c]), float32(hess[i*k+c])
		}
	}
}

package rounds

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Start sets the scores of the rows, which are a table or come from a stream, to those of the
// ensemble.
func (r *Rows) Start(from trainer.Source, threads int) error {
	r.threads = threads
	if !r.ensemble.Average {
		parallel.For(threads, parallel.Chunks(r.table.Rows), func(chunk int) {
			lo, hi := parallel.Chunk(r.table.Rows, chunk)
			for i := lo; i < hi; i++ {
				copy(r.Scores[i*r.ensemble.Outputs:], r.ensemble.Base)
			}
		})
	}
	if len(r.ensemble.Trees) == 0 {
		return nil
	}
	if _, ok := from.(*data.Table); ok {
		r.AddTrees(r.ensemble.Trees, threads)
		return nil
	}
	left := r.Scores
	for block, err := range from.Blocks(1 << 16) {
		if err != nil {
			return err
		}
		n := block.Rows * r.ensemble.Outputs
		addTrees(r.ensemble, block, left[:n], threads)
		left = left[n:]
	}
	return nil
}

// Add adds the leaf values of some trees of e at x to scores.
func Add(e *ensemble.Ensemble, trees []ensemble.Tree, x, scores []float64) {
	x = e.Rounded(x)
	for i := range trees {
		t := &trees[i]
		leaf := t.Leaf(x)
		if t.Output >= 0 {
			scores[t.Output] += t.Leaves[leaf]
			continue
		}
		for k, v := range t.Leaves[leaf*e.Outputs : (leaf+1)*e.Outputs] {
			scores[k] += v
		}
	}
}

// AddTrees adds the leaf values of some trees of the ensemble to the scores of
// all rows.
func (r *Rows) AddTrees(trees []ensemble.Tree, threads int) {
	some := *r.ensemble
	some.Trees = trees
	k, table := r.ensemble.Outputs, r.table.Rows*r.ensemble.Outputs
	replaced := make(map[int][]float64, len(r.replaced))
	for i := range r.replaced {
		replaced[i] = slices.Clone(r.Scores[i*k : (i+1)*k])
		Add(r.ensemble, trees, r.X(i), replaced[i])
	}
	addTrees(&some, r.table, r.Scores[:table], threads)
	for i, scores := range replaced { // whose features the table does not have
		copy(r.Scores[i*k:], scores)
	}
	parallel.Rows(threads, len(r.added), func(lo, hi int) {
		for i := r.table.Rows + lo; i < r.table.Rows+hi; i++ {
			Add(r.ensemble, trees, r.X(i), r.Scores[i*k:(i+1)*k])
		}
	})
}

// averageAll brings Margins of an averaging ensemble up to date with Scores.
func (r *Rows) averageAll() {
	if !r.ensemble.Average {
		return
	}
	r.margins = slices.Grow(r.margins[:0], len(r.Scores))[:len(r.Scores)]
	for i := range r.Len() {
		r.average(i)
	}
}

// average brings the margins of row i of an averaging ensemble up to date.
func (r *Rows) average(i int) {
	k, trees := r.ensemble.Outputs, float64(max(1, len(r.ensemble.Trees)))
	for j, base := range r.ensemble.Base {
		r.margins[i*k+j] = base + r.Scores[i*k+j]/trees
	}
}

// fitted passes the margins of the table's rows to tell, if their scores are what the ensemble predicts
// for them.
func (r *Rows) fitted(tell func(margins []float64)) {
	if e := r.ensemble; !e.Average && e.Input == ensemble.Float64 && e.Sum == ensemble.Float64 && len(r.replaced) == 0 {
		tell(r.Scores[:r.table.Rows*e.Outputs])
	}
}

// Margins returns the margins of a row.
func (r *Rows) Margins(i int) []float64 {
	k := r.ensemble.Outputs
	if r.ensemble.Average {
		return r.margins[i*k : (i+1)*k : (i+1)*k]
	}
	return r.Scores[i*k : (i+1)*k : (i+1)*k]
}

// SetGradientMargins sets the margins at which the next round takes the
// gradient of a row.
func (r *Rows) SetGradientMargins(i int, margins []float64) {
	n, k := r.Len(), r.ensemble.Outputs
	if r.fault == nil && (len(margins) != k || slices.ContainsFunc(margins, notFinite)) {
		r.fault = fmt.Errorf("row %d: a hook makes its margins %v, must be %d finite numbers", i, margins, k)
	}
	if len(r.hasOther) < n {
		r.hasOther = append(r.hasOther, make([]bool, n-len(r.hasOther))...)
		r.gradientAt = slices.Grow(r.gradientAt, max(0, n*k-len(r.gradientAt)))[:n*k]
	}
	r.hasOther[i] = true
	copy(r.gradientAt[i*k:(i+1)*k], margins)
}

func notFinite(v float64) bool { return v-v != 0 }

// GradientMargins returns the margins at which to take the gradients of the rows lo to hi: the scores
// themselves, or, if hooks have set others, a copy in buffer.
func (r *Rows) GradientMargins(lo, hi int, buffer []float64) []float64 {
	k := r.ensemble.Outputs
	scores := r.Scores[lo*k : hi*k]
	if r.hasOther == nil {
		return scores
	}
	buffer = append(buffer[:0], scores...)
	for i := lo; i < min(hi, len(r.hasOther)); i++ {
		if r.hasOther[i] {
			copy(buffer[(i-lo)*k:], r.gradientAt[i*k:(i+1)*k])
		}
	}
	return buffer
}

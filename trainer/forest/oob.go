package forest

import (
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

// outOfBag sums, for each row of the table, the predictions of the trees that do not have it in their
// bag.
type outOfBag struct {
	sums  []float64
	trees []int // by row: the number of these trees
}

// add adds the predictions of a batch of trees.
func (o *outOfBag) add(r *run, trees []ensemble.Tree) {
	n, k := r.rows.Table(), r.ensemble.Outputs
	if o.sums == nil {
		o.sums, o.trees = make([]float64, n*k), make([]int, n)
	}
	parallel.For(r.params.Threads, parallel.Chunks(n), func(chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
		for i := lo; i < hi; i++ {
			x := r.rows.X(i)
			for t := range trees {
				if r.bags[t][i] == 0 {
					rounds.Add(r.ensemble, trees[t:t+1], x, o.sums[i*k:(i+1)*k])
					o.trees[i]++
				}
			}
		}
	})
}

// oobScore returns the accuracy of out-of-bag votes, or for a regressor their coefficient of
// determination, over the rows that have such votes.
func (r *run) oobScore() float64 {
	k := r.ensemble.Outputs
	right, rows, mean := 0.0, 0.0, 0.0
	for i, trees := range r.oob.trees {
		if trees > 0 {
			rows++
			mean += r.rows.Label(i)
			if r.ensemble.Classes > 0 && r.ensemble.ClassOf(r.oob.sums[i*k:(i+1)*k]) == r.rows.Class(i) {
				right++
			}
		}
	}
	if rows == 0 {
		return 0
	}
	if r.ensemble.Classes > 0 {
		return right / rows
	}
	mean /= rows
	residual, variance := 0.0, 0.0
	for i, trees := range r.oob.trees {
		if trees > 0 {
			y := r.rows.Label(i)
			e := y - r.oob.sums[i]/float64(trees)
			residual += float64(e * e)
			variance += float64((y - mean) * (y - mean))
		}
	}
	if variance == 0 {
		return 0
	}
	return 1 - residual/variance
}

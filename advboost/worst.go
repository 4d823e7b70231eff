package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// margins are bounds on the margins of the rows of a table in the worst case:
// the output of a row's class as low, and the others as high, as each tree on its
// own can make them within the ball (Andriushchenko and Hein, NeurIPS 2019). A
// single output for two classes is that of class 1.
type margins struct {
	ball    *Ball
	threads int
	outputs int
	trees   int       // how many trees are counted in worst
	worst   []float64 // outputs values per row
	doubt   float64   // the largest lead that may be due to rounding
	softs   softs     // of worst, for refits
}

// pushedDown reports whether the attacker of a row of a class wants an output to be low.
func pushedDown(class, output, outputs int) bool {
	return outputs == 1 && class == 1 || outputs > 1 && class == output
}

// update counts the trees that have been added since the last call, or all of them if a new run
// has begun, of the rows as hooks have left them, or as they were at first.
func (m *margins) update(r *trainer.Round, atFirst bool) {
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if r.Number == 0 || len(m.worst) != n*k || m.trees > len(r.Ensemble.Trees) {
		m.outputs, m.trees = k, 0
		m.ball.look(r)
		m.worst = make([]float64, n*k)
		for i := range n {
			copy(m.worst[i*k:], r.Ensemble.Base)
		}
	}
	fresh := r.Ensemble.Trees[m.trees:]
	m.trees = len(r.Ensemble.Trees)
	if len(fresh) == 0 { // as refits have counted them
		return
	}
	parallel.Split(m.threads, n, func(lo, hi int) {
		w := newWalker(m.ball)
		rounded := make([][]float64, blockRows)
		for ; lo < hi; lo += blockRows {
			end := min(hi, lo+blockRows)
			for i := lo; i < end; i++ {
				rounded[i-lo] = m.ball.read(r, i, atFirst)
			}
			for t := range fresh {
				for i := lo; i < end; i++ {
					m.add(w, &fresh[t], rounded[i-lo], r.Rows.Class(i), m.worst[i*k:(i+1)*k])
				}
			}
		}
	})
}

// safe reports whether a row of a class is proved to be classified correctly in the whole ball.
func (m *margins) safe(row, class int) bool { return m.lead(row, class) > m.doubt }

// lead returns by how much the class of a row leads over the best of the
// others in the worst case.
func (m *margins) lead(row, class int) float64 {
	worst := m.worst[row*m.outputs : (row+1)*m.outputs]
	if m.outputs == 1 {
		return float64(2*class-1) * worst[0]
	}
	least := math.Inf(1)
	for k, v := range worst {
		if k != class {
			least = min(least, worst[class]-v)
		}
	}
	return least
}

// add adds the worst leaf of a tree to the margins of a row.
func (m *margins) add(w *walker, t *ensemble.Tree, x []float64, class int, margins []float64) {
	if t.Output != ensemble.VectorLeaves {
		margins[t.Output] += w.worst(t, x, class, m.outputs)
		return
	}
	leaves := w.leaves(t, x, class)
	for k := range margins {
		worst := math.Inf(1)
		sign := 1.0
		if !pushedDown(class, k, m.outputs) {
			sign = -1
		}
		for _, l := range leaves {
			worst = min(worst, sign*t.Leaves[int(l)*m.outputs+k])
		}
		margins[k] += float64(sign * worst)
	}
}

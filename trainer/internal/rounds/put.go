package rounds

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
)

// Append adds a row.
func (r *Rows) Append(x []float64, class int, weight float64) int {
	i := r.Len()
	r.Put([]trainer.Change{{Row: i, X: x, Class: class, Weight: weight}})
	return i
}

// Replace changes the features of a row.
func (r *Rows) Replace(i int, x []float64) {
	r.Put([]trainer.Change{{Row: i, X: x, Class: r.Class(i), Weight: r.Weight(i)}})
}

// Put changes rows, all threads together.
func (r *Rows) Put(changes []trainer.Change) {
	r.changed = true
	n := r.Len()
	for i := range changes {
		c := &changes[i]
		if len(c.X) != r.table.Cols {
			panic(fmt.Sprintf("rounds: row of %d features among rows of %d", len(c.X), r.table.Cols))
		}
		if c.Row >= r.table.Rows && (c.Class < 0 || c.Class >= max(1, r.ensemble.Classes)) {
			panic(fmt.Sprintf("rounds: row of class %d among rows of %d classes", c.Class, r.ensemble.Classes))
		}
		if c.Row < 0 || c.Row > n {
			panic(fmt.Sprintf("rounds: row %d added to %d rows", c.Row, n))
		}
		if c.Row == n {
			n++
		}
	}
	r.extend(n - r.Len())
	for i := range changes {
		c := &changes[i]
		r.setWeight(c.Row, c.Weight)
		switch {
		case c.Row < r.table.Rows:
			r.replaced[c.Row] = append(r.replaced[c.Row][:0], c.X...)
		case r.ensemble.Classes == 0:
			r.targets[c.Row] = 0
		default:
			r.Classes[c.Row] = uint8(c.Class)
		}
	}
	r.Bins.Put(len(changes), r.threads, func(i int) (row int, x []float64) {
		r.put(&changes[i])
		return changes[i].Row, changes[i].X
	})
}

// extend adds n rows.
func (r *Rows) extend(n int) {
	r.added.extend(r.Len() + n - r.table.Rows)
	if r.ensemble.Classes == 0 {
		r.targets = hist.Extend(r.targets, n)
	} else {
		r.Classes = hist.Extend(r.Classes, n)
	}
	if r.weights != nil {
		r.weights = hist.Extend(r.weights, n)
	}
	r.Scores = hist.Extend(r.Scores, n*r.ensemble.Outputs)
	if r.ensemble.Average {
		r.margins = slices.Grow(r.margins, max(0, len(r.Scores)-len(r.margins)))[:len(r.Scores)]
	}
	r.Bins.Extend(n)
}

// put keeps the features of a changed row, and finds its scores.
func (r *Rows) put(c *trainer.Change) {
	if c.Row >= r.table.Rows {
		copy(r.added.row(c.Row-r.table.Rows), c.X)
	}
	k := r.ensemble.Outputs
	scores := r.Scores[c.Row*k : (c.Row+1)*k]
	switch {
	case r.ensemble.Average: // where margins do not tell the scores
		clear(scores)
		Add(r.ensemble, r.ensemble.Trees, c.X, scores)
		r.average(c.Row)
	case c.Margins != nil:
		copy(scores, c.Margins)
	default:
		copy(scores, r.ensemble.Base)
		Add(r.ensemble, r.ensemble.Trees, c.X, scores)
	}
}

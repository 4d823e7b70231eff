package rounds

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Append adds a row.
func (r *Rows) Append(x []float64, class int, weight float64) int {
	i := r.Len()
	r.Put([]trainer.Change{{Row: i, Moved: r.moved(x, 0), Class: class, Weight: weight}})
	return i
}

// Replace changes the features of a row.
func (r *Rows) Replace(i int, x []float64) {
	near := i
	if i >= r.table.Rows {
		near = int(r.addedAt(i).near)
	}
	r.Put([]trainer.Change{{Row: i, Near: near, Moved: r.moved(x, near), Class: r.Class(i), Weight: r.Weight(i)}})
}

// moved returns the cells in which x differs from a row of the table.
func (r *Rows) moved(x []float64, near int) moved.Cells {
	if len(x) != r.table.Cols {
		panic(fmt.Sprintf("rounds: row of %d features among rows of %d", len(x), r.table.Cols))
	}
	return moved.Cells{}.Diff(x, r.table.Row(near))
}

// Put changes rows, with all threads together.
func (r *Rows) Put(changes []trainer.Change) {
	r.change()
	r.extend(r.check(changes))
	for i := range changes {
		c := &changes[i]
		r.setWeight(c.Row, c.Weight)
		switch {
		case c.Row < r.table.Rows:
			r.replaced[c.Row] = append(r.replaced[c.Row][:0], c.Moved...)
		case r.ensemble.Classes == 0:
			r.targets[c.Row] = 0
		default:
			r.Classes[c.Row] = uint8(c.Class)
		}
	}
	alike := len(r.replaced) == 0 // the bins of the table's rows are unchanged
	r.Bins.Put(len(changes), r.threads, func(i int, p *bins.Putter) {
		c := &changes[i]
		r.put(c)
		if alike {
			p.Moved(c.Row, c.Near, c.Moved)
		} else {
			p.Row(c.Row, r.X(c.Row))
		}
	})
}

// check reports invalid changes, and returns how many rows they add.
func (r *Rows) check(changes []trainer.Change) (more int) {
	for i := range changes {
		c, n := &changes[i], r.Len()+more
		switch {
		case c.Row < 0 || c.Row > n:
			panic(fmt.Sprintf("rounds: row %d added to %d rows", c.Row, n))
		case c.Near < 0 || c.Near >= r.table.Rows || c.Row < r.table.Rows && c.Near != c.Row:
			panic(fmt.Sprintf("rounds: row %d is near row %d of a table of %d rows", c.Row, c.Near, r.table.Rows))
		case c.Row >= r.table.Rows && (c.Class < 0 || c.Class >= max(1, r.ensemble.Classes)):
			panic(fmt.Sprintf("rounds: row of class %d among rows of %d classes", c.Class, r.ensemble.Classes))
		}
		for _, m := range c.Moved {
			if m.Feature < 0 || m.Feature >= r.table.Cols {
				panic(fmt.Sprintf("rounds: feature %d moved in rows of %d features", m.Feature, r.table.Cols))
			}
			if r.fault == nil && math.IsInf(m.Value, 0) {
				r.fault = fmt.Errorf("row %d: a hook makes its feature %d %v, must be finite or NaN", c.Row, m.Feature, m.Value)
			}
		}
		switch k := r.ensemble.Outputs; {
		case r.fault != nil:
		case c.Margins != nil && (len(c.Margins) != k || slices.ContainsFunc(c.Margins, notFinite)):
			r.fault = fmt.Errorf("row %d: a hook knows its margins as %v, must be %d finite numbers", c.Row, c.Margins, k)
		case c.Row >= r.table.Rows && r.ensemble.Classes == 0:
			r.fault = fmt.Errorf("row %d: a hook adds it to a regression, where it has no target", c.Row)
		}
		if c.Row == n {
			more++
		}
	}
	return more
}

// extend adds n rows.
func (r *Rows) extend(n int) {
	r.added = parallel.Extend(r.added, n)
	if r.ensemble.Classes == 0 {
		r.targets = parallel.Extend(r.targets, n)
	} else {
		r.Classes = parallel.Extend(r.Classes, n)
	}
	if r.weights != nil {
		r.weights = parallel.Extend(r.weights, n)
	}
	r.Scores = parallel.Extend(r.Scores, n*r.ensemble.Outputs)
	if r.ensemble.Average {
		r.margins = slices.Grow(r.margins, max(0, len(r.Scores)-len(r.margins)))[:len(r.Scores)]
	}
	r.Bins.Extend(n)
}

// put stores the features of a changed row, and computes its scores.
func (r *Rows) put(c *trainer.Change) {
	if c.Row >= r.table.Rows {
		a := r.addedAt(c.Row)
		a.near, a.moved = int32(c.Near), append(a.moved[:0], c.Moved...)
	}
	k := r.ensemble.Outputs
	scores := r.Scores[c.Row*k : (c.Row+1)*k]
	switch {
	case r.ensemble.Average: // margins do not give the scores
		clear(scores)
		Add(r.ensemble, r.ensemble.Trees, r.X(c.Row), scores)
		r.average(c.Row)
	case c.Margins != nil:
		copy(scores, c.Margins)
	default:
		copy(scores, r.ensemble.Base)
		Add(r.ensemble, r.ensemble.Trees, r.X(c.Row), scores)
	}
}

package advboost

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// columnMargins are the margins of the rows of a table if the attacker moves the columns of
// each row that gain it most, as many as the radius pays for, and each tree does its worst
// with these on its own. A group of columns counts as one, its first. If costs add up, that is
// close to what an attacker can do: trees that split on other columns are out of its reach. It
// is not a bound, as moving two columns halfway may be worse.
type columnMargins struct {
	ball    *Ball
	threads int

	outputs int
	trees   int         // how many trees are counted
	own     []float64   // margins of the rows as they are, outputs values per row
	change  [][]float64 // by feature, what moving it alone adds to own; nil if no tree splits on it
	worst   []float64   // margins with the columns of moved moved

	moved [][]ensemble.Feature // by row, the columns that gain the attacker most
	share []float64            // of the radius that each column takes
}

// update counts the trees that have been added since the last call, or all of them if a new
// run has begun, and chooses the columns anew.
func (c *columnMargins) update(r *trainer.Round) {
	n, k := r.Rows.Table(), r.Ensemble.Outputs
	if r.Number == 0 || len(c.own) != n*k || c.trees > len(r.Ensemble.Trees) {
		c.outputs, c.trees = k, 0
		c.ball.look(r)
		c.share = make([]float64, r.Ensemble.Features)
		for f := range c.share {
			c.share[f] = c.ball.share(f)
		}
		c.own, c.worst = make([]float64, n*k), make([]float64, n*k)
		c.change, c.moved = make([][]float64, r.Ensemble.Features), make([][]ensemble.Feature, n)
		for i := range n {
			copy(c.own[i*k:], r.Ensemble.Base)
			c.moved[i] = []ensemble.Feature{}
		}
	}
	fresh := r.Ensemble.Trees[c.trees:]
	c.trees = len(r.Ensemble.Trees)
	units := newWalker(c.ball)
	for t := range fresh {
		for i := range fresh[t].Splits {
			if f := units.unit(fresh[t].Splits[i].Feature); c.change[f] == nil {
				c.change[f] = make([]float64, n*k)
			}
		}
	}
	parallel.Split(c.threads, n, func(lo, hi int) {
		w := newWalker(c.ball)
		gains, x := make([][]gain, blockRows), make([][]float64, blockRows)
		for ; lo < hi; lo += blockRows {
			end := min(hi, lo+blockRows)
			for i := lo; i < end; i++ {
				x[i-lo] = c.ball.read(r, i, false)
			}
			for t := range fresh {
				for i := lo; i < end; i++ {
					c.add(w, &fresh[t], x[i-lo], r.Rows.Class(i), i)
				}
			}
			c.choose(gains, r.Rows, lo, end)
		}
	})
}

// add counts a tree for a row. A column that no split on the way to its leaf uses cannot take
// it to another leaf.
func (c *columnMargins) add(w *walker, t *ensemble.Tree, x []float64, class, row int) {
	units, n := w.way(t, x)
	own, at := t.Leaves[n], row*c.outputs+t.Output
	c.own[at] += own
	for _, f := range units {
		w.only = append(w.only[:0], f)
		c.change[f][at] += w.worst(t, x, class, c.outputs) - own
	}
}

// gain is what the attacker gains by moving a column.
type gain struct {
	column ensemble.Feature
	gain   float64 // by how much less the class of the row leads
}

// choose finds the columns that gain the attacker most in the rows from lo up to hi. gains is
// scratch memory.
func (c *columnMargins) choose(gains [][]gain, rows trainer.Rows, lo, hi int) {
	for i := range gains {
		gains[i] = gains[i][:0]
	}
	own, moved := margins{outputs: c.outputs, worst: c.own}, margins{outputs: c.outputs, worst: make([]float64, c.outputs)}
	var leads [blockRows]float64
	for i := lo; i < hi; i++ {
		leads[i-lo] = own.lead(i, rows.Class(i))
	}
	for f, change := range c.change { // feature by feature, as the changes lie in memory
		if change == nil {
			continue
		}
		for i := lo; i < hi; i++ {
			class, from := rows.Class(i), i*c.outputs
			for o := range moved.worst {
				moved.worst[o] = c.own[from+o] + change[from+o]
			}
			if more := leads[i-lo] - moved.lead(0, class); more > 0 {
				gains[i-lo] = append(gains[i-lo], gain{ensemble.Feature(f), more})
			}
		}
	}
	for i := lo; i < hi; i++ {
		c.take(gains[i-lo], i)
	}
}

// take moves the columns of a row that gain most: usually few of many.
func (c *columnMargins) take(gains []gain, row int) {
	from, to := row*c.outputs, (row+1)*c.outputs
	worst := c.worst[from:to]
	copy(worst, c.own[from:to])
	c.moved[row] = c.moved[row][:0]
	left := 1 + 1e-9 // for rounding
	for {
		gains = slices.DeleteFunc(gains, func(g gain) bool { return c.share[g.column] > left })
		if len(gains) == 0 {
			return
		}
		g := slices.MaxFunc(gains, func(a, b gain) int { return cmp.Or(cmp.Compare(a.gain, b.gain), int(b.column-a.column)) })
		gains = slices.DeleteFunc(gains, func(other gain) bool { return other.column == g.column })
		left -= c.share[g.column]
		c.moved[row] = append(c.moved[row], g.column)
		for o, change := range c.change[g.column][from:to] {
			worst[o] += change
		}
	}
}

// refit refits the leaves of the new trees, with the columns chosen before them, and
// reports whether any tree is of use. clean is the weight of the rows as they are.
func (c *columnMargins) refit(r *trainer.Round, o *Refit, clean float64) (some bool) {
	n := r.Rows.Table()
	if o.Examples {
		n = r.Rows.Len()
	}
	f := &fit{threads: c.threads, lambda: o.Lambda, units: make([]fitUnit, (n+refitRows-1)/refitRows)}
	for i := range r.Trees {
		t := &r.Trees[i]
		f.order = ordering(t, o.Monotone)
		parallel.Split(c.threads, len(f.units), func(lo, hi int) {
			w := newWalker(c.ball)
			for i := lo; i < hi; i++ {
				f.units[i].init(2*refitRows, t.NumLeaves())
				for row := i * refitRows; row < min(n, (i+1)*refitRows); row++ {
					c.place(&f.units[i], w, t, r.Rows, row, o, clean)
				}
			}
		})
		some = o.improve(f, t) || some
	}
	return some
}

// place adds a row to a unit: with the chosen columns moved, and as it is.
func (c *columnMargins) place(
	u *fitUnit, w *walker, t *ensemble.Tree, rows trainer.Rows, row int, o *Refit, clean float64,
) {
	x := rows.X(row)
	one := func(ball bool, margins []float64, weight float64) {
		u.add(w, t, spot{x, ball}, rows, row, c.outputs, o)
		last := len(u.sign) - 1
		u.weight[last] *= weight
		u.odds = append(u.odds, safeExp(-u.sign[last]*lead(margins, t.Output)))
	}
	if row >= rows.Table() {
		one(false, rows.Margins(row), 1)
		return
	}
	from, to := row*c.outputs, (row+1)*c.outputs
	if clean < 1 {
		w.only = c.moved[row]
		one(true, c.worst[from:to], 1-clean)
	}
	if clean > 0 {
		one(false, c.own[from:to], clean)
	}
}

package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// refitRows is the number of rows of a unit of work: sums are added unit by
// unit, so that they do not depend on threads.
const refitRows = 4096

// fit is the worst-case loss of one tree as a function of its leaf values.
type fit struct {
	threads int
	lambda  float64
	order   func(leaves []float64) // makes leaf values respect monotone features, see ordering; nil if there are none
	units   []fitUnit
}

// fitUnit is the part of a fit that some rows have.
type fitUnit struct {
	odds   []float64 // of the wrong classes, in the worst case without the tree
	weight []float64
	sign   []float64 // 1 if the attacker looks for the smallest leaf value, -1 for the largest
	from   []int32   // where the leaves of each row begin in at, and the end
	at     []int32

	loss       float64
	grad, hess []float64 // by leaf
}

// blockRows is the number of rows that go through all trees of a round together: few enough
// for their features to stay in the cache.
const blockRows = 32

// newFits finds the leaves of the trees of a round that each row can be moved to: those in its
// ball, or the one of its point if that is known. It reuses the memory of old fits.
func newFits(old []*fit, m *margins, p *points, r *trainer.Round, o *Refit) []*fit {
	n := r.Rows.Table()
	if o.Examples {
		n = r.Rows.Len()
	}
	units := (n + refitRows - 1) / refitRows
	fits := old[:min(len(old), len(r.Trees))]
	for len(fits) < len(r.Trees) {
		fits = append(fits, &fit{})
	}
	for j, f := range fits {
		f.threads, f.lambda, f.order = m.threads, o.Lambda, ordering(&r.Trees[j], o.Monotone)
		f.units = slices.Grow(f.units[:0], units)[:units]
	}
	parallel.Split(m.threads, units, func(lo, hi int) {
		w, spots := newWalker(m.ball), make([]spot, blockRows)
		for i := lo; i < hi; i++ {
			first, last := i*refitRows, min(n, (i+1)*refitRows)
			for j, f := range fits {
				f.units[i].init(last-first, r.Trees[j].NumLeaves())
			}
			for ; first < last; first += blockRows {
				end := min(last, first+blockRows)
				for row := first; row < end; row++ {
					spots[row-first] = place(p, r.Rows, row)
				}
				for j, f := range fits {
					for row := first; row < end; row++ {
						f.units[i].add(w, &r.Trees[j], spots[row-first], r.Rows, row, m.outputs, o)
					}
				}
			}
		}
	})
	return fits
}

// spot is where a row is: at x, or anywhere in the ball around it.
type spot struct {
	x    []float64
	ball bool
}

// place returns where a row is.
func place(p *points, rows trainer.Rows, row int) spot {
	if row >= rows.Table() {
		return spot{x: rows.X(row)}
	}
	if point := p.of(row); point != nil {
		return spot{x: point}
	}
	return spot{rows.X(row), true}
}

// init makes room for some rows.
func (u *fitUnit) init(rows, leaves int) {
	u.odds, u.weight, u.sign = slices.Grow(u.odds[:0], rows), slices.Grow(u.weight[:0], rows), slices.Grow(u.sign[:0], rows)
	u.from, u.at = append(slices.Grow(u.from[:0], rows+1), 0), slices.Grow(u.at[:0], 4*rows)
	u.grad, u.hess = slices.Grow(u.grad[:0], leaves)[:leaves], slices.Grow(u.hess[:0], leaves)[:leaves]
}

// add adds a row.
func (u *fitUnit) add(w *walker, t *ensemble.Tree, at spot, rows trainer.Rows, row, outputs int, o *Refit) {
	class, sign := rows.Class(row), -1.0
	if pushedDown(class, t.Output, outputs) {
		sign = 1
	}
	u.sign = append(u.sign, sign)
	u.weight = append(u.weight, o.weight(rows, row))
	if at.ball {
		u.at = append(u.at, w.leaves(t, at.x, class)...)
	} else {
		u.at = append(u.at, int32(t.Leaf(at.x)))
	}
	u.from = append(u.from, int32(len(u.at)))
}

// start takes the odds of the rows from their margins without the tree.
func (f *fit) start(m *margins, p *points, rows trainer.Rows, output int) {
	if p.at == nil {
		m.softs.room(rows.Table(), m.outputs)
	}
	f.each(func(i int, u *fitUnit) {
		for j, sign := range u.sign {
			row := i*refitRows + j
			of := func(margins []float64) []float64 { return margins[row*m.outputs : (row+1)*m.outputs] }
			var ahead float64
			switch {
			case row >= rows.Table():
				ahead = lead(rows.Margins(row), output)
			case p.at == nil:
				ahead = m.softs.lead(row, of(m.worst), output)
			case p.of(row) != nil:
				ahead = lead(of(p.margins), output)
			default:
				ahead = lead(of(m.worst), output)
			}
			u.odds = append(u.odds, safeExp(-sign*ahead))
		}
	})
}

// each calls do for every unit, from several goroutines.
func (f *fit) each(do func(i int, u *fitUnit)) {
	parallel.Split(f.threads, len(f.units), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			do(i, &f.units[i])
		}
	})
}

// count adds the worst leaves of a tree, which the units know, to the margins of the rows of
// the table.
func (f *fit) count(m *margins, t *ensemble.Tree, table int) {
	f.each(func(i int, u *fitUnit) {
		for j := range min(len(u.odds), table-i*refitRows) {
			m.worst[(i*refitRows+j)*m.outputs+t.Output] += t.Leaves[u.worst(j, t.Leaves)]
		}
	})
}

package advboost

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Refit says how to find the leaf values of a new tree anew. In the worst case
// a row gets the worst of the leaves that it can be moved to: a minimum of
// leaf values, or a maximum, so that the worst-case loss is convex in them.
// Steps of descent start from a tree that says nothing and only ever lower the
// loss; a round that does not is rejected.
type Refit struct {
	Steps        int     // at most; 0 leaves trees as they are
	Lambda       float64 // L2 regularisation of leaf values, as in trainer.Params
	LearningRate float64 // factor on the leaf values found, as in trainer.Params; 0 is taken as 1
	Examples     bool    // rows that other hooks have added count too, each where it is

	// ClassWeight is the factor on the weights of the rows of each class, see
	// [trainer.Params.ClassWeights]; nil: 1.
	ClassWeight []float64
}

// refitRows is the number of rows of a unit of work: sums are added unit by
// unit, so that they do not depend on threads.
const refitRows = 4096

// fit is the worst-case loss of one tree as a function of its leaf values.
type fit struct {
	threads int
	lambda  float64
	units   []fitUnit
}

// fitUnit is the part of some rows.
type fitUnit struct {
	odds   []float64 // of the wrong classes, in the worst case without the tree
	weight []float64
	sign   []float64 // 1 where the adversary looks for the smallest leaf value, -1 for the largest
	from   []int32   // of the leaves of each row in at, and the end
	at     []int32

	loss       float64
	grad, hess []float64 // by leaf
}

// blockRows is the number of rows that all trees of a round go through
// together: so few that their features stay in the cache.
const blockRows = 32

// newFits finds which leaves of the trees of a round each row can be moved to:
// those in its ball, or that of the point where it is known. Old fits
// are memory for them.
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
	for _, f := range fits {
		f.threads, f.lambda = m.threads, o.Lambda
		f.units = slices.Grow(f.units[:0], units)[:units]
	}
	parallel.Split(m.threads, units, func(lo, hi int) {
		w := newWalker(m.ball)
		for i := lo; i < hi; i++ {
			first, last := i*refitRows, min(n, (i+1)*refitRows)
			for j, f := range fits {
				f.units[i].init(last-first, r.Trees[j].NumLeaves())
			}
			for ; first < last; first += blockRows {
				for j, f := range fits {
					for row := first; row < min(last, first+blockRows); row++ {
						f.units[i].add(w, &r.Trees[j], place(p, r.Rows, row), r.Rows, row, m.outputs, o)
					}
				}
			}
		}
	})
	return fits
}

// place returns where a row is, nil for anywhere in its ball.
func place(p *points, rows trainer.Rows, row int) []float64 {
	if row >= rows.Table() {
		return rows.X(row)
	}
	return p.of(row)
}

// init makes room for some rows.
func (u *fitUnit) init(rows, leaves int) {
	u.odds, u.weight, u.sign = slices.Grow(u.odds[:0], rows), slices.Grow(u.weight[:0], rows), slices.Grow(u.sign[:0], rows)
	u.from, u.at = append(slices.Grow(u.from[:0], rows+1), 0), slices.Grow(u.at[:0], 4*rows)
	u.grad, u.hess = slices.Grow(u.grad[:0], leaves)[:leaves], slices.Grow(u.hess[:0], leaves)[:leaves]
}

// add adds a row, at a point if that is known.
func (u *fitUnit) add(w *walker, t *ensemble.Tree, point []float64, rows trainer.Rows, row, outputs int, o *Refit) {
	sign := -1.0
	if pushedDown(rows.Class(row), t.Output, outputs) {
		sign = 1
	}
	u.sign = append(u.sign, sign)
	u.weight = append(u.weight, o.weight(rows, row))
	if point != nil {
		u.at = append(u.at, int32(t.Leaf(point)))
	} else {
		u.at = append(u.at, w.leaves(t, rows.X(row))...)
	}
	u.from = append(u.from, int32(len(u.at)))
}

// start takes the odds of the rows from their margins without the tree.
func (f *fit) start(m *margins, p *points, rows trainer.Rows, output int) {
	f.each(func(i int, u *fitUnit) {
		for j, sign := range u.sign {
			row := i*refitRows + j
			of := func(margins []float64) []float64 { return margins[row*m.outputs : (row+1)*m.outputs] }
			var without []float64
			switch {
			case row >= rows.Table():
				without = rows.Margins(row)
			case p.of(row) != nil:
				without = of(p.margins)
			default:
				without = of(m.worst)
			}
			u.odds = append(u.odds, safeExp(-sign*lead(without, output)))
		}
	})
}

// lead returns by how much an output leads: in logistic loss its margin, in
// softmax that above the soft maximum of the others.
func lead(margins []float64, output int) float64 {
	if len(margins) == 1 {
		return margins[0]
	}
	top, sum := math.Inf(-1), 0.0
	for k, m := range margins {
		if k != output {
			top = max(top, m)
		}
	}
	for k, m := range margins {
		if k != output {
			sum += elementary.Exp(m - top)
		}
	}
	return margins[output] - top - elementary.Log(sum)
}

// each calls do for every unit, from several goroutines.
func (f *fit) each(do func(i int, u *fitUnit)) {
	parallel.Split(f.threads, len(f.units), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			do(i, &f.units[i])
		}
	})
}

// exponents are those of leaf values, so that rows need none of their own:
// leaves are few.
type exponents struct {
	odds [2][]float64 // factor on the odds of the wrong classes, by sign: exp(v), then exp(-v)
	soft [2][]float64 // the same of v over softness
}

func newExponents(leaves []float64) *exponents {
	e := &exponents{}
	for k, sign := range [2]float64{1, -1} {
		for _, v := range leaves {
			e.odds[k] = append(e.odds[k], safeExp(sign*v))
			e.soft[k] = append(e.soft[k], safeExp(sign*v/softness))
		}
	}
	return e
}

// safeExp is exp of a number whose inverse, and whose product with another one,
// are numbers too.
func safeExp(v float64) float64 { return elementary.Exp(max(-300, min(300, v))) }

// worst returns the leaf that is worst for row i.
func (u *fitUnit) worst(i int, leaves []float64) int32 {
	at, sign := u.at[u.from[i]:u.from[i+1]], u.sign[i]
	worst := at[0]
	least := sign * leaves[worst]
	for _, l := range at[1:] {
		if v := sign * leaves[l]; v < least {
			worst, least = l, v
		}
	}
	return worst
}

// side is the index of what a row with a sign takes from exponents: the larger
// its worst leaf value times its sign, the smaller the odds of the others.
func side(sign float64) int {
	if sign > 0 {
		return 1
	}
	return 0
}

// loss returns the worst-case loss of leaf values.
func (f *fit) loss(leaves []float64) float64 {
	e := newExponents(leaves)
	f.each(func(_ int, u *fitUnit) { u.sum(leaves, e) })
	loss := 0.0
	for i := range f.units {
		loss += f.units[i].loss
	}
	for _, v := range leaves {
		loss += float64(f.lambda / 2 * v * v)
	}
	return loss
}

// sum sums the loss of a unit's rows, the logarithms of 1 and the odds. Those
// of many rows are taken as one, of the product.
func (u *fitUnit) sum(leaves []float64, e *exponents) {
	const many = 1e30 // far from overflow even for the product of two times safeExp
	u.loss = 0
	product, weight := 1.0, 0.0
	for i, odds := range u.odds {
		odds = float64(odds * e.odds[side(u.sign[i])][u.worst(i, leaves)])
		if u.weight[i] != weight || product > many || odds > many {
			u.loss += float64(weight * elementary.Log(product))
			product, weight = 1, u.weight[i]
		}
		product *= 1 + odds
	}
	u.loss += float64(weight * elementary.Log(product))
}

// softness is the difference of leaf values within which a row counts for
// several leaves: with steps for its worst leaf alone, two leaves would take
// turns in being the worst.
const softness = 0.2

// direction writes a Newton step for each leaf to out.
func (f *fit) direction(leaves, out []float64) {
	e := newExponents(leaves)
	f.each(func(_ int, u *fitUnit) { u.gradient(leaves, e) })
	for l, v := range leaves {
		grad, hess := f.lambda*v, f.lambda
		for i := range f.units {
			grad += f.units[i].grad[l]
			hess += f.units[i].hess[l]
		}
		out[l] = 0
		if hess > 0 {
			out[l] = -grad / hess
		}
	}
}

// gradient sums the gradients and hessians of a unit's rows by leaf.
func (u *fitUnit) gradient(leaves []float64, e *exponents) {
	clear(u.grad)
	clear(u.hess)
	for i, odds := range u.odds {
		at, worst, k := u.at[u.from[i]:u.from[i+1]], u.worst(i, leaves), side(u.sign[i])
		odds = float64(odds * e.odds[k][worst])
		p := odds / (1 + odds) // of the wrong class
		grad, hess := -u.weight[i]*u.sign[i]*p, u.weight[i]*p/(1+odds)
		soft := e.soft[k]
		total := 0.0
		for _, l := range at {
			total += soft[l]
		}
		for _, l := range at {
			share := soft[l] / total
			u.grad[l] += float64(share * grad)
			u.hess[l] += float64(share * hess)
		}
	}
}

// descend returns leaf values with a smaller loss than those of a tree that
// says nothing, or nil if it finds none. grown are the values to try first.
func (f *fit) descend(grown []float64, steps int) []float64 {
	leaves := make([]float64, len(grown))
	nothing := f.loss(leaves)
	least := nothing
	try := func(next []float64) bool {
		loss := f.loss(next)
		if !(loss < least-float64(1e-9*math.Abs(least))) {
			return false
		}
		least = loss
		copy(leaves, next)
		return true
	}
	try(grown)
	step, next := make([]float64, len(grown)), slices.Clone(grown)
	for range steps {
		f.direction(leaves, step)
		better := false
		for rate := 1.0; !better && rate > 0.05; rate /= 2 {
			for l := range next {
				next[l] = leaves[l] + float64(rate*max(-2, min(2, step[l])))
			}
			better = try(next)
		}
		if !better {
			break
		}
	}
	if least == nothing {
		return nil
	}
	return leaves
}

// weight returns the weight of a row with that of its class.
func (o *Refit) weight(rows trainer.Rows, i int) float64 {
	if o.ClassWeight == nil {
		return rows.Weight(i)
	}
	return o.ClassWeight[rows.Class(i)] * rows.Weight(i)
}

// refit replaces the leaf values of a round's trees and reports whether any
// of them is of use.
func (o Refit) refit(fits []*fit, m *margins, p *points, r *trainer.Round) bool {
	some := false
	for i, f := range fits {
		t := &r.Trees[i]
		f.start(m, p, r.Rows, t.Output)
		some = o.improve(f, t) || some
		if p.at == nil {
			f.count(m, t, r.Rows.Table())
		}
	}
	if p.at == nil && some {
		m.trees = len(r.Ensemble.Trees)
	}
	return some
}

// improve gives a tree the leaf values that its fit finds, zeros where it finds none,
// and reports whether it did.
func (o Refit) improve(f *fit, t *ensemble.Tree) bool {
	rate := cmp.Or(o.LearningRate, 1)
	grown := make([]float64, len(t.Leaves))
	for l, v := range t.Leaves {
		grown[l] = v / rate
	}
	leaves := f.descend(grown, o.Steps)
	for l := range t.Leaves {
		t.Leaves[l] = 0
		if leaves != nil {
			t.Leaves[l] = rate * leaves[l]
		}
	}
	return leaves != nil
}

// count adds the worst leaves of a tree to the margins of the rows of the table:
// which they are, has been found out.
func (f *fit) count(m *margins, t *ensemble.Tree, table int) {
	f.each(func(i int, u *fitUnit) {
		for j := range min(len(u.odds), table-i*refitRows) {
			m.worst[(i*refitRows+j)*m.outputs+t.Output] += t.Leaves[u.worst(j, t.Leaves)]
		}
	})
}

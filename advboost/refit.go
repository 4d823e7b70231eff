package advboost

import (
	"math"
	"slices"

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
	margin []float64 // of the row's own class above the best of the others, in the worst case without the tree
	weight []float64
	sign   []float64 // 1 where the adversary looks for the smallest leaf value, -1 for the largest
	from   []int32   // of the leaves of each row in at, and the end
	at     []int32

	loss       float64
	grad, hess []float64 // by leaf
}

// newFit finds which leaves of a tree each row can be moved to: those in its
// ball, or that of the point where it is known.
func newFit(m *margins, p *points, r *trainer.Round, t *ensemble.Tree, o Refit) *fit {
	n := r.Rows.Table()
	f := &fit{threads: m.threads, lambda: o.Lambda, units: make([]fitUnit, (n+refitRows-1)/refitRows)}
	f.each(func(i int, u *fitUnit) {
		w := newWalker(m.ball)
		u.from = append(u.from, 0)
		for row := i * refitRows; row < min(n, (i+1)*refitRows); row++ {
			sign := -1.0
			if pushedDown(r.Rows.Class(row), t.Output, m.outputs) {
				sign = 1
			}
			u.sign = append(u.sign, sign)
			u.weight = append(u.weight, o.weight(r.Rows, row))
			worst := m.worst
			if point := p.of(row); point != nil {
				worst = p.margins
				u.at = append(u.at, int32(t.Leaf(point)))
			} else {
				u.at = append(u.at, w.leaves(t, r.Rows.X(row))...)
			}
			u.margin = append(u.margin, sign*lead(worst[row*m.outputs:(row+1)*m.outputs], t.Output))
			u.from = append(u.from, int32(len(u.at)))
		}
		u.grad, u.hess = make([]float64, t.NumLeaves()), make([]float64, t.NumLeaves())
	})
	return f
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
			sum += math.Exp(m - top)
		}
	}
	return margins[output] - top - math.Log(sum)
}

// each calls do for every unit, from several goroutines.
func (f *fit) each(do func(i int, u *fitUnit)) {
	eachRow(f.threads, len(f.units), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			do(i, &f.units[i])
		}
	})
}

// worst returns the value of the worst leaf of row i, times its sign.
func (u *fitUnit) worst(i int, leaves []float64) float64 {
	worst := math.Inf(1)
	for _, l := range u.at[u.from[i]:u.from[i+1]] {
		worst = min(worst, u.sign[i]*leaves[l])
	}
	return worst
}

// loss returns the worst-case loss of leaf values.
func (f *fit) loss(leaves []float64) float64 {
	f.each(func(_ int, u *fitUnit) {
		u.loss = 0
		for i, margin := range u.margin {
			u.loss += u.weight[i] * softplus(-margin-u.worst(i, leaves))
		}
	})
	loss := 0.0
	for i := range f.units {
		loss += f.units[i].loss
	}
	for _, v := range leaves {
		loss += f.lambda / 2 * v * v
	}
	return loss
}

func softplus(v float64) float64 {
	if v > 30 {
		return v
	}
	return math.Log1p(math.Exp(v))
}

// softness is the difference of leaf values within which a row counts for
// several leaves: with steps for its worst leaf alone, two leaves would take
// turns in being the worst.
const softness = 0.2

// direction writes a Newton step for each leaf to out.
func (f *fit) direction(leaves, out []float64) {
	f.each(func(_ int, u *fitUnit) { u.gradient(leaves) })
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
func (u *fitUnit) gradient(leaves []float64) {
	clear(u.grad)
	clear(u.hess)
	for i, margin := range u.margin {
		at, worst := u.at[u.from[i]:u.from[i+1]], u.worst(i, leaves)
		p := 1 / (1 + math.Exp(margin+worst)) // of the wrong class
		grad, hess := -u.weight[i]*u.sign[i]*p, u.weight[i]*p*(1-p)
		total := 0.0
		for _, l := range at {
			total += math.Exp((worst - u.sign[i]*leaves[l]) / softness)
		}
		for _, l := range at {
			share := math.Exp((worst-u.sign[i]*leaves[l])/softness) / total
			u.grad[l] += share * grad
			u.hess[l] += share * hess
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
		if !(loss < least-1e-9*math.Abs(least)) {
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
				next[l] = leaves[l] + rate*max(-2, min(2, step[l]))
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
func (o Refit) refit(m *margins, p *points, r *trainer.Round) bool {
	rate := o.LearningRate
	if rate == 0 {
		rate = 1
	}
	some := false
	for i := range r.Trees {
		t := &r.Trees[i]
		f := newFit(m, p, r, t, o)
		grown := make([]float64, len(t.Leaves))
		for l, v := range t.Leaves {
			grown[l] = v / rate
		}
		leaves := f.descend(grown, o.Steps)
		some = some || leaves != nil
		for l := range t.Leaves {
			t.Leaves[l] = 0
			if leaves != nil {
				t.Leaves[l] = rate * leaves[l]
			}
		}
	}
	return some
}

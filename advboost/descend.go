package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// exponents holds the exponentials of leaf values, computed once for all rows: leaves are far
// fewer than rows.
type exponents struct {
	odds [2][]uint64  // factor on the odds of the wrong classes, by sign: the bits of exp(v), then of exp(-v)
	soft [2][]float64 // the same of v over softness, for gradients
}

func newExponents(leaves []float64, soft bool) *exponents {
	e := &exponents{}
	for k, sign := range [2]float64{1, -1} {
		e.odds[k] = make([]uint64, len(leaves))
		for l, v := range leaves {
			e.odds[k][l] = math.Float64bits(safeExp(sign * v))
		}
		if !soft {
			continue
		}
		e.soft[k] = make([]float64, len(leaves))
		for l, v := range leaves {
			e.soft[k][l] = safeExp(sign * v / softness)
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

// factor returns the factor of the worst leaf for row i, which is the largest. As positive numbers, their
// bits are in their order too, and the largest of these is found without a branch.
func (u *fitUnit) factor(i int, e *exponents) float64 {
	at, odds := u.at[u.from[i]:u.from[i+1]], e.odds[side(u.sign[i])]
	most := odds[at[0]]
	for _, l := range at[1:] {
		most = max(most, odds[l])
	}
	return math.Float64frombits(most)
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
	e := newExponents(leaves, false)
	f.each(func(_ int, u *fitUnit) { u.sum(e) })
	loss := 0.0
	for i := range f.units {
		loss += f.units[i].loss
	}
	for _, v := range leaves {
		loss += float64(f.lambda / 2 * v * v)
	}
	return loss
}

// sum sums the losses of a unit's rows, the logarithms of 1 plus the odds. Rows of one weight
// share a logarithm, that of the product.
func (u *fitUnit) sum(e *exponents) {
	u.loss = 0
	if n := len(u.weight); n > 0 && slices.Equal(u.weight[:n-1], u.weight[1:]) {
		u.sumEqual(e)
		return
	}
	const bits = 6
	var parts [1 << bits]part // by weight: there are often only two, or one per class
	for i, odds := range u.odds {
		odds = float64(odds * u.factor(i, e))
		p := &parts[math.Float64bits(u.weight[i])*0x9e3779b97f4a7c15>>(64-bits)] // Fibonacci hashing
		if u.weight[i] != p.weight || p.product > many || odds > many {
			u.loss += p.loss()
			*p = part{1, u.weight[i]}
		}
		p.product *= 1 + odds
	}
	for _, p := range parts {
		u.loss += p.loss()
	}
}

// sumEqual is sum for rows of the same weight: the product stays in a register.
func (u *fitUnit) sumEqual(e *exponents) {
	p := part{1, u.weight[0]}
	for i, odds := range u.odds {
		odds = float64(odds * u.factor(i, e))
		if p.product > many || odds > many {
			u.loss += p.loss()
			p.product = 1
		}
		p.product *= 1 + odds
	}
	u.loss += p.loss()
}

// part is the product of 1 plus the odds of some rows, of one weight.
type part struct{ product, weight float64 }

// many is a product far from overflow, even for the product of two times safeExp.
const many = 1e30

func (p part) loss() float64 {
	if p.product > 1 {
		return float64(p.weight * elementary.Log(p.product))
	}
	return 0
}

// softness is the difference of leaf values within which a row counts for several leaves: if
// it counted for its worst leaf alone, two leaves would take turns in being the worst.
const softness = 0.2

// direction writes a Newton step for each leaf to out.
func (f *fit) direction(leaves, out []float64) {
	e := newExponents(leaves, true)
	f.each(func(_ int, u *fitUnit) { u.gradient(e) })
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
func (u *fitUnit) gradient(e *exponents) {
	clear(u.grad)
	clear(u.hess)
	for i, odds := range u.odds {
		at := u.at[u.from[i]:u.from[i+1]]
		odds = float64(odds * u.factor(i, e))
		p := odds / (1 + odds) // of the wrong class
		grad, hess := float64(-u.weight[i]*u.sign[i]*p), u.weight[i]*p/(1+odds)
		if len(at) == 1 {
			u.grad[at[0]] += grad
			u.hess[at[0]] += hess
			continue
		}
		soft := e.soft[side(u.sign[i])]
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

// descend returns leaf values with a smaller loss than all zeros, or nil if it finds none.
// grown are the values to try first.
func (f *fit) descend(grown []float64, steps int) []float64 {
	leaves := make([]float64, len(grown))
	nothing := f.loss(leaves)
	least := nothing
	try := func(next []float64) bool {
		if f.order != nil {
			f.order(next)
		}
		loss := f.loss(next)
		if !(loss < least-float64(1e-9*math.Abs(least))) {
			return false
		}
		least = loss
		copy(leaves, next)
		return true
	}
	next := slices.Clone(grown)
	try(next)
	step := make([]float64, len(grown))
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

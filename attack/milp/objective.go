package milp

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// objective names every variable once, which fixes their order.
func (p *program) objective() {
	p.text("Minimize\n")
	p.row("cost")
	name := func(v float64, name string) {
		p.term(v, name)
		p.columns = append(p.columns, name)
	}
	if p.space.Norm == attack.LInf {
		name(1, "b")
	} else {
		constant := 0.0
		for f := range p.space.Home {
			if !p.isLoose(f) {
				p.steps(f, func(_ int, _, part float64) { constant += part })
			}
		}
		name(constant, "b")
	}
	for f := range p.space.Home {
		column := cutName
		visit := func(c int, step float64) {
			if p.space.Norm == attack.LInf {
				step = 0
			}
			name(step, column(f, c))
		}
		if p.isLoose(f) {
			column = cellName
			p.eachCell(f, visit)
			continue
		}
		p.steps(f, func(c int, step, _ float64) { visit(c, step) })
	}
	p.eachSum(func(column string, _ float64) { name(0, column) })
	p.text("\n")
}

// eachSum calls visit for the variables whose sum is the margin, each with its coefficient: leaves,
// or the trees if they vote.
func (p *program) eachSum(visit func(name string, coefficient float64)) {
	g := p.space.Grid
	for _, t := range p.contrast.Trees {
		if p.byVotes {
			low, high, _ := p.contrast.Votes(g, t)
			visit(voteName(t), p.contrast.Margin(high)-p.contrast.Margin(low))
			continue
		}
		values := p.contrast.Values(t)
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			visit(leafName(l), p.contrast.Margin(values.At(l)))
		}
	}
}

// constant is the part of the margin that does not depend on the point.
func (p *program) constant() float64 {
	base := p.contrast.Base
	for _, t := range p.contrast.Trees {
		if low, _, _ := p.contrast.Votes(p.space.Grid, t); p.byVotes {
			base += low
		}
	}
	return p.contrast.Margin(base)
}

// steps calls visit for every cut of a feature with the cost of crossing it, as a coefficient of
// the cut's variable, and with the constant part of that. Crossing beyond the last admissible cell
// costs nothing: bounds forbid it.
func (p *program) steps(f int, visit func(c int, coefficient, constant float64)) {
	cost := p.space.Cost[p.space.Grid.First[f]:p.space.Grid.First[f+1]]
	home := int(p.space.Home[f])
	// costs of inadmissible cells do not matter, as nothing lies in them
	at := make([]float64, len(cost))
	for c := home - 1; c >= 0; c-- {
		if at[c] = cost[c]; math.IsInf(cost[c], 1) {
			at[c] = at[c+1]
		}
	}
	for c := home + 1; c < len(cost); c++ {
		if at[c] = cost[c]; math.IsInf(cost[c], 1) {
			at[c] = at[c-1]
		}
	}
	for c := range len(cost) - 1 {
		if c < home { // p = 1 crosses down
			visit(c, at[c]-at[c+1], 0)
		} else { // p = 0 crosses up
			visit(c, at[c]-at[c+1], at[c+1]-at[c])
		}
	}
}

package milp

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A variable has a binary column for each admissible cell, one of which is 1.

func cellName(f, c int) string { return fmt.Sprintf("z%d_%d", f, c) }

// eachCell calls visit for the admissible cells of a variable, with their costs.
func (p *program) eachCell(f int, visit func(c int, cost float64)) {
	for c, cost := range p.space.Cost[p.space.Grid.First[f]:p.space.Grid.First[f+1]] {
		if !math.IsInf(cost, 1) {
			visit(c, cost)
		}
	}
}

// isLoose reports whether a feature is a variable.
func (p *program) isLoose(f int) bool { return p.space.Grid.IsLoose(ensemble.Feature(f)) }

// sideOfSet ties the leaves on a side of a node on a variable to its cells there.
func (p *program) sideOfSet(node *ensemble.Node, left bool, leaves []ensemble.Leaf) {
	for _, l := range leaves {
		p.term(1, leafName(l))
	}
	set := p.space.Grid.LeftOf(node)
	p.eachCell(int(node.Feature), func(c int, _ float64) {
		if set.Has(ensemble.Cell(c)) == left {
			p.term(-1, cellName(int(node.Feature), c))
		}
	})
	p.text(" <= 0\n")
}

// oneCell puts a variable into exactly one cell, and bounds its cost in LInf.
func (p *program) oneCell(f int, inf bool) {
	p.row(fmt.Sprintf("v%d", f))
	p.eachCell(f, func(c int, _ float64) { p.term(1, cellName(f, c)) })
	p.text(" = 1\n")
	if inf {
		p.row(fmt.Sprintf("d%d", f))
		p.eachCell(f, func(c int, cost float64) { p.term(cost, cellName(f, c)) })
		p.text(" - b <= 0\n")
	}
}

// cellOf returns the cell that a solution puts a variable into.
func cellOf(g *ensemble.Grid, f int, values map[string]float64) ensemble.Cell {
	for c := range g.Last(f) {
		if values[cellName(f, int(c))] > 0.5 {
			return c
		}
	}
	return g.Last(f)
}

package milp

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A tree that votes has a single variable, which is at most 1 if it votes for the rival, and 0 in a
// leaf of the other vote. If cuts are whole, the largest value of such a variable is 0 or 1 without
// being declared binary.

func voteName(t int32) string { return fmt.Sprintf("v%d", t) }

// checkVotes reports a tree with more than two values.
func checkVotes(p *attack.Problem) error {
	for class := range p.Ensemble.Classes {
		for rival := range p.Ensemble.Classes {
			if rival == class {
				continue
			}
			c := p.Grid.Contrast(class, rival)
			for _, t := range c.Trees {
				if _, _, two := c.Votes(p.Grid, t); !two {
					return fmt.Errorf("method milp-votes is for trees of two leaf values, tree %d has more: milp takes any", t)
				}
			}
		}
	}
	return nil
}

// votes writes the rows of the trees: one for each leaf that does not vote for the
// rival. Somewhere the point has to leave its path before the tree can.
func (p *program) votes() {
	g := p.space.Grid
	for _, t := range p.contrast.Trees {
		low, high, _ := p.contrast.Votes(g, t)
		values := p.contrast.Values(t)
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			if low < high && values.At(l) == low {
				p.offPath(t, l)
			}
		}
	}
}

// offPath says that a tree does not vote for the rival on the path of a leaf.
func (p *program) offPath(t int32, l ensemble.Leaf) {
	g := p.space.Grid
	for _, s := range g.LeafSides(l) {
		if s.Lo > s.Hi {
			return // no point falls into the leaf
		}
	}
	p.row(fmt.Sprintf("n%d", l))
	p.term(1, voteName(t))
	most := 0
	for _, s := range g.LeafSides(l) {
		if s.Lo > 0 {
			p.term(-1, cutName(int(s.Feature), int(s.Lo)-1))
		}
		if s.Hi < g.Last(int(s.Feature)) {
			p.term(1, cutName(int(s.Feature), int(s.Hi)))
			most++
		}
	}
	for _, s := range g.LeafSets(l) {
		set := g.Set(s.Feature, s.At)
		p.eachCell(int(s.Feature), func(c int, _ float64) {
			if !set.Has(ensemble.Cell(c)) {
				p.term(-1, cellName(int(s.Feature), c))
			}
		})
	}
	p.text(fmt.Sprintf(" <= %d\n", most))
}

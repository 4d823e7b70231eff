package dive

import (
	"cmp"
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// plan is a contrast laid out for dives. It does not change.
type plan struct {
	*ensemble.Contrast
	nodes []fork
	queue []wheel // the trees, those with most at stake first
}

// fork is an inner node, with numbers of its own, and the largest leaves on
// both of its sides.
type fork struct {
	ensemble.Node
	left, right int64
}

// newPlans makes the plans of each label when they are first needed.
func newPlans(p *attack.Problem) []func() []*plan {
	plans := make([]func() []*plan, p.Ensemble.Classes)
	for label := range plans {
		plans[label] = sync.OnceValue(func() []*plan {
			var all []*plan
			for rival := range p.Ensemble.Classes {
				if rival != label {
					all = append(all, newPlan(p.Grid, label, rival))
				}
			}
			return all
		})
	}
	return plans
}

// newPlan lays out the contrast of two classes.
func newPlan(g *ensemble.Grid, class, rival int) *plan {
	p := &plan{Contrast: ensemble.NewContrast(g, class, rival)}
	for _, t := range p.Trees {
		root, least, most := p.layOut(g, g.Root[t])
		p.queue = append(p.queue, wheel{root: root, best: most, weight: most - least})
	}
	slices.SortStableFunc(p.queue, func(a, b wheel) int { return cmp.Compare(b.weight, a.weight) })
	return p
}

// layOut lays out what is below a node of the grid, and returns its own number
// and the least and the largest leaf there.
func (p *plan) layOut(g *ensemble.Grid, at int32) (own int32, least, most int64) {
	if at < 0 {
		return at, p.Leaf[^at], p.Leaf[^at]
	}
	own = int32(len(p.nodes))
	n := fork{Node: g.Nodes[at]}
	p.nodes = append(p.nodes, n)
	var low, high int64
	n.Left, low, n.left = p.layOut(g, n.Left)
	n.Right, high, n.right = p.layOut(g, n.Right)
	p.nodes[own] = n
	return own, min(low, high), max(n.left, n.right)
}

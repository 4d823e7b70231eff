package dive

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// plan is a contrast laid out for dives. It does not change.
type plan struct {
	*ensemble.Contrast
	nodes []node
	trees []tree // those with most at stake first
}

// node is an inner node or a leaf.
type node struct {
	cut     float64
	most    int64 // the largest leaf at or below
	feature int32 // -1 for a leaf
	left    int32 // the left child, which the right one follows; the number of a leaf
}

// tree is a tree of a plan.
type tree struct {
	root  int32
	least int64 // the smallest leaf
	stake int64 // the largest leaf less the smallest
}

// interval is a range of values, without lo.
type interval struct{ lo, hi float64 }

// everything is the interval of all numbers.
var everything = interval{math.Inf(-1), math.Inf(1)}

// side is what a leaf spans on a feature that its path splits.
type side struct {
	interval
	feature int32
}

// newSides returns the sides of all leaves, in the order of the grid's.
func newSides(g *ensemble.Grid) []side {
	sides := make([]side, len(g.Sides))
	for i, s := range g.Sides {
		sides[i] = side{everything, s.Feature}
		if s.Lo > 0 {
			sides[i].lo = g.Cuts[s.Feature][s.Lo-1]
		}
		if s.Hi < g.Last(s.Feature) {
			sides[i].hi = g.Cuts[s.Feature][s.Hi]
		}
	}
	return sides
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
	box := slices.Repeat([]interval{everything}, len(g.Cuts))
	for _, t := range p.Trees {
		root := int32(len(p.nodes))
		p.nodes = append(p.nodes, node{})
		least, most := p.layOut(g, g.Root[t], root, box)
		p.trees = append(p.trees, tree{root, least, most - least})
	}
	slices.SortStableFunc(p.trees, func(a, b tree) int { return cmp.Compare(b.stake, a.stake) })
	return p
}

// layOut lays out what is below a node of the grid, and returns the least and
// the largest leaf there. Splits that a box is on one side of are left out, so
// that each node splits what its path leaves of a feature.
func (p *plan) layOut(g *ensemble.Grid, from, at int32, box []interval) (least, most int64) {
	if from < 0 {
		v := p.Leaf[^from]
		p.nodes[at] = node{feature: -1, left: ^from, most: v}
		return v, v
	}
	n := g.Nodes[from]
	b, cut := &box[n.Feature], g.Cuts[n.Feature][n.Cut]
	whole := *b
	switch {
	case whole.hi <= cut:
		return p.layOut(g, n.Left, at, box)
	case whole.lo >= cut:
		return p.layOut(g, n.Right, at, box)
	}
	left := int32(len(p.nodes))
	p.nodes = append(p.nodes, node{}, node{})
	b.hi = cut
	least, most = p.layOut(g, n.Left, left, box)
	b.lo, b.hi = cut, whole.hi
	low, high := p.layOut(g, n.Right, left+1, box)
	*b = whole
	least, most = min(least, low), max(most, high)
	p.nodes[at] = node{cut: cut, most: most, feature: n.Feature, left: left}
	return least, most
}

// leaf returns the leaf of a tree that x falls into.
func (p *plan) leaf(tree int, x []float64) int32 {
	at := p.trees[tree].root
	for n := &p.nodes[at]; n.feature >= 0; n = &p.nodes[at] {
		at = n.left + over(x[n.feature], n.cut)
	}
	return at
}

// over returns 1 if a value is above another and else 0, without a branch: which
// side of a node things are on cannot be predicted.
func over(v, w float64) int32 {
	if v > w {
		return 1
	}
	return 0
}

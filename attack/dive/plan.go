package dive

import (
	"cmp"
	"math"
	"slices"

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
	cut     int64 // its key
	most    int64 // the largest leaf at or below
	feature int32 // ^n for a leaf of n sides
	left    int32 // the left child, which the right one follows; or the first of a leaf's sides
}

// tree is a tree of a plan.
type tree struct {
	root  int32
	least int64 // the smallest leaf
	stake int64 // the largest leaf minus the smallest
}

// newPlan lays out the contrast of two classes.
func (s *shared) newPlan(class, rival int) *plan {
	p := &plan{Contrast: s.grid.Contrast(class, rival)}
	if units := p.Units(); units != nil {
		laid := s.of(units)
		p.nodes = laid.nodes
		for _, t := range p.Trees {
			p.trees = append(p.trees, laid.tree(t, p.Values(t)))
		}
	} else {
		l := newLayout(s.grid, s.first)
		for _, t := range p.Trees {
			p.trees = append(p.trees, l.lay(t, p.Values(t)))
		}
		p.nodes = l.nodes
	}
	slices.SortStableFunc(p.trees, func(a, b tree) int { return cmp.Compare(b.stake, a.stake) })
	return p
}

// layout lays out trees.
type layout struct {
	nodes []node
	grid  *ensemble.Grid
	first []int32         // for each leaf of the grid, its first side
	value ensemble.Values // of the leaves of the current tree
	box   []interval      // what the path leaves of each feature
}

func newLayout(g *ensemble.Grid, first []int32) *layout {
	return &layout{grid: g, first: first, box: slices.Repeat([]interval{{math.Inf(-1), math.Inf(1)}}, len(g.Cuts))}
}

// lay lays out a tree.
func (l *layout) lay(t int32, v ensemble.Values) tree {
	root := int32(len(l.nodes))
	l.nodes, l.value = append(l.nodes, node{}), v
	least, most := l.add(l.grid.Root[t], root)
	return tree{root, least, most - least}
}

// interval is a range of values, excluding lo.
type interval struct{ lo, hi float64 }

// add lays out what is below a node of the grid, and returns the smallest and the largest leaf
// there. Splits with the whole box on one side are left out.
func (l *layout) add(from, at int32) (least, most int64) {
	if from < 0 {
		v, first := l.value.At(ensemble.Leaf(^from)), l.first[^from]
		l.nodes[at] = node{feature: ^(l.first[^from+1] - first), left: first, most: v}
		return v, v
	}
	n := l.grid.Nodes[from]
	b, cut := &l.box[n.Feature], l.grid.Cuts[n.Feature][n.Cut]
	whole := *b
	switch {
	case whole.hi <= cut:
		return l.add(n.Left, at)
	case whole.lo >= cut:
		return l.add(n.Right, at)
	}
	left := int32(len(l.nodes))
	l.nodes = append(l.nodes, node{}, node{})
	b.hi = cut
	least, most = l.add(n.Left, left)
	b.lo, b.hi = cut, whole.hi
	low, high := l.add(n.Right, left+1)
	*b = whole
	least, most = min(least, low), max(most, high)
	l.nodes[at] = node{cut: key(cut), most: most, feature: int32(n.Feature), left: left}
	return least, most
}

// leaf returns the leaf of a tree that x falls into.
func (p *plan) leaf(tree int, x place) int32 {
	at := p.trees[tree].root
	for n := &p.nodes[at]; n.feature >= 0; n = &p.nodes[at] {
		at = n.left + x.right(n)
	}
	return at
}

package ltattack

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// variables is what an arena has if the grid has variables, whose cells have no order. It keeps all
// of their cells, even those out of reach, so that its sets of cells are the grid's.
type variables struct {
	words []int32  // by own feature, words in a set of its cells, 0 if cells are in order; nil without variables
	bits  []uint64 // of nodes on variables, from ^cut on: the cells in reach that go left, then those that go right
	open  []uint64 // by Grid.Word, while a tree is walked: the cells that reach a node
	saved []uint64

	// setNode[setAt[i]:setAt[i+1]] are the nodes on variable i.
	setAt   []int32
	setNode []setNode
}

// setNode is a node on a variable and its tree.
type setNode struct{ node, tree int32 }

// isLoose reports whether cells of a feature have no order.
func (a *arena) isLoose(f ownFeature) bool { return len(a.words) > 0 && a.words[f] > 0 }

// sides returns the cells that go left and right at a node on a variable.
func (a *arena) sides(s *spot) (left, right ensemble.CellSet) {
	w := a.words[s.feature]
	at := int32(^s.cut)
	return a.bits[at : at+w], a.bits[at+w : at+2*w]
}

// reachLevels is reach for a variable.
func (a *arena) reachLevels(f ensemble.Feature) {
	cost := a.space.Cost[a.grid.First[f]:a.grid.First[f+1]]
	open := a.opened(f)
	clear(open)
	open.Add(a.space.Home[f])
	for c, v := range cost {
		if v < a.limit {
			open.Add(ensemble.Cell(c))
		} else if v < inadmissible {
			a.whole = false
		}
	}
	a.box[f] = interval{0, ensemble.Cell(len(cost) - 1)}
}

func (a *arena) opened(f ensemble.Feature) ensemble.CellSet {
	return a.open[a.grid.Word[f]:a.grid.Word[f+1]]
}

// follow returns the child of a node on a variable to which all cells in reach lead, if there is
// one.
func (a *arena) follow(n *ensemble.Node) (to int32, all bool) {
	open, left := a.opened(n.Feature), a.grid.LeftOf(n)
	switch {
	case !open.Meets(left):
		return n.Right, true
	case open.Within(left):
		return n.Left, true
	}
	return 0, false
}

// splitSet is split for a node on a variable.
func (a *arena) splitSet(n *ensemble.Node) int32 {
	i := a.number(n.Feature)
	open := a.opened(n.Feature)
	words, saved := len(open), len(a.saved)
	at := len(a.nodes)
	a.nodes = append(a.nodes, spot{feature: i, cut: ^ownCell(len(a.bits))})
	a.saved = append(a.saved, open...)
	a.bits = append(append(a.bits, open...), open...)
	left, right := ensemble.CellSet(a.bits[len(a.bits)-2*words:][:words]), ensemble.CellSet(a.bits[len(a.bits)-words:])
	left.And(a.grid.LeftOf(n))
	right.AndNot(a.grid.LeftOf(n))
	copy(open, left)
	to := a.copy(n.Left)
	copy(open, a.saved[saved:])
	open.AndNot(a.grid.LeftOf(n))
	a.nodes[at].mid = int32(len(a.leaves))
	other := a.copy(n.Right)
	copy(open, a.saved[saved:])
	a.saved = a.saved[:saved]
	a.nodes[at].left, a.nodes[at].right = to, other
	return int32(at)
}

// indexSets lists the nodes on each variable: it counts, then places.
func (a *arena) indexSets() {
	if len(a.words) == 0 {
		return
	}
	a.setAt = zeros(a.setAt, len(a.feature)+1)
	each := func(visit func(f ownFeature, n setNode)) {
		t := 0
		for n := range a.nodes {
			for t+1 < len(a.root) && int(a.root[t+1]) <= n {
				t++
			}
			if s := &a.nodes[n]; s.cut < 0 {
				visit(s.feature, setNode{int32(n), int32(t)})
			}
		}
	}
	each(func(f ownFeature, _ setNode) { a.setAt[f]++ })
	total := int32(0)
	for f, n := range a.setAt {
		total += n
		a.setAt[f] = total // the end; placing counts down to the beginning
	}
	a.setNode = zeros(a.setNode, int(total))
	each(func(f ownFeature, n setNode) {
		a.setAt[f]--
		a.setNode[a.setAt[f]] = n
	})
}

package ltattack

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// inadmissible is the cost of cells that no example may use.
var inadmissible = math.Inf(1)

// neighborhood enumerates the bound neighbourhood Neighbor_Bound of a tuple
// (paper, Algorithm 1) and keeps the best adversarial member.
//
// A feature that differs from the victim's value is held there by one cut, the side of the box
// towards the victim; the trees whose leaves end at that cut are the bound trees (T_Bound). Their
// boxes are taken out of the intersection, and each of their leaves that meets the rest
// (Neighbor_1^(t)) gives a new tuple. If several trees split on the same cut, all of them move: the
// leaf of one is chosen, the others follow the point. This is the paper's relaxed neighbourhood for
// duplicate thresholds.
type neighborhood struct {
	*tuple

	holders []int32 // trees that hold the cut in question

	// The box without the holders, per feature, filled on first use; side[f] is valid if seen[f] ==
	// round.
	side  []interval
	seen  []uint32
	round uint32
	sets  []uint64 // the same for variables, from Grid.Word on
	saved []uint64

	changed []change // of the candidate in question
	mark    []uint32 // mark[f] == stamp if f is in changed
	stamp   uint32
	trial   []int64 // sums of the candidate in question

	best  candidate
	count Counts
}

type interval struct{ lo, hi ensemble.Cell }

// Counts are the sizes of the neighbourhoods of one iteration, as in the
// paper's table "dataset-stats".
type Counts struct {
	Bound     int // bound trees, |T_Bound|
	Neighbors int // their neighbours, |Neighbor_Bound|
}

func newNeighborhood(t *tuple) *neighborhood {
	n := len(t.cells)
	nb := &neighborhood{tuple: t, side: make([]interval, n), seen: make([]uint32, n), mark: make([]uint32, n)}
	if t.grid.Loose != nil {
		nb.sets = make([]uint64, t.grid.Word[n])
	}
	return nb
}

// improve moves to the nearest adversarial neighbour and reports whether there was one nearer than
// the current tuple. Features are tried in order of their cost, and if early is true the search
// ends at the first feature that gives a better neighbour.
func (n *neighborhood) improve(early bool) bool {
	n.look(early)
	if n.best.found {
		n.accept()
	}
	return n.best.found
}

// look finds the neighbour that improve moves to, and counts what it looks at.
func (n *neighborhood) look(early bool) {
	n.best.found = false
	n.best.score = n.score
	n.count = Counts{}
	for _, f := range n.moved {
		n.cross(f)
		if early && n.best.found {
			return
		}
	}
}

// cross looks at the neighbours beyond the cut that holds f.
func (n *neighborhood) cross(f ensemble.Feature) {
	if n.grid.IsLoose(f) {
		n.crossLevels(f)
		return
	}
	var cut ensemble.Cell
	if n.cells[f] > n.space.Home[f] {
		cut = n.lo(f) - 1
	} else {
		cut = n.hi(f)
	}
	n.findHolders(f, cut)
	for _, t := range n.holders {
		n.release(n.leaf[t])
	}
	n.round++
	beyond := n.box(f)
	if n.cells[f] > n.space.Home[f] {
		beyond.hi = cut
	} else {
		beyond.lo = cut + 1
	}
	n.side[f] = beyond
	if n.space.Cost[n.grid.ID(int(f), min(max(n.space.Home[f], beyond.lo), beyond.hi))] < inadmissible {
		for _, t := range n.holders {
			n.walk(t, n.grid.Root[t])
		}
	}
	n.count.Bound += len(n.holders)
	for _, t := range n.holders {
		n.hold(n.leaf[t])
	}
}

// findHolders collects the trees whose leaf ends at a cut of f.
func (n *neighborhood) findHolders(f ensemble.Feature, cut ensemble.Cell) {
	n.holders = n.holders[:0]
	at := n.grid.ID(int(f), cut)
	for _, t := range n.splits.on(at) {
		for _, s := range n.grid.LeafSides(n.leaf[t]) {
			if s.Feature == f && (s.Hi == cut || s.Lo == cut+1) {
				n.holders = append(n.holders, t)
			}
		}
	}
}

// box returns the interval of the box without the holders.
func (n *neighborhood) box(f ensemble.Feature) interval {
	if n.seen[f] != n.round {
		n.seen[f] = n.round
		n.side[f] = interval{n.lo(f), n.hi(f)}
	}
	return n.side[f]
}

// walk goes down a tree through the nodes that meet the box without the
// holders and tries every leaf.
func (n *neighborhood) walk(t, at int32) {
	if at < 0 {
		n.try(t, ensemble.Leaf(^at))
		return
	}
	node := n.grid.Nodes[at]
	if node.Cut < 0 {
		n.walkSets(t, &node)
		return
	}
	box := n.box(node.Feature)
	if box.lo <= node.Cut {
		n.side[node.Feature].hi = min(box.hi, node.Cut)
		n.walk(t, node.Left)
		n.side[node.Feature].hi = box.hi
	}
	if box.hi > node.Cut {
		n.side[node.Feature].lo = max(box.lo, node.Cut+1)
		n.walk(t, node.Right)
		n.side[node.Feature].lo = box.lo
	}
}

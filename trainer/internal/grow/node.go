package grow

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// node is a node of a tree that is still growing.
type node struct {
	criterion.Node
	lo    int // start of its rows, a range of the grower's
	depth int

	id                  uint64 // position in a full binary tree, counted from 1 at the root
	parent, left, right *node
	score               float64 // by the criterion, if not split
	best                criterion.Split
	cut                 int // the last bin that goes left, if there is a gain
	gain                float64
	histogram           []int64 // kept for its children, or nil
	moved               bool    // its rows are in Grower.moved
}

// hi is the end of the node's rows.
func (n *node) hi() int { return n.lo + n.Rows }

// arena hands out nodes that are all freed together.
type arena struct {
	nodes  []*node
	used   int
	totals int // channels per node
}

func (a *arena) reset(channels int) {
	a.used = 0
	if channels != a.totals {
		a.nodes, a.totals = nil, channels
	}
}

// grow makes some more nodes.
func (a *arena) grow() {
	const some = 32
	nodes, totals := make([]node, some), make([]int64, some*a.totals)
	for i := range nodes {
		nodes[i].Total = totals[i*a.totals : (i+1)*a.totals]
		a.nodes = append(a.nodes, &nodes[i])
	}
}

func (a *arena) node(lo, hi int, parent *node) *node {
	if a.used == len(a.nodes) {
		a.grow()
	}
	n := a.nodes[a.used]
	a.used++
	clear(n.Total)
	n.lo, n.Rows, n.parent, n.left, n.right, n.histogram = lo, hi-lo, parent, nil, nil, nil
	n.depth, n.id, n.moved, n.Bounds = 0, 1, false, [2]float64{math.Inf(-1), math.Inf(1)}
	n.score, n.gain, n.best = 0, 0, criterion.Split{}
	if parent != nil {
		n.depth, n.id, n.moved = parent.depth+1, 2*parent.id, parent.moved
	}
	return n
}

package hist

import "math"

// Node is a node while its tree grows.
type Node struct {
	Lo, Hi int // its rows: a range of the grower's
	Depth  int
	Total  []int64    // sums of its rows' values, by channel
	Bounds [2]float64 // of the leaf values below it

	id                  uint64 // position in a full binary tree, counted from 1 at the root
	parent, left, right *Node
	score               float64 // of the criterion, not split
	best                Split
	cut                 int  // the last bin that goes left, where the node has a gain
	pair                pair // of Newton or BinaryImpurity, since it scored the node
	gain                float64
	histogram           []int64 // kept for its children, or nil
	moved               bool    // its rows are in Grower.moved
}

// Len returns the number of rows.
func (n *Node) Len() int { return n.Hi - n.Lo }

// sum returns the sum of the rows' values over the channels.
func (n *Node) sum() int64 {
	sum := int64(0)
	for _, v := range n.Total {
		sum += v
	}
	return sum
}

// clip returns a leaf value in the node's bounds.
func (n *Node) clip(w float64) float64 { return min(max(w, n.Bounds[0]), n.Bounds[1]) }

// arena hands out nodes that all die together.
type arena struct {
	nodes  []*Node
	used   int
	totals int // channels
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
	nodes, totals := make([]Node, some), make([]int64, some*a.totals)
	for i := range nodes {
		nodes[i].Total = totals[i*a.totals : (i+1)*a.totals]
		a.nodes = append(a.nodes, &nodes[i])
	}
}

func (a *arena) node(lo, hi int, parent *Node) *Node {
	if a.used == len(a.nodes) {
		a.grow()
	}
	n := a.nodes[a.used]
	a.used++
	clear(n.Total)
	n.Lo, n.Hi, n.parent, n.left, n.right, n.histogram = lo, hi, parent, nil, nil, nil
	n.Depth, n.id, n.moved, n.Bounds = 0, 1, false, [2]float64{math.Inf(-1), math.Inf(1)}
	n.score, n.gain, n.best = 0, 0, Split{} // the pair is written where the node is scored
	if parent != nil {
		n.Depth, n.id, n.moved = parent.Depth+1, 2*parent.id, parent.moved
	}
	return n
}

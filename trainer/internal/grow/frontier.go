package grow

import "container/heap"

// frontier holds the nodes that can be split and decides which one is next.
type frontier struct {
	nodes []*node
	order order
}

type order uint8

const (
	depthFirst order = iota // the same trees as level by level, with fewer histograms alive
	levelByLevel
	largestGain
)

// frontier returns an empty frontier, reusing memory.
func (w *worker) frontier() *frontier {
	for w.copies.depth >= len(w.frontiers) {
		w.frontiers = append(w.frontiers, &frontier{})
	}
	f := w.frontiers[w.copies.depth]
	f.nodes, f.order = f.nodes[:0], depthFirst
	switch l := w.limits; {
	case l.LossGuide:
		f.order = largestGain
	case l.MaxLeaves > 0:
		f.order = levelByLevel
	}
	return f
}

// push adds a node if it has a split.
func (f *frontier) push(n *node) {
	switch {
	case n.gain <= 0:
	case f.order == largestGain:
		heap.Push((*byGain)(f), n)
	default:
		f.nodes = append(f.nodes, n)
	}
}

// pop removes the next node, nil if there is none.
func (f *frontier) pop() *node {
	if len(f.nodes) == 0 {
		return nil
	}
	var n *node
	switch f.order {
	case largestGain:
		n = heap.Pop((*byGain)(f)).(*node)
	case levelByLevel:
		n, f.nodes = f.nodes[0], f.nodes[1:]
	default:
		n, f.nodes = f.nodes[len(f.nodes)-1], f.nodes[:len(f.nodes)-1]
	}
	return n
}

// byGain is a frontier as a heap. If gains are equal, the node nearer to the root comes first, then the
// one further left.
type byGain frontier

func (b *byGain) Len() int { return len(b.nodes) }
func (b *byGain) Less(i, j int) bool {
	x, y := b.nodes[i], b.nodes[j]
	switch {
	case x.gain != y.gain:
		return x.gain > y.gain
	case x.depth != y.depth:
		return x.depth < y.depth
	}
	return x.lo < y.lo
}
func (b *byGain) Swap(i, j int) { b.nodes[i], b.nodes[j] = b.nodes[j], b.nodes[i] }
func (b *byGain) Push(n any)    { b.nodes = append(b.nodes, n.(*node)) }
func (b *byGain) Pop() any {
	n := b.nodes[len(b.nodes)-1]
	b.nodes = b.nodes[:len(b.nodes)-1]
	return n
}

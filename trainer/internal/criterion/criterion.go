package criterion

import "github.com/hardwood-ml/hardwood/trainer/internal/bins"

// Criterion finds the best split of a node on one feature.
type Criterion interface {
	// Channels is the number of histograms that rows are spread over.
	Channels() int

	// Score is the score of a node that is not split, -Inf for one that must
	// not be split.
	Score(n *Node) float64

	// Begin readies the criterion for the features of node n.
	Begin(n *Node)

	// Best replaces best where a split on slot s of the node that it has begun
	// with scores higher.
	Best(n *Node, s *bins.Slot, h *Sums, best *Split)

	// Enough reports whether rows of a sum of values may be a side of a split of
	// the node that it has begun with, or more than a side. It may err on the side
	// of true.
	Enough(sum int64) bool

	// Keys writes what the bins of h are ordered by where they are levels, so
	// that the best split of a node is one of that order, or near it; and the
	// weight of each bin, of which those of weight 0 have no rows.
	Keys(n *Node, h *Sums, keys, weights []float64)

	// Penalise makes splits on levels cost something more, see Levels.L2, until
	// it is called with 0.
	Penalise(l2 float64, n *Node)

	// Gain turns what a split scores more than the node into its loss
	// reduction.
	Gain(more float64) float64

	// Cover is the weight of a node, for reports.
	Cover(n *Node) float64

	// Bound sets what a split of n says about the leaf values below its
	// children.
	Bound(n, left, right *Node, s *bins.Slot)

	// Fork returns the criterion for one goroutine and tree, with memory of its
	// own.
	Fork() Criterion
}

// Node is what a criterion knows of a node.
type Node struct {
	Rows   int
	Total  []int64    // sums of the rows' values, by channel
	Bounds [2]float64 // of the leaf values below it
}

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

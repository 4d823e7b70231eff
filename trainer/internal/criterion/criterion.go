package criterion

import "github.com/hardwood-ml/hardwood/trainer/internal/bins"

// Criterion finds the best split of a node on one feature.
type Criterion interface {
	// Channels is the number of histograms that rows are spread over.
	Channels() int

	// Score is the score of a node that is not split, -Inf for one that must
	// not be split.
	Score(n *Node) float64

	// Begin prepares the criterion for the features of node n.
	Begin(n *Node)

	// Best replaces best if a split on slot s of the node last begun scores higher.
	Best(n *Node, s *bins.Slot, h *Sums, best *Split)

	// Enough reports whether rows with this sum of values may be at least one side of a split of the
	// node last begun. It may err towards true.
	Enough(sum int64) bool

	// Keys writes keys that order the bins of h if they are levels, such that the best set of levels
	// is, at least nearly, a beginning of that order; and the weight of each bin, 0 for bins without
	// rows.
	Keys(n *Node, h *Sums, keys, weights []float64)

	// Penalise adds regularisation to splits on levels, see LevelLimits.L2, until it is called with 0.
	Penalise(l2 float64, n *Node)

	// Gain converts the excess of a split's score over the node's into its loss reduction.
	Gain(more float64) float64

	// Cover is the weight of a node, for reports.
	Cover(n *Node) float64

	// Bound sets the bounds that a split of n imposes on the leaf values below its children.
	Bound(n, left, right *Node, s *bins.Slot)

	// Fork returns the criterion for one goroutine and tree, with its own memory.
	Fork() Criterion
}

// Node is what a criterion knows about a node.
type Node struct {
	Rows   int
	Total  []int64    // sums of the rows' values, by channel
	Bounds [2]float64 // of the leaf values below the node
}

// sum returns the sum of the rows' values over the channels.
func (n *Node) sum() int64 {
	sum := int64(0)
	for _, v := range n.Total {
		sum += v
	}
	return sum
}

// clip returns a leaf value clipped to the node's bounds.
func (n *Node) clip(w float64) float64 { return min(max(w, n.Bounds[0]), n.Bounds[1]) }

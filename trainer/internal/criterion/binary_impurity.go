package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// BinaryImpurity is [Impurity] for two classes in one channel, which makes a histogram cost one
// addition per row: the upper half of a value is the weight of class 1, the lower half that of both
// classes. The weights of all rows must sum to less than 2^31.
type BinaryImpurity struct {
	Entropy bool
	MinRows int // as in Impurity
	Total   float64

	search pair // for the node that Begin was called with
}

var _ Criterion = (*BinaryImpurity)(nil)

// PackClass returns the value of a row, given its class, 0 or 1, and its weight.
func PackClass(class uint8, weight int64) int64 { return int64(class)*weight<<32 | weight }

// UnpackClasses returns the weights of both classes in a sum of values.
func UnpackClasses(v int64) (zeros, ones int64) { return int64(uint32(v)) - v>>32, v >> 32 }

// Fork returns a copy of c.
func (c *BinaryImpurity) Fork() Criterion {
	own := *c
	return &own
}

// Channels is 1.
func (*BinaryImpurity) Channels() int { return 1 }

// Score is the purity of a node times its weight, -Inf for a pure one.
func (c *BinaryImpurity) Score(n *Node) float64 {
	zeros, ones := floats(UnpackClasses(n.Total[0]))
	if zeros == 0 || ones == 0 {
		return math.Inf(-1)
	}
	if c.Entropy {
		return c.purity(n.Total[0], 0)
	}
	return gini(zeros, ones, 0, 0)
}

// Begin readies the search for the Gini impurity.
func (c *BinaryImpurity) Begin(n *Node) {
	if c.Entropy {
		return
	}
	zeros, ones := floats(UnpackClasses(n.Total[0]))
	c.search = pair{g: ones, h: zeros + ones, least: 1, gini: true}
	c.search.derive()
}

// Enough is true.
func (*BinaryImpurity) Enough(int64) bool { return true }

// Keys orders levels by the share of class 1.
func (*BinaryImpurity) Keys(_ *Node, h *Sums, keys, weights []float64) {
	for i, v := range h.Channel(0) {
		zeros, ones := floats(UnpackClasses(v))
		keys[i], weights[i] = ones/(zeros+ones), zeros+ones
	}
}

// Penalise does nothing: there are no leaf values.
func (*BinaryImpurity) Penalise(float64, *Node) {}

// gini is the weight of the rows of two nodes minus the Gini impurity of each times its weight. The
// second may be empty. With the weight as hessian H and the weight of class 1 as gradient G, it is H-2G
// plus twice the score of boosting.
func gini(l0, l1, r0, r1 float64) float64 {
	l, r := l0+l1, r0+r1
	if r == 0 {
		return l - 2*l0*l1/l
	}
	return l + r - 2*(float64(l0*l1*r)+float64(r0*r1*l))/(l*r)
}

// purity is the same with the entropy.
func (c *BinaryImpurity) purity(left, right int64) float64 {
	l0, l1 := floats(UnpackClasses(left))
	r0, r1 := floats(UnpackClasses(right))
	return entropy(l0) + entropy(l1) + entropy(r0) + entropy(r1) - entropy(l0+l1) - entropy(r0+r1)
}

func floats(a, b int64) (float64, float64) { return float64(a), float64(b) }

// entropy returns the entropy term of a class, or of a sum of classes.
func entropy(w float64) float64 {
	if w == 0 {
		return 0
	}
	return w * elementary.Log2(w)
}

// Gain is the reduction of the impurity, weighted by the node's share of all
// rows.
func (c *BinaryImpurity) Gain(more float64) float64 { return more / c.Total }

// Cover is the weight of a node.
func (*BinaryImpurity) Cover(n *Node) float64 { return float64(uint32(n.Total[0])) }

// Bound sets no bounds.
func (*BinaryImpurity) Bound(_, _, _ *Node, _ *bins.Slot) {}

// Best tries every threshold, with missing values right and then left.
func (c *BinaryImpurity) Best(n *Node, _ *bins.Slot, h *Sums, best *Split) {
	if !c.Entropy {
		c.search.best(h, c.MinRows, best)
		return
	}
	missing := h.Missing(0)
	c.scan(n, h, 0, false, best)
	if missing != 0 {
		c.scan(n, h, missing, true, best)
	}
}

// scan tries the thresholds of a slot with missing values on one side; left is the sum that starts on
// the left.
func (c *BinaryImpurity) scan(n *Node, h *Sums, left int64, missingLeft bool, best *Split) {
	last := -1
	try := func(before int32) {
		if s := c.purity(left, n.Total[0]-left); s > best.Score && enoughRows(h, 1, c.MinRows, last, missingLeft) {
			best.Score, best.After, best.Before, best.DefaultLeft = s, int32(h.Bin(last)), before, missingLeft
		}
	}
	for i, v := range h.Channel(0) {
		if v == 0 {
			continue
		}
		if last >= 0 {
			try(int32(h.Bin(i)))
		}
		left += v
		last = i
	}
	if !missingLeft && last >= 0 && left != n.Total[0] {
		try(NoBin)
	}
}

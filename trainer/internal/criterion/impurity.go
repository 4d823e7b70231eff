package criterion

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Impurity is the criterion of classification forests: the reduction of the
// Gini impurity or of the entropy (Breiman et al. 1984). Rows add their
// weights to the channel of their class.
type Impurity struct {
	Classes int
	Entropy bool
	MinRows int // fewest rows of a child, counted in channel Classes if above 1
	Total   float64

	left, right []float64
}

var _ Criterion = (*Impurity)(nil)

// Fork returns an Impurity with its own memory.
func (c *Impurity) Fork() Criterion {
	return &Impurity{Classes: c.Classes, Entropy: c.Entropy, MinRows: c.MinRows, Total: c.Total}
}

// Begin has nothing to do.
func (c *Impurity) Begin(*Node) {}

// Channels is the number of classes.
func (c *Impurity) Channels() int { return c.Classes }

// Score is the purity of a node times its weight, -Inf for a pure one.
func (c *Impurity) Score(n *Node) float64 {
	c.right = c.right[:0]
	classes := 0
	for _, w := range n.Total {
		c.right = append(c.right, float64(w))
		if w > 0 {
			classes++
		}
	}
	if classes < 2 {
		return math.Inf(-1)
	}
	return c.purity(c.right)
}

// purity is the weight of a node minus its impurity times its weight.
func (c *Impurity) purity(class []float64) float64 {
	total, sum := 0.0, 0.0
	if c.Entropy {
		for _, w := range class {
			if w > 0 {
				sum += float64(w * elementary.Log2(w))
				total += w
			}
		}
		return sum - float64(total*elementary.Log2(total))
	}
	for _, w := range class {
		sum += float64(w * w)
		total += w
	}
	return sum / total
}

// Enough is true.
func (*Impurity) Enough(int64) bool { return true }

// Keys orders levels by the first principal component of their class shares, weighted by rows
// (Coppersmith, Hong and Hosking 1999, doi:10.1023/A:1009869804967), which for two classes is the share
// of one of them.
func (c *Impurity) Keys(_ *Node, h *Sums, keys, weights []float64) {
	total, mean := 0.0, make([]float64, c.Classes)
	for i := range h.N {
		weights[i] = 0
		for k := range mean {
			w := float64(h.bins[k][i])
			weights[i] += w
			mean[k] += w
		}
		total += weights[i]
	}
	deviation := func(i, k int) float64 { return float64(h.bins[k][i])/weights[i] - mean[k]/total }
	axis := make([]float64, c.Classes)
	for k := range axis { // the power iteration begins with the class of the most spread
		for i := range h.N {
			if weights[i] > 0 {
				axis[k] += float64(weights[i] * deviation(i, k) * deviation(i, k))
			}
		}
	}
	first := slices.Index(axis, slices.Max(axis))
	clear(axis)
	axis[first] = 1
	project := func(i int) float64 {
		dot := 0.0
		for k, a := range axis {
			dot += float64(a * deviation(i, k))
		}
		return dot
	}
	for range powerSteps {
		next, length := make([]float64, c.Classes), 0.0
		for i := range h.N {
			if weights[i] == 0 {
				continue
			}
			p := weights[i] * project(i)
			for k := range next {
				next[k] += float64(p * deviation(i, k))
			}
		}
		for _, v := range next {
			length += float64(v * v)
		}
		if length == 0 {
			break
		}
		for k, v := range next {
			axis[k] = v / math.Sqrt(length)
		}
	}
	for i := range h.N {
		if keys[i] = 0; weights[i] > 0 {
			keys[i] = project(i)
		}
	}
}

// powerSteps are enough for an order; the component need not be exact.
const powerSteps = 10

// Penalise does nothing: there are no leaf values.
func (*Impurity) Penalise(float64, *Node) {}

// Gain is the reduction of the impurity, weighted by the node's share of all
// rows.
func (c *Impurity) Gain(more float64) float64 { return more / c.Total }

// Cover is the weight of a node.
func (c *Impurity) Cover(n *Node) float64 { return float64(n.sum()) }

// Bound sets no bounds.
func (c *Impurity) Bound(_, _, _ *Node, _ *bins.Slot) {}

// Best tries every threshold, with missing values right and then left.
func (c *Impurity) Best(n *Node, _ *bins.Slot, h *Sums, best *Split) {
	c.scan(n, h, false, best)
	if h.AnyMissing() {
		c.scan(n, h, true, best)
	}
}

// scan tries the thresholds of a slot with missing values on one side.
func (c *Impurity) scan(n *Node, h *Sums, missingLeft bool, best *Split) {
	c.left, c.right = c.left[:0], c.right[:0]
	for k, w := range n.Total {
		c.left, c.right = append(c.left, 0), append(c.right, float64(w))
		if missingLeft {
			c.move(k, h.Missing(k))
		}
	}
	last := -1
	for i := range h.N {
		some := false
		for k := range c.Classes {
			some = some || h.bins[k][i] != 0
		}
		if !some {
			continue
		}
		if last >= 0 {
			if s := c.purity(c.left) + c.purity(c.right); s > best.Score && enoughRows(h, c.Classes, c.MinRows, last, missingLeft) {
				best.Score, best.After, best.Before, best.DefaultLeft = s, int32(h.Bin(last)), int32(h.Bin(i)), missingLeft
			}
		}
		for k := range c.Classes {
			c.move(k, h.bins[k][i])
		}
		last = i
	}
	if !missingLeft && last >= 0 && h.AnyMissing() {
		if s := c.purity(c.left) + c.purity(c.right); s > best.Score && enoughRows(h, c.Classes, c.MinRows, last, false) {
			best.Score, best.After, best.Before, best.DefaultLeft = s, int32(h.Bin(last)), NoBin, false
		}
	}
}

// move moves weight of a class from the right to the left.
func (c *Impurity) move(k int, w int64) {
	c.left[k] += float64(w)
	c.right[k] -= float64(w)
}

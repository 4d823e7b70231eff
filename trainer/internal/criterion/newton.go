package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Newton is the second-order criterion of boosting: the loss of a leaf with
// gradient sum G and hessian sum H is -G²/(2(H+lambda)) (Chen and Guestrin,
// KDD 2016, doi:10.1145/2939672.2939785). Values are packed, see [Quantiser].
type Newton struct {
	Lambda, Alpha  float64
	MinChildWeight float64
	MaxDeltaStep   float64
	MinRows        int     // fewest rows of a child, counted in channel 1 if above 1
	Monotone       []int   // per feature, nil: none
	Smooth         float64 // added to the hessians of levels when these are ordered
	Quantiser

	penalty float64 // see Penalise

	search pair // for the node that Begin was called with, if c is plain
}

var _ Criterion = (*Newton)(nil)

// Fork returns a copy of c.
func (c *Newton) Fork() Criterion {
	own := *c
	return &own
}

// Channels is 1.
func (c *Newton) Channels() int { return 1 }

// plain reports whether leaf values are simply -G/(H+lambda).
func (c *Newton) plain() bool {
	return c.Alpha == 0 && c.MaxDeltaStep == 0 && c.Monotone == nil
}

// Score is G²/(H+lambda) in quantised units, or twice the loss reduction in real ones if leaf values
// are constrained.
func (c *Newton) Score(n *Node) float64 {
	total := n.sum()
	if hess(total) < 2*c.leastHess() {
		return math.Inf(-1)
	}
	if c.plain() {
		g, h := grad(total), hess(total)
		return g * g / (h + c.Lambda/c.HessUnit)
	}
	return c.reduction(total, n.clip(c.Weight(c.Real(total))))
}

// Begin readies the search.
func (c *Newton) Begin(n *Node) {
	if !c.plain() {
		return
	}
	total := n.sum()
	c.search = pair{g: grad(total), h: hess(total), lambda: (c.Lambda + c.penalty) / c.HessUnit}
	c.search.least = max(1, int64(math.Ceil(c.leastHess())))
	c.search.derive()
}

// Enough compares with the least hessian of a child.
func (c *Newton) Enough(sum int64) bool { return hess(sum) >= c.leastHess() }

// leastHess is the least hessian of a child in units. If hessians are rounded, a sum that may be so much
// smaller by rounding alone is enough: half a unit, as of a single row, and a millionth as of more of them.
func (c *Newton) leastHess() float64 {
	const rounding = 1e-6
	least := c.MinChildWeight
	if !c.Whole {
		least -= max(least*rounding, c.HessUnit/2)
	}
	return least / c.HessUnit
}

// Keys orders levels by gradient over hessian.
func (c *Newton) Keys(_ *Node, h *Sums, keys, weights []float64) {
	for i := range h.N {
		sum := h.bins[0][i]
		g, hessian := c.Real(sum)
		keys[i], weights[i] = g/(hessian+c.Smooth), hessian
	}
}

// Penalise adds to Lambda.
func (c *Newton) Penalise(l2 float64, n *Node) {
	c.penalty = l2
	c.Begin(n)
}

// Gain is twice the reduction of the loss, as XGBoost and LightGBM report it.
func (c *Newton) Gain(more float64) float64 {
	if c.plain() {
		more *= c.GradUnit * c.GradUnit / c.HessUnit
	}
	return more
}

// Cover is the sum of hessians.
func (c *Newton) Cover(n *Node) float64 { return hess(n.sum()) * c.HessUnit }

// Best tries every threshold, with missing values right and then left.
func (c *Newton) Best(n *Node, s *bins.Slot, h *Sums, best *Split) {
	if !c.plain() {
		c.bestConstrained(n, s, h, best)
		return
	}
	c.search.best(h, c.MinRows, best)
}

// Weight is the leaf value for a sum of gradients and one of hessians, before bounds and learning rate.
func (c *Newton) Weight(g, h float64) float64 {
	switch {
	case g > c.Alpha:
		g -= c.Alpha
	case g < -c.Alpha:
		g += c.Alpha
	default:
		return 0
	}
	h += c.Lambda + c.penalty
	if h <= 0 {
		return 0
	}
	w := -g / h
	if c.MaxDeltaStep > 0 {
		w = min(max(w, -c.MaxDeltaStep), c.MaxDeltaStep)
	}
	return w
}

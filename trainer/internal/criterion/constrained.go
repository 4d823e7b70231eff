package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// bestConstrained is Best if leaf values are more than a quotient: with L1 regularisation, a largest
// step, or monotone features, whose splits must order their children's values and bound all values
// below.
func (c *Newton) bestConstrained(n *Node, s *bins.Slot, h *Sums, best *Split) {
	direction := 0
	if s.Feature < len(c.Monotone) {
		direction = c.Monotone[s.Feature]
	}
	missing, least := h.Missing(0), c.leastHess()
	try := func(left int64, at, before int, defaultLeft bool) {
		right := n.Total[0] - left
		gl, hl := c.Real(left)
		gr, hr := c.Real(right)
		if hessInt(left) == 0 || hessInt(right) == 0 || hess(left) < least || hess(right) < least {
			return
		}
		wl, wr := n.clip(c.Weight(gl, hl)), n.clip(c.Weight(gr, hr))
		if float64(direction)*(wr-wl) < 0 {
			return
		}
		score := c.reduction(left, wl) + c.reduction(right, wr)
		if score > best.Score && enoughRows(h, 1, c.MinRows, at, defaultLeft) {
			best.Score, best.After, best.Before, best.DefaultLeft = score, int32(h.Bin(at)), NoBin, defaultLeft
			if before >= 0 {
				best.Before = int32(h.Bin(before))
			}
		}
	}
	left, last := int64(0), -1
	for i, v := range h.Channel(0) {
		if v == 0 {
			continue
		}
		if last >= 0 {
			try(left, last, i, false)
			if missing != 0 {
				try(left+missing, last, i, true)
			}
		}
		left += v
		last = i
	}
	if missing != 0 && last >= 0 {
		try(left, last, -1, false)
	}
}

// reduction is twice the loss reduction of a leaf of value w.
func (c *Newton) reduction(sum int64, w float64) float64 {
	g, h := c.Real(sum)
	return -(float64(2*g*w) + float64((h+c.Lambda+c.penalty)*w*w) + float64(2*c.Alpha*math.Abs(w)))
}

// Bound gives the children of a split on a monotone feature disjoint ranges of leaf values, divided in
// the middle between their own.
func (c *Newton) Bound(n, left, right *Node, s *bins.Slot) {
	left.Bounds, right.Bounds = n.Bounds, n.Bounds
	if s.Feature >= len(c.Monotone) || c.Monotone[s.Feature] == 0 {
		return
	}
	middle := (left.clip(c.Weight(c.Real(left.sum()))) + right.clip(c.Weight(c.Real(right.sum())))) / 2
	if c.Monotone[s.Feature] > 0 {
		left.Bounds[1], right.Bounds[0] = middle, middle
	} else {
		left.Bounds[0], right.Bounds[1] = middle, middle
	}
}

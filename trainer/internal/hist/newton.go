package hist

import "math"

// Newton is the second-order criterion of boosting: the loss of a leaf with
// gradient sum G and hessian sum H is -G²/(2(H+lambda)) (Chen and Guestrin,
// KDD 2016, doi:10.1145/2939672.2939785). Values are packed, see [Quantiser].
type Newton struct {
	Lambda, Alpha  float64
	MinChildWeight float64
	MaxDeltaStep   float64
	MinRows        int   // fewest rows of a child, counted in channel 1 if above 1
	Monotone       []int // per feature, nil: none
	Quantiser
}

var _ Criterion = (*Newton)(nil)

// Channels is 1.
func (c *Newton) Channels() int { return 1 }

// plain reports whether leaf values are -G/(H+lambda) without further ado.
func (c *Newton) plain() bool {
	return c.Alpha == 0 && c.MaxDeltaStep == 0 && c.Monotone == nil
}

// Score is G²/(H+lambda) in quantised units, or twice the loss reduction in
// real ones where leaf values are constrained.
func (c *Newton) Score(n *Node) float64 {
	total := n.sum()
	if hess(total)*c.HessUnit < 2*c.MinChildWeight {
		return math.Inf(-1)
	}
	if c.plain() {
		g, h := grad(total), hess(total)
		return g * g / (h + c.Lambda/c.HessUnit)
	}
	return c.reduction(total, n.clip(c.Weight(c.Real(total))))
}

// Gain is the loss reduction of a split, twice that of the loss, as XGBoost
// and LightGBM report it.
func (c *Newton) Gain(n *Node, score float64) float64 {
	gain := score - c.Score(n)
	if c.plain() {
		gain *= c.GradUnit * c.GradUnit / c.HessUnit
	}
	return gain
}

// Cover is the sum of hessians.
func (c *Newton) Cover(n *Node) float64 { return hess(n.sum()) * c.HessUnit }

// Best tries every threshold, with missing values right and then left.
func (c *Newton) Best(n *Node, s *Slot, h *Sums, best *Split) {
	if !c.plain() {
		c.bestConstrained(n, s, h, best)
		return
	}
	missing := h.Missing(0)
	c.scan(n, h, 0, best)
	if missing != 0 {
		c.scan(n, h, missing, best)
	}
}

// scan tries the thresholds of a slot with left already on the left side.
func (c *Newton) scan(n *Node, h *Sums, left int64, best *Split) {
	lambda := c.Lambda / c.HessUnit
	least := max(1, int64(math.Ceil(c.MinChildWeight/c.HessUnit)))
	total := n.Total[0]
	most := hessInt(total) - least // of the left side
	sums := pair{grad(total), hess(total), lambda}
	score := best.Score
	last, at, before := -1, -1, -1 // positions: the last bin with rows; the best split
	defaultLeft := left != 0
	start := left
	for i, v := range h.Channel(0) {
		if v == 0 {
			continue
		}
		if last >= 0 {
			if hl := hessInt(left); hl >= least {
				if hl > most {
					break // the right side only gets smaller
				}
				if sum, by := sums.score(left); sum > score*by*almost && sum/by > score && c.enough(n, h, last, defaultLeft) {
					score, at, before = sum/by, last, i
				}
			}
		}
		left += v
		last = i
	}
	if at >= 0 {
		best.Score, best.After, best.Before, best.DefaultLeft = score, int32(h.Bin(at)), int32(h.Bin(before)), defaultLeft
	}
	// The present values left, the missing ones right.
	if start == 0 && h.Missing(0) != 0 && last >= 0 && hessInt(left) >= least && hessInt(left) <= most {
		if sum, by := sums.score(left); sum/by > best.Score && c.enough(n, h, last, false) {
			best.Score, best.After, best.Before, best.DefaultLeft = sum/by, int32(h.Bin(last)), NoBin, false
		}
	}
}

// pair is a node that may be split: its sums, and the regularisation.
type pair struct{ g, h, lambda float64 }

// score is that of the two children, a quotient. Sums are whole numbers, so
// that what remains for the right side is exact.
func (p *pair) score(left int64) (sum, by float64) {
	gl, hl := grad(left), hess(left)
	gr, hr := p.g-gl, p.h-hl+p.lambda
	hl += p.lambda
	return gl*gl*hr + gr*gr*hl, hl * hr
}

// almost 1: a product below this share of another is below it whatever the
// rounding, which spares most candidates the division.
const almost = 1 - 1e-12

// enough reports whether both sides of a split after position at have enough
// rows.
func (c *Newton) enough(n *Node, h *Sums, at int, defaultLeft bool) bool {
	return enoughRows(n, h, 1, c.MinRows, at, defaultLeft)
}

// Weight is the leaf value of a gradient and hessian sum, without bounds and
// learning rate.
func (c *Newton) Weight(g, h float64) float64 {
	switch {
	case g > c.Alpha:
		g -= c.Alpha
	case g < -c.Alpha:
		g += c.Alpha
	default:
		return 0
	}
	if h+c.Lambda <= 0 {
		return 0
	}
	w := -g / (h + c.Lambda)
	if c.MaxDeltaStep > 0 {
		w = min(max(w, -c.MaxDeltaStep), c.MaxDeltaStep)
	}
	return w
}

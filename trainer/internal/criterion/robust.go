package criterion

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Robust is the criterion of boosting for the worst case: the attacker moves each row that can cross
// the threshold to the side that is worse for it, rows of channel 1 to the smaller leaf value and those
// of channel 0 to the larger. Given an order of the two values, both sums are known, and so are the
// values; an order counts if these confirm it. (The analytic idea of Vos and Verwer, ICML 2021, with
// the gradients of boosting.) Rows are then partitioned by where they are, so that everything else is
// as in natural training.
type Robust struct {
	Newton

	// Placements takes the smallest gain of four placements of the rows that can cross: where they are,
	// all left, all right, and swapped (Chen et al., ICML 2019, section 4.2).
	Placements bool

	// Still adds channel 2, for rows that the attacker cannot move.
	Still bool

	sums          [][2]int64 // see prefix
	first, last   [][2]int64 // the same by where levels can be brought to
	still         []int64    // the running sums of channel 2, nil without Still
	held          [3][2]int64
	least, lambda float64 // MinChildWeight and Lambda in quantised units
}

var _ Criterion = (*Robust)(nil)

// Fork returns c with its own memory.
func (c *Robust) Fork() Criterion {
	own := *c
	own.sums, own.first, own.last, own.still = nil, nil, nil, nil
	own.least, own.lambda = c.Newton.leastHess(), c.Lambda/c.HessUnit
	return &own
}

// Channels is 2: rows that the attacker pushes down, and those it pushes up; 3 with those that stay.
func (c *Robust) Channels() int {
	if c.Still {
		return 3
	}
	return 2
}

// Enough is true: other rows may cross to join a few.
func (c *Robust) Enough(int64) bool { return true }

// Keys orders levels as Newton does, by the sums of both channels.
func (c *Robust) Keys(_ *Node, h *Sums, keys, weights []float64) {
	for i := range h.N {
		sum := h.bins[0][i] + h.bins[1][i]
		if c.Still {
			sum += h.bins[2][i]
		}
		g, hessian := c.Real(sum)
		keys[i], weights[i] = g/(hessian+c.Smooth), hessian
	}
}

// Penalise adds to Lambda.
func (c *Robust) Penalise(l2 float64, n *Node) {
	c.Newton.Penalise(l2, n)
	c.lambda = (c.Lambda + l2) / c.HessUnit
}

// Best tries every threshold, with missing values right and then left. Missing values stay missing
// whatever the attacker does.
func (c *Robust) Best(n *Node, s *bins.Slot, h *Sums, best *Split) {
	missing := [2]int64{h.Missing(0), h.Missing(1)}
	c.sweep(n, s, h, [2]int64{}, false, best)
	if h.AnyMissing() || s.Blank || h.Moved != nil {
		c.sweep(n, s, h, missing, true, best)
	}
}

// reached returns the number of bins that thresholds before an end have anything to do with.
func reached(s *bins.Slot, h *Sums, end int) int {
	if h.At != nil || h.Moved != nil {
		return h.N
	}
	return max(end, s.Window(end-1).To)
}

// prefix writes the running sums of the first bins of both channels to memory.
func prefix(memory [][2]int64, h *Sums, most int, start [2]int64) [][2]int64 {
	up, down := h.Channel(0)[:most], h.Channel(1)[:most]
	memory = slices.Grow(memory[:0], len(up)+1)[:len(up)+1]
	memory[0] = start
	a, b := start[0], start[1] // in registers, which an array is never in
	up, sums := up[:len(down)], memory[1:][:len(down)]
	for i, v := range down {
		a += up[i]
		b += v
		sums[i][0], sums[i][1] = a, b
	}
	return memory
}

// sweep tries the thresholds of a slot with the sums in start already on the left side. Neighbouring
// thresholds with the same rows on the left and the same rows that can cross are one: the middle one of
// them is used.
func (c *Robust) sweep(n *Node, s *bins.Slot, h *Sums, start [2]int64, defaultLeft bool, best *Split) {
	first, end := cutsWithRows(h, c.Channels(), c.MinRows, len(s.Cuts), defaultLeft)
	behind := !defaultLeft && h.Moved == nil && h.AnyMissing()
	if first >= end && !behind {
		return
	}
	most := h.N
	if !behind {
		most = reached(s, h, end)
	}
	c.sums = prefix(c.sums, h, most, start)
	c.stay(h, defaultLeft)
	staying, reaching := c.sums, c.sums
	if h.Moved != nil {
		moved := &h.Moved[0]
		if defaultLeft {
			moved = &h.Moved[1]
		}
		c.first, c.last = prefix(c.first, &moved.First, moved.First.N, start), prefix(c.last, &moved.Last, moved.Last.N, start)
		staying, reaching = c.last, c.first
	}
	p, sift := &c.search, c.plain() && !c.Placements
	if sift && best.Score != p.toBeat {
		p.beat(best.Score)
	}
	total := n.sum()
	var natural, from, to int // numbers of bins left of the threshold, sure to stay left, able to get left
	flat := false             // whether the last threshold was the best so far

	// As most slots are, unlike those of few rows.
	windowed := sift && s.Windows != nil && h.At == nil && !s.Blank && !c.Still && h.Moved == nil
	for cut := first; cut < end; cut++ {
		if windowed && !flat {
			if cut += p.siftWindows(c.sums, s.Windows[cut:end]); cut == end {
				break
			}
		}
		w := s.Window(cut)
		left, stay, reach := h.before(cut+1, natural), h.before(w.From, from), h.before(w.To, to)
		if flat {
			if c.sums[left] == c.sums[natural] && c.stays(left) == c.stays(natural) && staying[stay] == staying[from] && reaching[reach] == reaching[to] {
				best.Before = int32(cut + 1)
				continue
			}
			flat = false
		}
		natural, from, to = left, stay, reach
		sum := &c.sums[natural]
		if *sum == start && c.stays(natural) == c.stays(0) {
			continue
		}
		if sum[0]+sum[1]+c.stays(natural) == total {
			return // no row is to the right
		}
		stays, reaches := &staying[from], &reaching[to]
		if s.Blank && defaultLeft { // any row may go missing, and so left
			reaches = (*[2]int64)(n.Total)
		} else if s.Blank {
			stays = &start
		}
		if c.Still {
			sum, stays, reaches = c.hold(c.stays(natural), sum, stays, reaches)
		}
		if sift && !p.above(stays[0]+reaches[1]) && !p.below(reaches[0]+stays[1]) {
			continue
		}
		if score := c.worst(n, s, sum, stays, reaches); score > best.Score {
			best.Score, best.After, best.Before, best.DefaultLeft = score, int32(cut), int32(cut+1), defaultLeft
			flat = true
			if sift {
				p.beat(score)
			}
		}
	}
	if behind {
		c.behind(n, s, h, start, best)
	}
}

// behind tries the threshold after the last bin, with only missing values to its right: no number
// crosses it. For levels that can be changed it is among the candidates, see [Levels].
func (c *Robust) behind(n *Node, s *bins.Slot, h *Sums, start [2]int64, best *Split) {
	sum, still := &c.sums[h.N], c.stays(h.N)
	if *sum == start && still == c.stays(0) {
		return
	}
	stays := sum
	if s.Blank {
		stays = &start
	}
	sum, stays, reaches := c.hold(still, sum, stays, sum)
	if score := c.worst(n, s, sum, stays, reaches); score > best.Score && enoughRows(h, c.Channels(), c.MinRows, h.N-1, false) {
		best.Score, best.After, best.Before, best.DefaultLeft = score, int32(len(s.Cuts)), NoBin, false
	}
}

// worst is the score of a threshold in the worst case, from the sums of the rows that are left of it,
// of those that stay left, and of these together with the rows that can cross.
func (c *Robust) worst(n *Node, s *bins.Slot, left, stay, reach *[2]int64) float64 {
	total := n.sum()
	if c.Placements {
		natural, all, none := left[0]+left[1], reach[0]+reach[1], stay[0]+stay[1]
		least := math.Inf(1)
		for _, sum := range [4]int64{natural, all, none, none + all - natural} {
			score, _ := c.pair(n, s, sum, total-sum, 0)
			least = min(least, score)
		}
		return least
	}
	score := math.Inf(-1)
	sum := stay[0] + reach[1] // if the left value is the smaller one
	if v, order := c.pair(n, s, sum, total-sum, -1); order <= 0 {
		score = v
	}
	sum = reach[0] + stay[1] // if the left value is the larger one
	if v, order := c.pair(n, s, sum, total-sum, 1); order >= 0 {
		score = max(score, v)
	}
	return score
}

// pair returns the score of two children, -Inf if one is not allowed, and the sign of the left value
// minus the right one. If that is the opposite of want, no score is computed.
func (c *Robust) pair(n *Node, s *bins.Slot, left, right int64, want int) (score float64, order int) {
	hl, hr := hess(left), hess(right)
	if hl == 0 || hr == 0 || hl < c.least || hr < c.least {
		return math.Inf(-1), 0
	}
	if !c.plain() {
		return c.constrainedPair(n, s, left, right)
	}
	hl, hr = hl+c.lambda, hr+c.lambda
	gl, gr := grad(left), grad(right)
	order = sign(float64(gr*hl) - float64(gl*hr))
	if order*want < 0 {
		return math.Inf(-1), order
	}
	return (float64(gl*gl*hr) + float64(gr*gr*hl)) / (hl * hr), order
}

func (c *Robust) constrainedPair(n *Node, s *bins.Slot, left, right int64) (score float64, order int) {
	wl := n.clip(c.Weight(c.Real(left)))
	wr := n.clip(c.Weight(c.Real(right)))
	if s.Feature < len(c.Monotone) && float64(c.Monotone[s.Feature])*(wr-wl) < 0 {
		return math.Inf(-1), 0
	}
	return c.reduction(left, wl) + c.reduction(right, wr), sign(wl - wr)
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

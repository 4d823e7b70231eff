package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// RobustImpurity is the criterion of classification forests for the worst case: the attacker moves the
// rows that can cross the threshold to the side where their class is rarer among the rows that cannot
// (Vos and Verwer, ICML 2021, for any number of classes). If that would make the class more frequent
// there, evening out the two sides does more harm, and is done instead.
type RobustImpurity struct {
	Impurity

	// Placements takes the worst of four placements of the rows that can cross, as in [Robust].
	Placements bool

	// Still adds as many channels as there are classes, for rows that the attacker cannot move.
	Still bool

	held [3]border
	sums [2][]int64 // see whole
}

var _ Criterion = (*RobustImpurity)(nil)

// Fork returns c with its own memory.
func (c *RobustImpurity) Fork() Criterion {
	return &RobustImpurity{Impurity: *c.Impurity.Fork().(*Impurity), Placements: c.Placements, Still: c.Still}
}

// Channels is the number of classes, doubled with Still.
func (c *RobustImpurity) Channels() int {
	if c.Still {
		return 2 * c.Classes
	}
	return c.Classes
}

// Score is the purity of a node times its weight, -Inf for a pure one.
func (c *RobustImpurity) Score(n *Node) float64 {
	return c.Impurity.Score(&Node{Total: c.whole(n.Total, &c.sums[0])})
}

// Keys orders levels as Impurity does.
func (c *RobustImpurity) Keys(n *Node, h *Sums, keys, weights []float64) {
	if !c.Still {
		c.Impurity.Keys(n, h, keys, weights)
		return
	}
	whole := Sums{N: h.N, At: h.At, bins: make([][]int64, c.Classes)}
	for k := range whole.bins {
		whole.bins[k] = make([]int64, h.N)
		for i := range h.N {
			whole.bins[k][i] = h.bins[k][i] + h.bins[c.Classes+k][i]
		}
	}
	c.Impurity.Keys(n, &whole, keys, weights)
}

// Best tries every threshold, with missing values right and then left. Missing values stay missing
// whatever the attacker does.
func (c *RobustImpurity) Best(n *Node, s *bins.Slot, h *Sums, best *Split) {
	if s.Windows == nil && !s.Blank && h.Moved == nil && !c.Still {
		c.Impurity.Best(n, s, h, best)
		return
	}
	c.sweep(n, s, h, false, best)
	if h.AnyMissing() || s.Blank || h.Moved != nil {
		c.sweep(n, s, h, true, best)
	}
}

// border is how far a sweep has come in the list of bins, with the sums so far.
type border struct {
	next  int
	class []int64 // sums of the bins below, by channel
	sum   int64
}

func (b *border) advance(h *Sums, bin int) (passed bool) {
	for ; b.next < h.N && h.Bin(b.next) < bin; b.next++ {
		for k := range b.class {
			v := h.Channel(k)[b.next]
			b.class[k] += v
			b.sum += v
			passed = passed || v != 0
		}
	}
	return passed
}

// sweep tries the thresholds of a slot with missing values on one side.
func (c *RobustImpurity) sweep(n *Node, s *bins.Slot, h *Sums, missingLeft bool, best *Split) {
	var borders [3]border // of rows left of the threshold, of those sure to stay left, of those able to get left
	for i := range borders {
		borders[i].class = make([]int64, c.Channels())
	}
	start, total := make([]int64, c.Channels()), n.sum()
	if missingLeft {
		for k := range start {
			start[k] = h.Missing(k)
			total -= start[k]
		}
	}
	natural, stay, reach := &borders[0], &borders[1], &borders[2]
	last, first := h, h
	if h.Moved != nil {
		moved := &h.Moved[0]
		if missingLeft {
			moved = &h.Moved[1]
		}
		last, first = &moved.Last, &moved.First
	}
	switch {
	case !s.Blank:
	case missingLeft: // any row may go missing, and so left
		reach = &border{next: h.N}
		for k, w := range n.Total {
			reach.class = append(reach.class, w-start[k])
		}
	default:
		stay = &border{next: h.N, class: make([]int64, c.Channels())}
	}
	left, all := c.whole(start, &c.sums[0]), c.whole(n.Total, &c.sums[1])
	score := func() float64 {
		return c.worst(all, left, c.hold(natural, natural, &c.held[0]), c.hold(natural, stay, &c.held[1]), c.hold(natural, reach, &c.held[2]))
	}
	flat := false // whether the last threshold was the best so far
	for cut := range s.Cuts {
		w := s.Window(cut)
		moved := natural.advance(h, cut+1)
		moved = stay.advance(last, w.From) || moved
		moved = reach.advance(first, w.To) || moved
		if !moved {
			if flat {
				best.Before = int32(cut + 1)
			}
			continue
		}
		flat = false
		if natural.sum == 0 {
			continue
		}
		if natural.sum == total {
			return // no row is to the right
		}
		if score := score(); score > best.Score && enoughRows(n, h, c.Channels(), c.MinRows, natural.next-1, missingLeft) {
			best.Score, best.After, best.Before, best.DefaultLeft = score, int32(cut), int32(cut+1), missingLeft
			flat = true
		}
	}
	if missingLeft || h.Moved != nil || !h.AnyMissing() {
		return
	}
	for _, b := range [...]*border{natural, stay, reach} { // after the last bin, with only missing values to the right
		b.advance(h, NoBin)
	}
	if score := score(); natural.sum > 0 && score > best.Score && enoughRows(n, h, c.Channels(), c.MinRows, h.N-1, false) {
		best.Score, best.After, best.Before, best.DefaultLeft = score, int32(len(s.Cuts)), NoBin, false
	}
}

// worst is the score of a threshold in the worst case.
func (c *RobustImpurity) worst(total, start []int64, natural, stay, reach *border) float64 {
	if !c.Placements {
		c.place(total, start, stay, reach)
		return c.purity(c.left) + c.purity(c.right)
	}
	least := math.Inf(1)
	for _, left := range [...]func(k int) int64{
		func(k int) int64 { return natural.class[k] },
		func(k int) int64 { return reach.class[k] },
		func(k int) int64 { return stay.class[k] },
		func(k int) int64 { return stay.class[k] + reach.class[k] - natural.class[k] },
	} {
		c.left, c.right = c.left[:0], c.right[:0]
		for k, w := range total {
			l := start[k] + left(k)
			c.left, c.right = append(c.left, float64(l)), append(c.right, float64(w-l))
		}
		least = min(least, c.purity(c.left)+c.purity(c.right))
	}
	return least
}

// place writes to c.left and c.right the weights of the classes on the two sides of a threshold in the
// worst case.
func (c *RobustImpurity) place(total, start []int64, stay, reach *border) {
	c.left, c.right = c.left[:0], c.right[:0]
	sureLeft, sureRight := 0.0, 0.0
	for k, w := range total {
		sureLeft += float64(start[k] + stay.class[k])
		sureRight += float64(w - start[k] - reach.class[k])
	}
	left, right := 0.0, 0.0
	for k, w := range total {
		l, r := start[k]+stay.class[k], w-start[k]-reach.class[k]
		if float64(l)*sureRight < float64(r)*sureLeft {
			l = w - r
		} else {
			r = w - l
		}
		c.left, c.right = append(c.left, float64(l)), append(c.right, float64(r))
		left += float64(l)
		right += float64(r)
	}
	for k, w := range total {
		rareLeft := float64(start[k]+stay.class[k])*sureRight < float64(w-start[k]-reach.class[k])*sureLeft
		if rareLeft && c.left[k]*right > c.right[k]*left || !rareLeft && c.left[k]*right < c.right[k]*left {
			c.left[k] = float64(w) * left / (left + right)
			if c.Still { // some rows cannot be brought there
				c.left[k] = min(max(c.left[k], float64(start[k]+stay.class[k])), float64(start[k]+reach.class[k]))
			}
			c.right[k] = float64(w) - c.left[k]
		}
	}
}

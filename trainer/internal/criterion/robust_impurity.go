package criterion

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// RobustImpurity is the criterion of classification forests for the worst case: the attacker moves the
// rows that can cross the threshold to the side where their class is rarer among the rows that cannot
// (Vos and Verwer, ICML 2021, for any number of classes). If that would make the class more frequent
// there, evening out the two sides does more harm, and is done instead. The attacker can at times do worse:
// of random counts of two classes, one in 25 has a placement with a lower score.
type RobustImpurity struct {
	Impurity

	// Placements takes the worst of four placements of the rows that can cross, as in [Robust].
	Placements bool

	// Still adds as many channels as there are classes, for rows that the attacker cannot move.
	Still bool

	present              []int   // channels with rows in the node that Begin was called with, or all with Still
	natural, first, last running // sums of the bins as they are, and by where levels can be brought to
	start, total, whole  []int64 // of rows left of every threshold and of the node, in total; that by class
	held                 [3][]int64
	pairs                [][2]int64 // of two classes, see prefixTwo
	evened               float64    // the score of the node
	search               pair       // for the node that Begin was called with, of two classes
	two                  bool       // that this is in use
	strays               bool       // the attacker does not only move numbers in the slot
}

var _ Criterion = (*RobustImpurity)(nil)

// Fork returns c with its own memory.
func (c *RobustImpurity) Fork() Criterion {
	return &RobustImpurity{Impurity: *c.Impurity.Fork().(*Impurity), Placements: c.Placements, Still: c.Still}
}

// Begin lists the classes of the node, and readies the search for two of them and the Gini impurity.
func (c *RobustImpurity) Begin(n *Node) {
	c.evened, c.present = c.Score(n), c.present[:0]
	for k, w := range n.Total {
		if w > 0 || c.Still {
			c.present = append(c.present, k)
		}
	}
	if c.two = len(c.present) == 2 && !c.Entropy && !c.Placements && !c.Still && n.sum() < math.MaxInt32; !c.two {
		return
	}
	zeros, ones := floats(n.Total[c.present[0]], n.Total[c.present[1]])
	c.search = pair{g: ones, h: zeros + ones, least: 1, gini: true}
	c.search.derive()
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
	return c.Impurity.Score(&Node{Total: c.byClass(n.Total)})
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
	sweep := c.sweep
	if c.two && !s.Blank && h.Moved == nil && h.At == nil { // most slots
		sweep = c.sweepTwo
	}
	sweep(n, s, h, false, best)
	if h.AnyMissing() || s.Blank || h.Moved != nil {
		sweep(n, s, h, true, best)
	}
}

// sweep tries the thresholds of a slot with missing values on one side.
func (c *RobustImpurity) sweep(n *Node, s *bins.Slot, h *Sums, missingLeft bool, best *Split) {
	all := len(c.present)
	first, end := cutsWithRows(h, c.Channels(), c.MinRows, len(s.Cuts), missingLeft)
	behind := !missingLeft && h.Moved == nil && h.AnyMissing()
	if first >= end && !behind {
		return
	}
	c.total, c.start = c.total[:0], c.start[:0]
	for _, k := range c.present {
		c.total, c.start = append(c.total, n.Total[k]), append(c.start, 0)
		if missingLeft {
			c.start[len(c.start)-1] = h.Missing(k)
		}
	}
	c.total, c.start = append(c.total, n.sum()), append(c.start, 0)
	for _, v := range c.start[:all] {
		c.start[all] += v
	}
	c.natural.sum(h, c.present, c.start)
	staying, reaching := &c.natural, &c.natural
	if h.Moved != nil {
		moved := &h.Moved[0]
		if missingLeft {
			moved = &h.Moved[1]
		}
		c.first.sum(&moved.First, c.present, c.start)
		c.last.sum(&moved.Last, c.present, c.start)
		staying, reaching = &c.last, &c.first
	}
	node := c.byClass(c.total[:all])
	c.strays = s.Blank || h.Moved != nil
	natural, stay, reach := c.start, c.start, c.start // rows left of the threshold, sure to stay left, able to get left
	if s.Blank && missingLeft {                       // any row may go missing, and so left
		reach = c.total
	}
	var at, from, to int // the numbers of bins that these are in
	flat := false        // whether the last threshold was the best so far
	for cut := first; cut < end; cut++ {
		w := s.Window(cut)
		moved := natural[all] + stay[all] + reach[all]
		at, from, to = h.before(cut+1, at), h.before(w.From, from), h.before(w.To, to)
		natural = c.natural.below(at)
		if !s.Blank || missingLeft {
			stay = staying.below(from)
		}
		if !s.Blank || !missingLeft {
			reach = reaching.below(to)
		}
		if moved == natural[all]+stay[all]+reach[all] {
			if flat {
				best.Before = int32(cut + 1)
			}
			continue
		}
		flat = false
		if natural[all] == c.start[all] {
			continue
		}
		if natural[all] == c.total[all] {
			return // no row is to the right
		}
		if score := c.worst(node, natural, stay, reach, best.Score); score > best.Score {
			best.Score, best.After, best.Before, best.DefaultLeft = score, int32(cut), int32(cut+1), missingLeft
			flat = true
		}
	}
	if !behind {
		return
	}
	natural = c.natural.below(h.N) // only missing values to the right
	if stay = natural; s.Blank {
		stay = c.start
	}
	if natural[all] == c.start[all] {
		return
	}
	if score := c.worst(node, natural, stay, natural, best.Score); score > best.Score && enoughRows(h, c.Channels(), c.MinRows, h.N-1, false) {
		best.Score, best.After, best.Before, best.DefaultLeft = score, int32(len(s.Cuts)), NoBin, false
	}
}

// sweepTwo is sweep for a node of two classes, the Gini impurity and bins that are all listed, from windows.
func (c *RobustImpurity) sweepTwo(n *Node, s *bins.Slot, h *Sums, missingLeft bool, best *Split) {
	zero, one, start := c.present[0], c.present[1], [2]int64{}
	if missingLeft {
		start = [2]int64{h.Missing(zero), PackClass(1, h.Missing(one))}
	}
	first, end := cutsWithRows(h, c.Channels(), c.MinRows, len(s.Cuts), missingLeft)
	behind := !missingLeft && h.AnyMissing()
	if first >= end && !behind {
		return
	}
	most := h.N
	if !behind {
		most = reached(s, h, end)
	}
	c.pairs = prefixTwo(c.pairs, h.Channel(zero)[:most], h.Channel(one)[:most], start)
	total, sums, p := [2]int64{n.Total[zero], PackClass(1, n.Total[one])}, c.pairs, &c.search
	if best.Score != p.toBeat {
		p.beat(best.Score)
	}
	for first < end && (sums[first+1] == start || sums[s.Windows[first].From] == [2]int64{}) {
		first++ // with no row that stays left, no row is there in the worst case
	}
	for first < end && sums[end] == total {
		end--
	}
	for cut := first; cut < end; cut++ {
		if cut += p.siftClasses(sums, s.Windows[cut:end], &total); cut == end {
			break
		}
		at, w := sums[cut+1], s.Windows[cut]
		stay, reach := sums[w.From], sums[w.To]
		score := c.placeTwo(unpackTwo(total), unpackTwo(stay), unpackTwo(reach), best.Score)
		if !(score > best.Score) {
			continue
		}
		best.Score, best.After, best.DefaultLeft = score, int32(cut), missingLeft
		p.beat(score)
		for cut+1 < end && sums[cut+2] == at && sums[s.Windows[cut+1].From] == stay && sums[s.Windows[cut+1].To] == reach {
			cut++ // the same rows
		}
		best.Before = int32(cut + 1)
	}
	if !behind || sums[h.N] == start || !enoughRows(h, c.Channels(), c.MinRows, h.N-1, false) {
		return
	}
	left := unpackTwo(sums[h.N]) // only missing values to the right
	if score := c.placeTwo(unpackTwo(total), left, left, best.Score); score > best.Score {
		best.Score, best.After, best.Before, best.DefaultLeft = score, int32(len(s.Cuts)), NoBin, false
	}
}

// prefixTwo writes the running sums of bins of two classes to memory, those of the second packed,
// see [PackClass].
func prefixTwo(memory [][2]int64, zeros, ones []int64, start [2]int64) [][2]int64 {
	memory = slices.Grow(memory[:0], len(zeros)+1)[:len(zeros)+1]
	memory[0] = start
	zero, one := start[0], start[1] // in registers, which an array is never in
	zeros, sums := zeros[:len(ones)], memory[1:][:len(ones)]
	for i, v := range ones {
		zero += zeros[i]
		one += PackClass(1, v)
		sums[i][0], sums[i][1] = zero, one
	}
	return memory
}

// unpackTwo returns the weights of two classes of which the second is packed.
func unpackTwo(v [2]int64) *[2]int64 { return &[2]int64{v[0], v[1] >> 32} }

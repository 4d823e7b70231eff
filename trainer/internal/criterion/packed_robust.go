package criterion

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// PackedRobustImpurity is [RobustImpurity] for two classes in one channel, which counts the rows as well.
// A histogram then costs one addition per row, and a third of the memory. From its highest bits on, a
// value is the weight of class 1, that of class 0, and 1. Neither the weights of all rows nor their
// number may be PackedMost or more, and no column may hold levels.
type PackedRobustImpurity struct {
	robust RobustImpurity // for what is not sought here, from sums that are taken apart
	node   Node           // the node that Begin was called with, with a total for each class
	total  [2]int64       // these, as prefixPacked has them
	apart  Sums
	room   [3][256]int64

	cuts    []int32       // thresholds that differ, where bins are listed
	windows []bins.Window // of these, in numbers of listed bins
}

var _ Criterion = (*PackedRobustImpurity)(nil)

const (
	packedBits = 21

	// PackedMost is above all sums of weights and numbers of rows that can be packed.
	PackedMost = 1 << packedBits

	packedRows = PackedMost - 1 // the bits that count rows
)

// NewPackedRobustImpurity returns the criterion for a tree of rows of some weight in all.
func NewPackedRobustImpurity(minRows int, total float64) *PackedRobustImpurity {
	return &PackedRobustImpurity{robust: RobustImpurity{Impurity: Impurity{Classes: 2, MinRows: minRows, Total: total}}}
}

// PackRow returns the value of a row, given its class, 0 or 1, and its weight.
func PackRow(class uint8, weight int64) int64 { return weight<<(packedBits<<class) | 1 }

// UnpackRows returns the weights of both classes in a sum of values.
func UnpackRows(v int64) (zeros, ones int64) {
	return v >> packedBits & packedRows, v >> (2 * packedBits)
}

// Fork returns c with its own memory.
func (c *PackedRobustImpurity) Fork() Criterion {
	return NewPackedRobustImpurity(c.robust.MinRows, c.robust.Total)
}

// Channels is 1.
func (*PackedRobustImpurity) Channels() int { return 1 }

// unpacked returns a node with a total for each class.
func (c *PackedRobustImpurity) unpacked(n *Node) *Node {
	zeros, ones := UnpackRows(n.Total[0])
	c.node = Node{Rows: n.Rows, Total: append(c.node.Total[:0], zeros, ones), Bounds: n.Bounds}
	return &c.node
}

// Score is that of RobustImpurity.
func (c *PackedRobustImpurity) Score(n *Node) float64 { return c.robust.Score(c.unpacked(n)) }

// Begin readies the search.
func (c *PackedRobustImpurity) Begin(n *Node) {
	c.robust.Begin(c.unpacked(n))
	c.total = [2]int64{c.node.Total[0], PackClass(1, c.node.Total[1])}
}

// Enough is true.
func (*PackedRobustImpurity) Enough(int64) bool { return true }

// Keys is not called: there are no levels.
func (*PackedRobustImpurity) Keys(*Node, *Sums, []float64, []float64) {}

// Penalise does nothing: there are no leaf values.
func (*PackedRobustImpurity) Penalise(float64, *Node) {}

// Gain is that of Impurity.
func (c *PackedRobustImpurity) Gain(more float64) float64 { return c.robust.Gain(more) }

// Cover is the weight of a node.
func (*PackedRobustImpurity) Cover(n *Node) float64 {
	zeros, ones := UnpackRows(n.Total[0])
	return float64(zeros + ones)
}

// Bound sets no bounds.
func (*PackedRobustImpurity) Bound(_, _, _ *Node, _ *bins.Slot) {}

// Best tries every threshold, with missing values right and then left.
func (c *PackedRobustImpurity) Best(n *Node, s *bins.Slot, h *Sums, best *Split) {
	if s.Windows == nil || s.Blank {
		c.robust.Best(&c.node, s, c.takeApart(h), best)
		return
	}
	sweep := c.sweep
	if h.At != nil {
		sweep = c.sweepList
	}
	sweep(s, h, false, best)
	if h.AnyMissing() {
		sweep(s, h, true, best)
	}
}

// takeApart returns sums with a channel for each class and one for the number of rows.
func (c *PackedRobustImpurity) takeApart(h *Sums) *Sums {
	if c.apart.bins == nil {
		c.apart = NewSums(3)
		for k := range c.room {
			c.apart.bins[k] = c.room[k][:]
		}
	}
	to := &c.apart
	to.N, to.At = h.N, h.At
	zeros, ones, rows := to.Channel(0), to.Channel(1), to.Channel(2)
	for i, v := range h.Channel(0) {
		zeros[i], ones[i] = UnpackRows(v)
		rows[i] = v & packedRows
	}
	missing := h.Missing(0)
	to.missing[0], to.missing[1] = UnpackRows(missing)
	to.missing[2] = missing & packedRows
	return to
}

// sweep tries the thresholds of a slot with missing values on one side, as sweepTwo does.
func (c *PackedRobustImpurity) sweep(s *bins.Slot, h *Sums, missingLeft bool, best *Split) {
	first, end, behind := c.within(s, h, missingLeft)
	if first >= end && !behind {
		return
	}
	most := h.N
	if !behind {
		most = reached(s, h, end)
	}
	c.prefix(h, most, missingLeft)
	c.robust.tryTwo(s, &c.total, first, end, missingLeft, best)
	if behind {
		c.robust.tryMissing(s, &c.total, c.robust.pairs[h.N], best)
	}
}

// sweepList is sweep where bins are listed. Most thresholds have the same rows on their sides as the one
// before, and only the others are tried.
func (c *PackedRobustImpurity) sweepList(s *bins.Slot, h *Sums, missingLeft bool, best *Split) {
	first, end, behind := c.within(s, h, missingLeft)
	if first >= end && !behind {
		return
	}
	c.prefix(h, h.N, missingLeft)
	at, sums := h.At, c.robust.pairs
	if len(at) > 0 {
		first = max(first, int(at[0]))
		if sums[h.N] == c.total {
			end = min(end, int(at[h.N-1]))
		}
	}
	if first < end {
		c.tryList(s.Windows[:end], first, at, missingLeft, best)
	}
	if behind {
		c.robust.tryMissing(s, &c.total, sums[h.N], best)
	}
}

// tryList tries thresholds from first on. At are the listed bins.
func (c *PackedRobustImpurity) tryList(windows []bins.Window, first int, at []uint8, missingLeft bool, best *Split) {
	r := &c.robust
	sums, p := r.pairs, &r.search
	c.cuts, c.windows = c.cuts[:0], c.windows[:0]
	last := bins.Window{From: -1}
	for from, to, cut := 0, 0, first; cut < len(windows); cut++ {
		w := &windows[cut]
		for from < len(at) && int(at[from]) < w.From {
			from++
		}
		for to < len(at) && int(at[to]) < w.To {
			to++
		}
		if now := (bins.Window{From: from, To: to}); now != last {
			last = now
			c.cuts, c.windows = append(c.cuts, int32(cut)), append(c.windows, now)
		}
	}
	skip := 0
	for skip < len(c.windows) && sums[c.windows[skip].From] == [2]int64{} {
		skip++ // with no row that stays left, no row is there in the worst case
	}
	if best.Score != p.toBeat {
		p.beat(best.Score)
	}
	for i := skip; i < len(c.windows); i++ {
		if i += p.siftClasses(sums, c.windows[i:], &c.total); i == len(c.windows) {
			return
		}
		score := r.placeTwo(unpackTwo(c.total), unpackTwo(sums[c.windows[i].From]), unpackTwo(sums[c.windows[i].To]), best.Score)
		if !(score > best.Score) {
			continue
		}
		best.Score, best.After, best.DefaultLeft = score, c.cuts[i], missingLeft
		p.beat(score)
		best.Before = int32(len(windows))
		if i+1 < len(c.cuts) {
			best.Before = c.cuts[i+1]
		}
		for _, bin := range at {
			if int32(bin) > best.After {
				best.Before = min(best.Before, int32(bin)) // where other rows are on the left
				break
			}
		}
	}
}

// within returns the first and the end of the thresholds that leave enough rows on both sides, and whether
// missing values may be alone on the right.
func (c *PackedRobustImpurity) within(s *bins.Slot, h *Sums, missingLeft bool) (first, end int, behind bool) {
	few, most := 0, h.N
	end = len(s.Cuts)
	if least := c.robust.MinRows; least > 1 {
		few, most = withRows(h, 0, packedRows, least, missingLeft)
		first, end = cutsBetween(h, few, most, end)
	}
	return first, end, !missingLeft && h.AnyMissing() && few < h.N && most == h.N
}

// prefix sets the running sums of the first bins.
func (c *PackedRobustImpurity) prefix(h *Sums, most int, missingLeft bool) {
	start := int64(0)
	if missingLeft {
		start = h.Missing(0)
	}
	c.robust.pairs = prefixPacked(c.robust.pairs, h.Channel(0)[:most], start)
}

// prefixPacked is prefixTwo for packed sums.
func prefixPacked(memory [][2]int64, values []int64, start int64) [][2]int64 {
	memory = slices.Grow(memory[:0], len(values)+1)[:len(values)+1]
	zeros, ones := UnpackRows(start)
	memory[0] = [2]int64{zeros, PackClass(1, ones)}
	sums := memory[1:][:len(values)]
	for i, v := range values {
		start += v
		zeros, ones := UnpackRows(start)
		sums[i][0], sums[i][1] = zeros, PackClass(1, ones)
	}
	return memory
}

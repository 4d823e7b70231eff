package grow

import (
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// histograms sums the rows of nodes to histograms of all slots and channels, whose memory passes from
// node to node.
type histograms struct {
	view
	threads int       // that may sum at the same time
	free    [][]int64 // histograms to be used again
}

// histogram returns a histogram whose bins are cleared.
func (h *histograms) histogram() []int64 {
	found := h.room()
	if h.listed {
		clear(found)
		return found
	}
	for c := range h.channels {
		for i := range h.bins.Slots {
			column := (*[256]int64)(found[c*h.stride+i<<8:])
			clear(column[:h.bins.Slots[i].Bins()])
			column[bins.Missing] = 0
		}
	}
	return found
}

// room returns the memory of a histogram. What is in it where slots have no bins is of no account.
func (h *histograms) room() []int64 {
	size := h.stride * h.channels
	last := len(h.free) - 1
	if last < 0 {
		return make([]int64, size)
	}
	found := h.free[last]
	h.free = h.free[:last]
	if len(found) != size {
		return make([]int64, size)
	}
	return found
}

// release gives the histogram of a node back.
func (h *histograms) release(n *node) {
	if n.histogram != nil {
		h.free = append(h.free, n.histogram)
		n.histogram = nil
	}
}

// sum returns the histogram of a node.
func (h *histograms) sum(n *node) []int64 {
	to := h.histogram()
	h.add(to, n, n, 1)
	return to
}

// sumBoth makes the histograms of two children; that of the larger one is the rest of the parent's. If
// the smaller child's rows have fewer cells than there are bins, they are swept once more to take them
// out, which is cheaper than subtracting bin by bin.
func (h *histograms) sumBoth(parent, small, large *node) {
	large.histogram, parent.histogram = parent.histogram, nil
	if small.Rows >= h.few() {
		small.histogram = h.sum(small)
		if h.listed || small.Rows*len(h.columns.all) >= h.bins.TotalBins() {
			h.subtract(large.histogram, small.histogram)
			return
		}
	}
	h.takeOut(large.histogram, small, large)
}

// takeOut turns the histogram of two nodes together into that of the second.
func (h *histograms) takeOut(from []int64, first, second *node) {
	value := h.rows.value[first.lo:first.hi()]
	negate(value)
	h.add(from, first, second, -1)
	negate(value)
}

func negate(values []int64) {
	for i := range values {
		values[i] = -values[i]
	}
}

// add adds the rows of n to a histogram, which is then that of node `of`; if rows are counted, each
// adds `one` to the counts. Several threads add to some of the blocks each or, if blocks are few, add a
// stretch of the rows each.
func (h *histograms) add(to []int64, n, of *node, one int64) {
	threads := h.threads
	if n.Rows*len(h.columns.all) < manyCells {
		threads = 1
	}
	if h.listed {
		parallel.For(threads, len(h.bins.Tiles()), func(i int) { h.addWhole(to, n, of, i, one) })
		return
	}
	blocks := len(h.columns.used)
	if threads == 1 {
		h.addRows(to, n.lo, n.hi(), 0, blocks, one)
		return
	}
	if blocks >= manyBlocks*threads {
		parallel.For(threads, threads, func(i int) {
			h.addRows(to, n.lo, n.hi(), blocks*i/threads, blocks*(i+1)/threads, one)
		})
		return
	}
	parts := [][]int64{to}
	for len(parts) < threads {
		parts = append(parts, h.histogram())
	}
	parallel.For(threads, threads, func(i int) {
		h.addRows(parts[i], n.lo+n.Rows*i/threads, n.lo+n.Rows*(i+1)/threads, 0, blocks, one)
	})
	for _, part := range parts[1:] {
		for i, v := range part[:len(to)] {
			to[i] += v
		}
	}
	h.free = append(h.free, parts[1:]...)
}

// addRows adds rows to some blocks of a histogram, a few thousand at a time, so that their numbers and
// values stay in the cache from one block to the next.
func (h *histograms) addRows(to []int64, lo, hi, first, end int, one int64) {
	const some = 1 << 13
	for ; lo < hi; lo += some {
		for b := first; b < end; b++ {
			if h.columns.used[b] {
				h.addBlock(to[b*len(block{}):], lo, min(lo+some, hi), b, one)
			}
		}
	}
}

// addBlock adds the rows lo to hi to one block of slots.
func (h *histograms) addBlock(to []int64, lo, hi, b int, one int64) {
	row, value := h.rows.row[lo:hi], h.rows.value[lo:hi]
	words := h.base.words[b]
	switch {
	case h.base.channel != nil:
		sweepChannels(to, h.stride, words, row, value, h.base.channel)
	case int(row[len(row)-1]-row[0]) == len(row)-1:
		(*block)(to).sweep(words[row[0]:], value)
	default:
		(*block)(to).sweepRows(words, row, value)
	}
	if h.counted() {
		(*block)(to[h.values*h.stride:]).sweepCounts(words, row, one)
	}
}

// addWhole adds the rows of n to a tile of a histogram, which is then that of node `of`. It computes
// the sums of common bins from the totals.
func (h *histograms) addWhole(to []int64, n, of *node, number int, one int64) {
	some, missing := h.bins.TileSlots(), 1<<h.width-1
	first := number * some
	to = to[first<<h.width:]
	h.addTile(to, h.stride, n, number, one)
	for i, s := range h.bins.Slots[first:min(len(h.bins.Slots), first+some)] {
		for c := range h.channels {
			column := to[c*h.stride+i<<h.width:][:missing+1]
			common := int(s.Common) & missing
			column[common] = 0
			rest := h.totalOf(of, c) - column[missing]
			for _, v := range column[:s.Bins()] {
				rest -= v
			}
			column[common] = rest
		}
	}
}

// addTile adds a node's rows to a tile of a histogram, except for the common bins.
func (h *histograms) addTile(to []int64, stride int, n *node, number int, one int64) {
	row, value := h.rows.row[n.lo:n.hi()], h.rows.value[n.lo:n.hi()]
	tile := &h.bins.Tiles()[number]
	tile.Sweep(to, stride, row, value, h.base.channel)
	if h.counted() {
		tile.SweepCounts(to[h.values*stride:], row, one)
	}
}

// totalOf is the sum of all rows of a node in a channel of histograms.
func (h *histograms) totalOf(n *node, channel int) int64 {
	if channel == len(n.Total) {
		return int64(n.Rows) // the channel that counts rows
	}
	return n.Total[channel]
}

// subtract subtracts a part from a histogram.
func (h *histograms) subtract(from, part []int64) {
	if h.width <= bins.Narrow {
		for i, v := range part[:len(from)] {
			from[i] -= v
		}
		return
	}
	for c := range h.channels {
		for i := range h.bins.Slots {
			at := c*h.stride + i<<8
			a, b := (*[256]int64)(from[at:]), (*[256]int64)(part[at:])
			some := a[:h.bins.Slots[i].Bins()]
			for j := range some {
				some[j] -= b[j]
			}
			a[bins.Missing] -= b[bins.Missing]
		}
	}
}

package hist

// lists is the histogram of a node with few rows: the bins that its rows are
// in, slot by slot and ascending, with their sums. It costs what its rows cost,
// not what the bins of the slots do.
type lists struct {
	start []int32 // by slot, and the end
	bins  []uint8
	sum   [][]int64 // by channel
}

// listed reports whether a node has so few rows that lists pay.
func (w *worker) listed(n *Node) bool {
	return !w.g.listed && n.Len() < listBelow
}

// listBelow is the number of rows of a node below which many of its bins are
// empty.
const listBelow = 256

// newLists returns lists with room for some bins.
func (w *worker) newLists(room int) *lists {
	l := &lists{sum: make([][]int64, w.channels)}
	if last := len(w.lists) - 1; last >= 0 {
		l, w.lists = w.lists[last], w.lists[:last]
	}
	if cap(l.bins) < room {
		l.bins = make([]uint8, room)
		for c := range l.sum {
			l.sum[c] = make([]int64, room)
		}
	}
	if slots := len(w.g.Bins.Slots); cap(l.start) < slots+1 {
		l.start = make([]int32, slots+1)
	} else {
		l.start = l.start[:slots+1]
	}
	l.bins = l.bins[:room]
	for c := range l.sum {
		l.sum[c] = l.sum[c][:room]
	}
	return l
}

// sums makes the list of a slot what to seek a split from.
func (l *lists) sums(s int, to *Sums) {
	lo, hi := l.start[s], l.start[s+1]
	for c := range l.sum {
		to.list(c, l.bins[lo:hi], l.sum[c][lo:hi])
	}
}

// list turns the histogram of a node into lists.
func (w *worker) toLists(n *Node) {
	h, slots := n.histogram, w.g.Bins.Slots
	l := w.newLists(len(slots) << 8)
	at := int32(0)
	for s := range slots {
		l.start[s] = at
		for bin := range 256 {
			some := int64(0)
			for c, sum := range l.sum {
				v := h[c*w.g.stride+s<<8+bin]
				sum[at] = v
				some |= v
			}
			l.bins[at] = uint8(bin)
			if some != 0 {
				at++
			}
		}
	}
	l.start[len(slots)] = at
	w.release(n)
	n.lists = l
}

// share makes the lists of two children from those of their parent: the
// smaller one's are summed, and the larger one's are what remains.
func (w *worker) share(parent, small, large *Node) {
	from, g := parent.lists, w.g
	room := int(from.start[len(from.start)-1]) + 1
	small.lists, large.lists = w.newLists(room), w.newLists(room)
	var at [2]int32
	all := g.columns.all
	for b, used := range g.columns.used {
		if used {
			w.addBlock(w.scratch, len(block{}), small, b, 1)
		}
		for s := 8 * b; s < 8*b+8; s++ {
			switch {
			case len(all) > 0 && int(all[0]) == s:
				all = all[1:]
				small.lists.start[s], large.lists.start[s] = at[0], at[1]
				at = w.shareSlot(s, at, from, small.lists, large.lists)
			case s < len(g.Bins.Slots):
				small.lists.start[s], large.lists.start[s] = at[0], at[1]
				for c := range w.channels {
					clear(w.block(c).column(s % 8)[:])
				}
			default: // a slot that is not there has only bin 0
				for c := range w.channels {
					w.block(c).column(s % 8)[0] = 0
				}
			}
		}
	}
	small.lists.start[len(g.Bins.Slots)], large.lists.start[len(g.Bins.Slots)] = at[0], at[1]
}

// shareSlot shares one slot out, from the positions at on, and returns the
// positions behind. The sums of the smaller child are in the scratch columns,
// which it leaves clear.
func (w *worker) shareSlot(s int, at [2]int32, from, small, large *lists) [2]int32 {
	lo, hi := from.start[s], from.start[s+1]
	i, j := int(at[0]), int(at[1])
	if w.channels == 1 {
		column, sum := w.block(0).column(s%8), from.sum[0][lo:hi]
		smallBins, smallSum, largeBins, largeSum := small.bins, small.sum[0], large.bins, large.sum[0]
		for k, bin := range from.bins[lo:hi] {
			v := column[bin]
			rest := sum[k] - v
			column[bin] = 0
			smallBins[i], smallSum[i] = bin, v
			if v != 0 {
				i++
			}
			largeBins[j], largeSum[j] = bin, rest
			if rest != 0 {
				j++
			}
		}
		return [2]int32{int32(i), int32(j)}
	}
	for k := lo; k < hi; k++ {
		bin := from.bins[k]
		one, other := int64(0), int64(0)
		for c := range w.channels {
			v := &w.block(c).column(s % 8)[bin]
			rest := from.sum[c][k] - *v
			small.sum[c][i], large.sum[c][j] = *v, rest
			one |= *v
			other |= rest
			*v = 0
		}
		small.bins[i], large.bins[j] = bin, bin
		if one != 0 {
			i++
		}
		if other != 0 {
			j++
		}
	}
	return [2]int32{int32(i), int32(j)}
}

package hist

import "math/bits"

// addTile adds a node's rows to a tile of a histogram, but for the common bins.
func (w *worker) addTile(h []int64, stride int, n *Node, number int, one int64) {
	g := w.g
	row, value := g.rows.row[n.Lo:n.Hi], g.rows.value[n.Lo:n.Hi]
	g.Bins.tiles[number].sweep(h, stride, row, value, g.Channel)
	if g.counted() {
		g.Bins.tiles[number].sweepCounts(h[g.channels*stride:], row, one)
	}
}

// totalOf is the sum of all rows of a node in a channel of histograms.
func (w *worker) totalOf(n *Node, channel int) int64 {
	if channel == len(n.Total) {
		return int64(n.Len()) // rows are counted
	}
	return n.Total[channel]
}

// addWhole adds rows to a tile of a histogram of all slots, which is then that
// of the node of.
func (w *worker) addWhole(h []int64, n, of *Node, number int, one int64) {
	g, some := w.g, w.g.Bins.tileSlots()
	first, missing := number*some, 1<<g.width-1
	h = h[first<<g.width:]
	w.addTile(h, g.stride, n, number, one)
	for i, s := range g.Bins.Slots[first:min(len(g.Bins.Slots), first+some)] {
		for c := range w.channels {
			column := h[c*g.stride+i<<g.width:][:missing+1]
			common := int(s.common) & missing
			column[common] = 0
			rest := w.totalOf(of, c) - column[missing]
			for _, v := range column[:len(s.Cuts)+1] {
				rest -= v
			}
			column[common] = rest
		}
	}
}

// wideSlots is the number of slots in a tile of slots of 256 bins.
const wideSlots = tileCells >> 8

// directTiles finds the best split of a node from the cells of its rows in
// slots of 256 bins, without keeping histograms.
func (w *worker) directTiles(n *Node, slots []int32) {
	tiles := w.g.Bins.tiles
	if len(w.tile) != w.channels*tileCells {
		w.tile = make([]int64, w.channels*tileCells)
	}
	for len(slots) > 0 {
		number := int(slots[0]) / wideSlots
		w.addTile(w.tile, tileCells, n, number, 1)
		tiles[number].mark(&w.occur, w.g.rows.row[n.Lo:n.Hi])
		for ; len(slots) > 0 && int(slots[0])/wideSlots == number; slots = slots[1:] {
			w.directTile(n, slots[0])
		}
		for i, set := range w.occur { // what no split was sought on
			for ; set != 0; set &= set - 1 {
				for c := range w.channels {
					w.tile[c*tileCells+64*i+bits.TrailingZeros64(set)] = 0
				}
			}
		}
		clear(w.occur[:])
	}
}

// directTile finds the best split on a slot from its cells.
func (w *worker) directTile(n *Node, s int32) {
	slot, at := &w.g.Bins.Slots[s], int(s)%wideSlots
	occur := (*[4]uint64)(w.occur[4*at:])
	common, bit := &occur[slot.common/64], uint64(1)<<(slot.common%64)
	*common &^= bit // which the cells that fill words up are in
	if *occur == [4]uint64{} {
		*common |= bit
		return
	}
	for c := range w.channels {
		column := (*[256]int64)(w.tile[c*tileCells+at<<8:])
		column[slot.common] = 0
		rest := w.totalOf(n, c)
		for i, set := range occur {
			for ; set != 0; set &= set - 1 {
				rest -= column[64*i+bits.TrailingZeros64(set)]
			}
		}
		column[slot.common] = rest
	}
	*common |= bit
	w.collect(occur, w.tile[at<<8:], tileCells)
	*occur = [4]uint64{}
	w.best(n, s)
}

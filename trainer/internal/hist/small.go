package hist

import "math/bits"

// The numbers of rows from which on whole histograms are cheaper than lists of
// the bins that occur: of all data, and of sparse data. Histograms of sparse
// data of few bins are so small that they always are.
const (
	few       = 16
	fewSparse = 256
)

func (g *Grower) few() int {
	switch {
	case !g.listed:
		return few
	case g.width <= narrow:
		return 1
	}
	return fewSparse
}

// direct finds the best split of a node feature by feature, without keeping
// histograms.
func (w *worker) direct(n *Node, slots []int32) {
	whole := 2*len(slots) >= len(w.g.Bins.Slots)
	switch {
	case whole && w.g.listed && w.g.width <= narrow:
		n.histogram = w.sum(n)
		w.scan(n, slots)
		w.release(n)
		return
	case whole && w.g.listed:
		w.directTiles(n, slots)
		return
	}
	block, differ := -1, ^uint64(0)
	for _, s := range slots {
		if b := int(s) / 8; whole && b != block {
			block, differ = b, w.differ(n, b)
		}
		if uint8(differ>>(8*(s%8))) == 0 {
			continue
		}
		slot := &w.g.Bins.Slots[s]
		if n.Len() < few && n.Len() < 2*len(slot.Cuts) {
			w.list(n, int(s))
			w.best(n, s)
			continue
		}
		w.column(n, int(s))
		w.best(n, s)
		for c := range w.channels {
			clear(w.block(c).column(0)[:])
		}
	}
}

// best finds the best split of a node on the slot that w.sums is of.
func (w *worker) best(n *Node, s int32) {
	before := n.best.Score
	w.criterion.Best(n, &w.g.Bins.Slots[s], &w.sums, &n.best)
	if n.best.Score != before {
		n.best.Slot, n.best.missing = s, w.sums.anyMissing()
	}
}

// differ returns the bits in which the words of a node's rows differ. Deep in
// a tree, many features of an image are the same in all rows of a node.
func (w *worker) differ(n *Node, block int) uint64 {
	words, row := w.base.words[block], w.g.rows.row[n.Lo:n.Hi]
	first, bits := words[row[0]], uint64(0)
	for _, r := range row {
		bits |= words[r] ^ first
	}
	return bits
}

// column sums all bins of a slot into column 0 of the scratch blocks.
func (w *worker) column(n *Node, s int) {
	bins := len(w.g.Bins.Slots[s].Cuts) + 1
	if columns := w.base.columns; columns != nil {
		addColumn(w, n, columns[s], up(0), bins)
	} else {
		addColumn(w, n, w.base.words[s/8], up(s), bins)
	}
	for c := range w.channels {
		w.sums.dense(c, w.block(c).column(0)[:], bins)
	}
}

func addColumn[C cell](w *worker, n *Node, cells []C, up uint64, bins int) {
	g := w.g
	row, value := g.rows.row[n.Lo:n.Hi], g.rows.value[n.Lo:n.Hi]
	if channel := w.base.channel; channel == nil {
		columnSums(w.block(0), cells, up, row, value, bins)
	} else {
		scratch, value := w.scratch, value[:len(row)] // in registers, whatever the loop stores
		for i, r := range row {
			scratch[uint64(channel[r])*uint64(len(block{}))+uint64(cells[r])*up>>56] += value[i]
		}
	}
	if g.counted() {
		h := w.block(g.channels).column(0)
		for _, r := range row {
			h[uint64(cells[r])*up>>56]++
		}
	}
}

// columnSums adds the values of rows to the first n bins, and to that of missing
// values, of column 0. Rows in a row are often in the same bin and would wait
// for each other, so they take turns in four columns.
func columnSums[C cell](h *block, cells []C, up uint64, row []int32, value []int64, n int) {
	value = value[:len(row)]
	if len(row) < 2*n { // it would not pay to sum the columns up
		for i, r := range row {
			h[uint64(cells[r])*up>>56] += value[i]
		}
		return
	}
	for ; len(row) >= 4; row, value = row[4:], value[4:] {
		r, v := (*[4]int32)(row), (*[4]int64)(value)
		h[uint64(cells[r[0]])*up>>56] += v[0]
		h[0x100+uint64(cells[r[1]])*up>>56] += v[1]
		h[0x200+uint64(cells[r[2]])*up>>56] += v[2]
		h[0x300+uint64(cells[r[3]])*up>>56] += v[3]
	}
	for i, r := range row {
		h[uint64(cells[r])*up>>56] += value[i]
	}
	for j := 1; j <= 3; j++ {
		turn := h.column(j)
		for i, v := range turn[:n] {
			h[i] += v
		}
		h[Missing] += turn[Missing]
		clear(turn[:n])
		turn[Missing] = 0
	}
}

// list sums the bins of a slot that occur.
func (w *worker) list(n *Node, s int) {
	g := w.g
	words, shift := w.base.words[s/8], 8*(s%8)
	row, value := g.rows.row[n.Lo:n.Hi], g.rows.value[n.Lo:n.Hi]
	value = value[:len(row)]
	var occur [4]uint64
	scratch, of, channel := w.scratch, w.base.channel, uint8(0)
	counted, counts := g.counted(), w.block(w.channels-1).column(0)
	if w.channels == 1 {
		occur = w.block(0).listSums(words, shift, row, value)
		row = nil
	}
	for i, r := range row {
		bin := uint8(words[r] >> shift)
		if of != nil {
			channel = of[r]
		}
		scratch[int(channel)*len(block{})+int(bin)] += value[i]
		occur[bin>>6] |= 1 << (bin & 63)
		if counted {
			counts[bin]++
		}
	}
	w.collect(&occur, w.scratch, len(block{}))
}

// collect moves the sums of the bins that occur in a column, whose channels are
// stride apart, to w.sums, and leaves where they were clear.
func (w *worker) collect(occur *[4]uint64, column []int64, stride int) {
	at := w.at[:0]
	for i, set := range occur {
		for ; set != 0; set &= set - 1 {
			at = append(at, uint8(64*i+bits.TrailingZeros64(set)))
		}
	}
	for c := range w.channels {
		from, to := (*[256]int64)(column[c*stride:]), &w.packed[c]
		for i, bin := range at {
			to[i] = from[bin]
			from[bin] = 0
		}
		w.sums.list(c, at, to[:len(at)])
	}
}

// listSums adds the values of rows to the bins of column 0 and returns the set
// of bins that occur. Two sets in turn do not wait for each other.
func (h *block) listSums(words []uint64, shift int, row []int32, value []int64) (occur [4]uint64) {
	value = value[:len(row)]
	var other [4]uint64
	i := 0
	for ; i+2 <= len(row); i += 2 {
		a, b := uint8(words[row[i]]>>shift), uint8(words[row[i+1]]>>shift)
		h[uint(a)] += value[i]
		h[uint(b)] += value[i+1]
		occur[a>>6] |= 1 << (a & 63)
		other[b>>6] |= 1 << (b & 63)
	}
	if i < len(row) {
		a := uint8(words[row[i]] >> shift)
		h[uint(a)] += value[i]
		occur[a>>6] |= 1 << (a & 63)
	}
	for j := range occur {
		occur[j] |= other[j]
	}
	return occur
}

package hist

import "math/bits"

// few is the number of rows from which on whole histograms are cheaper than
// lists of the bins that occur.
const few = 256

// direct finds the best split of a node feature by feature, without keeping
// histograms.
func (w *worker) direct(n *Node, slots []int32) {
	whole := 2*len(slots) >= len(w.g.Bins.Slots)
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
		} else {
			w.column(n, int(s))
		}
		before := n.best.Score
		w.criterion.Best(n, slot, &w.sums, &n.best)
		if n.best.Score != before {
			n.best.Slot, n.best.missing = s, w.sums.anyMissing()
		}
		if w.sums.At == nil {
			for c := range w.scratch {
				clear(w.scratch[c][0][:])
			}
		}
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
	g := w.g
	words, shift := w.base.words[s/8], 8*(s%8)
	row, value := g.rows.row[n.Lo:n.Hi], g.rows.value[n.Lo:n.Hi]
	value = value[:len(row)]
	if w.base.channel == nil {
		w.scratch[0].columnSums(words, shift, row, value, len(g.Bins.Slots[s].Cuts)+1)
	} else {
		scratch, channel := w.scratch, w.base.channel // in registers, whatever the loop stores
		for i, r := range row {
			scratch[channel[r]][0][uint8(words[r]>>shift)] += value[i]
		}
	}
	if g.counted() {
		h := &w.scratch[g.channels][0]
		for _, r := range row {
			h[uint8(words[r]>>shift)]++
		}
	}
	w.sums = Sums{N: len(g.Bins.Slots[s].Cuts) + 1, blocks: w.scratch}
}

// columnSums adds the values of rows to the first n bins, and to that of missing
// values, of column 0. Rows in a row are often in the same bin and would wait
// for each other, so they take turns in four columns; column 1 is that of lists.
func (h *block) columnSums(words []uint64, shift int, row []int32, value []int64, n int) {
	value = value[:len(row)]
	i := 0
	for ; i+4 <= len(row); i += 4 {
		r, v := row[i:i+4:i+4], value[i:i+4:i+4]
		a, b, c, d := words[r[0]]>>shift, words[r[1]]>>shift, words[r[2]]>>shift, words[r[3]]>>shift
		h[0][uint8(a)] += v[0]
		h[2][uint8(b)] += v[1]
		h[3][uint8(c)] += v[2]
		h[4][uint8(d)] += v[3]
	}
	for ; i < len(row); i++ {
		h[0][uint8(words[row[i]]>>shift)] += value[i]
	}
	for j := 2; j <= 4; j++ {
		for i, v := range h[j][:n] {
			h[0][i] += v
		}
		h[0][Missing] += h[j][Missing]
		clear(h[j][:n])
		h[j][Missing] = 0
	}
}

// list sums the bins of a slot that occur in column 0 of the scratch blocks
// and moves them to the front of column 1, so that column 0 is clear again.
func (w *worker) list(n *Node, s int) {
	g := w.g
	words, shift := w.base.words[s/8], 8*(s%8)
	row, value := g.rows.row[n.Lo:n.Hi], g.rows.value[n.Lo:n.Hi]
	value = value[:len(row)]
	var occur [4]uint64
	scratch, of, channel := w.scratch, w.base.channel, uint8(0)
	counted, counts := g.counted(), &scratch[len(scratch)-1][0]
	if len(scratch) == 1 {
		occur = scratch[0].listSums(words, shift, row, value)
		row = nil
	}
	for i, r := range row {
		bin := uint8(words[r] >> shift)
		if of != nil {
			channel = of[r]
		}
		scratch[channel][0][bin] += value[i]
		occur[bin>>6] |= 1 << (bin & 63)
		if counted {
			counts[bin]++
		}
	}
	at := w.at[:0]
	for i, set := range occur {
		for ; set != 0; set &= set - 1 {
			at = append(at, uint8(64*i+bits.TrailingZeros64(set)))
		}
	}
	for c := range w.scratch {
		from, to := &w.scratch[c][0], &w.scratch[c][1]
		to[Missing] = from[Missing]
		from[Missing] = 0
		for i, bin := range at {
			if bin != Missing {
				to[i] = from[bin]
				from[bin] = 0
			}
		}
	}
	if len(at) > 0 && at[len(at)-1] == Missing {
		at = at[:len(at)-1]
	}
	w.sums = Sums{N: len(at), At: at, blocks: w.scratch, column: 1}
}

// listSums adds the values of rows to the bins of column 0 and returns the set
// of bins that occur. Two sets in turn do not wait for each other.
func (h *block) listSums(words []uint64, shift int, row []int32, value []int64) (occur [4]uint64) {
	value = value[:len(row)]
	var other [4]uint64
	i := 0
	for ; i+2 <= len(row); i += 2 {
		a, b := uint8(words[row[i]]>>shift), uint8(words[row[i+1]]>>shift)
		h[0][a] += value[i]
		h[0][b] += value[i+1]
		occur[a>>6] |= 1 << (a & 63)
		other[b>>6] |= 1 << (b & 63)
	}
	if i < len(row) {
		a := uint8(words[row[i]] >> shift)
		h[0][a] += value[i]
		occur[a>>6] |= 1 << (a & 63)
	}
	for j := range occur {
		occur[j] |= other[j]
	}
	return occur
}

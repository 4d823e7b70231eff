package hist

// base is where the rows of a subtree are read from: the bins of all rows, or
// a copy of the subtree's own, side by side in memory. A node deep in a tree
// has few rows per cache line of the whole; copying them once makes every pass
// below as fast as one over all rows.
type base struct {
	words   [][]uint64 // per block
	channel []uint8    // nil where there is one channel
	origin  []int32    // the row number in the base above of each row here; nil for all rows
	n       int
}

// sparseFrom is the number of rows of a base per row of a node from which on
// copying pays. A block of up to cachedRows is in the cache as it is, and a
// copy must serve some levels.
const (
	cachedRows = 1 << 16
	sparseFrom = 4
	levelsFrom = 3
)

// worthCopying reports whether to split a node on a copy of its rows.
func (w *worker) worthCopying(n *Node) bool {
	most := w.g.Limits.MaxDepth
	return w.base.n > cachedRows && n.Len()*sparseFrom < w.base.n && (most == 0 || most-n.Depth >= levelsFrom)
}

// copyRows makes b a copy of the rows of a node, of the blocks that are used.
func (b *base) copyRows(from *base, rows []int32, used []bool) {
	b.n = len(rows)
	if cap(b.origin) < len(rows) {
		b.origin = make([]int32, 0, max(len(rows), from.n/sparseFrom))
	}
	b.origin = append(b.origin[:0], rows...)
	for len(b.words) < len(from.words) {
		b.words = append(b.words, nil)
	}
	for i, words := range from.words {
		if !used[i] {
			continue
		}
		if cap(b.words[i]) < len(rows) { // with room for the largest node that is copied
			b.words[i] = make([]uint64, len(rows), max(len(rows), from.n/sparseFrom))
		}
		to := b.words[i][:len(rows)]
		for at, r := range rows {
			to[at] = words[r]
		}
		b.words[i] = to
	}
	if from.channel == nil {
		b.channel = nil
		return
	}
	b.channel = b.channel[:0]
	for _, r := range rows {
		b.channel = append(b.channel, from.channel[r])
	}
}

// subtree splits n and all below it on a copy of n's rows.
func (g *Grower) subtree(w *worker, n *Node) {
	above := w.base
	if w.depth == len(w.copies) {
		w.copies = append(w.copies, &base{})
	}
	w.base = w.copies[w.depth]
	w.depth++
	row := g.rows.row[n.Lo:n.Hi]
	w.base.copyRows(above, row, g.columns.used)
	for i := range row {
		row[i] = int32(i)
	}
	g.expand(w, n)
	for i, r := range row {
		row[i] = w.base.origin[r]
	}
	w.depth--
	w.base = above
}

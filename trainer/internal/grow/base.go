package grow

import (
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// base is where the rows of a subtree are read from: the bins of all rows, or
// a copy of the subtree's own, side by side in memory. A node deep in a tree
// has few rows per cache line of the whole; copying them once makes every pass
// below as fast as one over all rows.
type base struct {
	words   [][]uint64 // per block
	columns [][]uint8  // per slot, of all rows; nil where nodes have use for words
	channel []uint8    // nil where there is one channel
	origin  []int32    // the row number in the base above of each row here; nil for all rows
	n       int
}

// resize makes room for n rows of the used blocks of another base, and for as
// many as room later on.
func (b *base) resize(from *base, n, room int, used []bool) {
	b.n = n
	b.origin = parallel.Resize(b.origin, max(n, room))[:n]
	for len(b.words) < len(from.words) {
		b.words = append(b.words, nil)
	}
	for i := range from.words {
		if !used[i] {
			continue
		}
		b.words[i] = parallel.Resize(b.words[i], max(n, room))[:n]
	}
	if from.channel == nil {
		b.channel = nil
		return
	}
	b.channel = parallel.Resize(b.channel, max(n, room))[:n]
}

// copyRows copies some rows of another base to the place at, and numbers them
// anew.
func (b *base) copyRows(from *base, rows []int32, at int, used []bool) {
	copy(b.origin[at:], rows)
	for i, words := range from.words {
		if !used[i] {
			continue
		}
		to := b.words[i][at : at+len(rows)]
		for i, r := range rows {
			to[i] = words[r]
		}
	}
	if from.channel != nil {
		to := b.channel[at : at+len(rows)]
		for i, r := range rows {
			to[i] = from.channel[r]
		}
	}
	for i := range rows {
		rows[i] = int32(at + i)
	}
}

// restore gives rows the numbers that they had.
func (b *base) restore(rows []int32) {
	for i, r := range rows {
		rows[i] = b.origin[r]
	}
}

// copies are the copies of rows that a worker has made on its way down a tree,
// one below the other.
type copies struct {
	made  []*base
	depth int // how many of them are in use
}

// next returns memory for the next copy.
func (c *copies) next() *base {
	if c.depth == len(c.made) {
		c.made = append(c.made, &base{})
	}
	c.depth++
	return c.made[c.depth-1]
}

// sparseFrom is the number of rows of a base per row of a node from which on
// copying pays. A block of few rows is in the cache as it is, and a copy must
// serve some levels.
const (
	sparseFrom = 8
	levelsFrom = 3
)

// worthCopying reports whether to split a node on a copy of its rows.
func (w *worker) worthCopying(n *node) bool {
	most := w.limits.MaxDepth
	return !w.listed && !w.lists && w.base.n > bins.CachedRows && n.Rows <= w.copied() && (most == 0 || most-n.depth >= levelsFrom)
}

// copied returns the largest number of rows that w copies next. With many
// workers it is that of the subtrees they begin with, see fork.
func (w *worker) copied() int {
	rows := w.g.all.n / max(sparseFrom, 2*w.g.Threads)
	for range w.copies.depth {
		rows /= sparseFrom
	}
	return rows
}

// expandCopied splits n and all below it on a copy of n's rows.
func (w *worker) expandCopied(n *node) {
	above, room := w.base, w.copied()
	w.base = w.copies.next()
	w.base.resize(above, n.Rows, room, w.columns.used)
	row := w.rows.row[n.lo:n.hi()]
	w.base.copyRows(above, row, 0, w.columns.used)
	w.expand(n)
	w.base.restore(row)
	w.copies.depth--
	w.base = above
}

// baseOf returns the base of a node of a tree that does not grow depth first,
// whose subtrees are all alive at a time: once a node is small, its rows move
// to their place in a copy that all subtrees share.
func (g *Grower) baseOf(n *node) *base {
	if !n.moved && !g.Bins.Listed() && g.Bins.Lists() == nil && g.all.n > bins.CachedRows && n.Rows*sparseFrom < g.all.n {
		g.moved.resize(&g.all, len(g.rows.row), 0, g.columns.used)
		g.moved.copyRows(&g.all, g.rows.row[n.lo:n.hi()], n.lo, g.columns.used)
		n.moved = true
	}
	if n.moved {
		return &g.moved
	}
	return &g.all
}

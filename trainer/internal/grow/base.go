package grow

import (
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// base is where the rows of a subtree are read from: the bins of all rows, or a copy of the subtree's
// own, side by side in memory. A node deep in a tree has only few rows in each cache line of the whole
// table; copying them once makes every pass below as fast as one over all rows.
type base struct {
	words   [][]uint64 // by block
	columns [][]uint8  // by slot, of all rows; nil if nodes read words
	channel []uint8    // by row; nil if there is one channel
	origin  []int32    // by row: its number in the base above; nil for the base of all rows
	n       int
}

// resize makes room for n rows of the used blocks of another base, with capacity for room rows.
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

// copyRows copies some rows of another base to place at, and renumbers them.
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

// restore gives rows their old numbers back.
func (b *base) restore(rows []int32) {
	for i, r := range rows {
		rows[i] = b.origin[r]
	}
}

// copies are the copies of rows that a worker has made on its way down a tree, each from the one
// before.
type copies struct {
	made  []*base
	depth int // the number in use
}

// next returns memory for the next copy.
func (c *copies) next() *base {
	if c.depth == len(c.made) {
		c.made = append(c.made, &base{})
	}
	c.depth++
	return c.made[c.depth-1]
}

// Copying pays for a node with at most 1/sparseFrom of the rows of its base, unless a block of the base
// fits the cache anyway, and if levelsFrom or more depths of the tree can follow.
const (
	sparseFrom = 8
	levelsFrom = 3
)

// worthCopying reports whether to split a node on a copy of its rows.
func (w *worker) worthCopying(n *node) bool {
	most := w.limits.MaxDepth
	return !w.listed && !w.lists && w.base.n > bins.CachedRows && n.Rows <= w.copied() && (most == 0 || most-n.depth >= levelsFrom)
}

// copied returns the largest number of rows that w copies next. With many workers that is the size of
// the subtrees they begin with, see fork.
func (w *worker) copied() int {
	rows := w.g.all.n / max(sparseFrom, 2*w.g.Threads)
	for range w.copies.depth {
		rows /= sparseFrom
	}
	return rows
}

// expandCopied splits n and everything below it on a copy of n's rows.
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

// baseOf returns the base of a node of a tree that does not grow depth first, so that all its subtrees
// are alive at the same time: when a node gets small, its rows move to their place in a copy that all
// subtrees share.
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

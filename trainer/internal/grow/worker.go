package grow

import (
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// worker is the memory of a goroutine that splits nodes. It finds splits with a [search], which sums
// [histograms] of the rows that it sees in a [view].
type worker struct {
	search
	g         *Grower
	arena     arena
	copies    copies
	frontiers []*frontier // by number of copies above
}

// start prepares w for a tree.
func (w *worker) start(g *Grower, shape layout) {
	w.g = g
	w.arena.reset(shape.values)
	w.view = view{layout: shape, rows: &g.rows, columns: &g.columns, base: &g.all}
	w.threads, w.helpers, w.limits, w.criterion = 1, nil, &g.Limits, g.Criterion.Fork()
	w.levels.LevelLimits = g.Levels
	w.search.resize()
}

// expand splits nodes from root on until the limits end it.
func (w *worker) expand(root *node) {
	f, most := w.frontier(), w.limits.MaxLeaves
	leaves := 1
	for f.push(root); ; leaves++ {
		n := f.pop()
		if n == nil {
			return
		}
		if most > 0 && leaves >= most {
			for ; n != nil; n = f.pop() {
				w.release(n)
			}
			return
		}
		switch {
		case w.fork(f, n):
			continue
		case w.g.Both:
			w.splitBoth(n)
		case f.order != depthFirst:
			w.base = w.g.baseOf(n)
			w.split(n)
		case w.threads == 1 && w.worthCopying(n):
			w.expandCopied(n)
			continue
		default:
			w.split(n)
		}
		f.push(n.left)
		f.push(n.right)
	}
}

// split partitions the rows of n by its best split and finds the best splits of the children.
func (w *worker) split(n *node) {
	slot := &w.bins.Slots[n.best.Slot]
	middle := w.part(n)
	n.left = w.arena.node(n.lo, middle, n)
	n.right = w.arena.node(middle, n.hi(), n)
	n.right.id++
	small, large := n.left, n.right
	if small.Rows > large.Rows {
		small, large = large, small
	}
	if n.best.LeftKnown {
		n.left.Total[0], n.right.Total[0] = n.best.Left, n.Total[0]-n.best.Left
	} else {
		w.total(small)
		for c, v := range n.Total {
			large.Total[c] = v - small.Total[c]
		}
	}
	w.criterion.Bound(&n.Node, &n.left.Node, &n.right.Node, slot)
	w.evaluate(small, large)
}

// part partitions the rows of n by its best split.
func (w *worker) part(n *node) int {
	s := int(n.best.Slot)
	if w.lists {
		w.rare.column = w.bins.Column(s, w.rare.column)
		return partThreads(w.rows, w.threads, n.lo, n.hi(), sorter(w, n, w.rare.column, up(0)))
	}
	if columns := w.base.columns; columns != nil {
		return partThreads(w.rows, w.threads, n.lo, n.hi(), sorter(w, n, columns[s], up(0)))
	}
	return partThreads(w.rows, w.threads, n.lo, n.hi(), sorter(w, n, w.base.words[s/8], up(s)))
}

// sorter returns the function that sorts rows by the best split of n.
func sorter[C cell](w *worker, n *node, cells []C, up uint64) func(lo, hi int) (left, right int) {
	if w.bins.Slots[n.best.Slot].Levels == nil {
		return func(lo, hi int) (int, int) { return sort(w.rows, lo, hi, cells, up, n.cut, n.best.DefaultLeft) }
	}
	of := sidesOfLevels(&n.best)
	return func(lo, hi int) (int, int) { return sortLevels(w.rows, lo, hi, cells, up, &of) }
}

// total sums the values of a node's rows.
func (w *worker) total(n *node) {
	row, value := w.rows.row[n.lo:n.hi()], w.rows.value[n.lo:n.hi()]
	switch {
	case w.base.channel != nil:
		for i, r := range row {
			n.Total[w.base.channel[r]] += value[i]
		}
	case w.threads > 1 && len(value) >= manyRows:
		n.Total[0] = sumThreads(w.threads, value)
	default:
		n.Total[0] = sum(value)
	}
}

func sum(values []int64) int64 {
	sum := int64(0)
	for _, v := range values {
		sum += v
	}
	return sum
}

// sumThreads is sum with several goroutines.
func sumThreads(threads int, values []int64) int64 {
	var total atomic.Int64
	parallel.For(threads, threads, func(i int) {
		total.Add(sum(values[len(values)*i/threads : len(values)*(i+1)/threads]))
	})
	return total.Load()
}

// evaluate finds the best splits of the two children of a node, or of the root alone. The parent's
// histogram goes to large or is released.
func (w *worker) evaluate(small, large *node) {
	readySmall := w.ready(small)
	readyLarge := large != nil && w.ready(large)
	if parent := small.parent; parent != nil {
		if parent.histogram != nil && readyLarge && large.Rows >= w.few() {
			w.sumBoth(parent, small, large)
		}
		w.release(parent)
	} else if readySmall && small.Rows >= w.few() && w.columns.whole() {
		small.histogram = w.sum(small)
	}
	if readyLarge {
		w.find(large)
	}
	if readySmall {
		w.find(small)
	}
	for _, n := range [...]*node{small, large} {
		if n != nil && (n.gain == 0 || n.histogram != nil && n.Rows < 2*w.few()) {
			w.release(n)
		}
	}
}

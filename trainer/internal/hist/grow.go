package hist

import "sync/atomic"

// Limits say when a tree is finished.
type Limits struct {
	MaxDepth  int // 0: no limit
	MaxLeaves int // 0: no limit
	MinRows   int // fewest rows of a leaf
	MinGain   float64
	LossGuide bool // split the leaf with the largest gain first, not level by level
}

// Grower grows one tree after another on the same bins, in the same memory.
type Grower struct {
	Bins      *Bins
	Criterion Criterion
	Limits    Limits
	Channel   []uint8 // of each row of Bins; nil where there is one channel
	Threads   int

	// Both sends rows to every child that the reach of Bins can bring them to.
	// A tree is then grown by one goroutine, which others help with sums.
	Both bool

	channels int  // of the criterion; where rows are counted, one more
	stride   int  // from channel to channel of a histogram
	listed   bool // histograms are summed from the lists of Bins
	width    int  // a slot has 1<<width places in a histogram, the last one for missing values
	all      base // all rows
	*memory
}

// worker is the memory of a goroutine.
type worker struct {
	g         *Grower
	criterion Criterion
	threads   int // that it may start itself: those of the grower at the top of a tree, then 1

	arena     arena
	free      [][]int64    // histograms that were given back
	channels  int          // those of the grower, with that of the counts
	scratch   []int64      // a block by channel, zero between uses
	packed    [][256]int64 // by channel
	at        [256]uint8
	tile      []int64               // by channel, zero between uses
	occur     [4 * wideSlots]uint64 // sets of bins of a tile, empty between uses
	sums      Sums
	slots     []int32
	base      *base
	copies    []*base // by depth of copying
	depth     int
	frontiers []*frontier // likewise
}

// Rows returns memory for the row numbers and values of the next tree. Rows
// must ascend, and no value may be 0.
func (g *Grower) Rows(n int) (row []int32, value []int64) {
	if g.memory == nil {
		g.memory = memories.Get().(*memory)
	}
	g.rows.resize(n)
	return g.rows.row, g.rows.value
}

// counted reports whether rows are counted, in a channel behind the others.
func (g *Grower) counted() bool { return g.Limits.MinRows > 1 }

// Grow grows tree number t on the rows that were written to the slices of the
// last call of Rows. The number seeds the choice of features.
func (g *Grower) Grow(t int, s Sampling) *Tree {
	g.columns.reset(s, t, g.Bins.Slots)
	g.channels = g.Criterion.Channels()
	w := g.start()
	root := w.arena.node(0, len(g.rows.row), nil)
	w.total(root)
	w.evaluate(root, nil)
	g.expand(w, root)
	g.expandForks()
	g.tree.Splits, g.tree.Leaves = g.tree.Splits[:0], g.tree.Leaves[:0]
	g.tree.flatten(g, root)
	return &g.tree
}

// start readies the workers for a tree and returns the one for its top.
func (g *Grower) start() *worker {
	for len(g.workers) < max(1, g.Threads) {
		g.workers = append(g.workers, &worker{})
	}
	channels := g.channels
	if g.counted() {
		channels++
	}
	g.listed, g.width, g.stride = g.Bins.listed(), 8, len(g.Bins.words)*len(block{})
	if g.listed {
		g.width, g.stride = g.Bins.width, len(g.Bins.Slots)<<g.Bins.width
	}
	g.all = base{words: g.Bins.words, channel: g.Channel, n: g.Bins.n}
	if !g.columns.whole() {
		g.all.columns = g.Bins.byColumn()
	}
	for _, w := range g.workers {
		w.g = g
		w.arena.reset(g.channels)
		if w.channels != channels {
			w.channels = channels
			w.scratch, w.packed = make([]int64, channels*len(block{})), make([][256]int64, channels)
			w.sums.bins, w.sums.missing = make([][]int64, channels), make([]int64, channels)
		}
		w.base, w.threads, w.criterion = &g.all, 1, g.Criterion
		if c, ok := g.Criterion.(forker); ok {
			w.criterion = c.Fork()
		}
	}
	w := g.workers[0]
	for _, other := range g.workers[1:] { // who may have released more than they took
		w.free, other.free = append(w.free, other.free...), nil
	}
	if len(g.rows.row)*len(g.columns.all) >= manyCells {
		w.threads = max(1, g.Threads)
	}
	return w
}

// expand splits nodes from root on until the limits stop it.
func (g *Grower) expand(w *worker, root *Node) {
	f := w.frontier()
	leaves := 1
	for f.push(root); ; leaves++ {
		n := f.pop()
		if n == nil {
			return
		}
		if g.Limits.MaxLeaves > 0 && leaves >= g.Limits.MaxLeaves {
			for ; n != nil; n = f.pop() {
				w.release(n)
			}
			return
		}
		switch {
		case w.fork(f, n):
			continue
		case g.Both:
			w.splitBoth(n)
		case f.order != depthFirst:
			w.base = g.baseOf(n)
			w.split(n)
		case w.threads == 1 && w.worthCopying(n):
			g.subtree(w, n)
			continue
		default:
			w.split(n)
		}
		f.push(n.left)
		f.push(n.right)
	}
}

// block returns the scratch block of a channel.
func (w *worker) block(c int) *block { return (*block)(w.scratch[c*len(block{}):]) }

// split parts the rows of n at its best split and finds the best splits of
// the children.
func (w *worker) split(n *Node) {
	g := w.g
	slot := &g.Bins.Slots[n.best.Slot]
	middle := w.part(n, n.cut)
	n.left = w.arena.node(n.Lo, middle, n)
	n.right = w.arena.node(middle, n.Hi, n)
	n.right.id++
	small, large := n.left, n.right
	if small.Len() > large.Len() {
		small, large = large, small
	}
	if n.best.left != 0 {
		n.left.Total[0], n.right.Total[0] = n.best.left, n.Total[0]-n.best.left
	} else {
		w.total(small)
		for c, v := range n.Total {
			large.Total[c] = v - small.Total[c]
		}
	}
	w.criterion.Bound(n, n.left, n.right, slot)
	w.evaluate(small, large)
}

// part parts the rows of n behind a bin of its best split's slot.
func (w *worker) part(n *Node, bin int) int {
	r, s := &w.g.rows, int(n.best.Slot)
	if columns := w.base.columns; columns != nil {
		return partThreads(r, w.threads, n.Lo, n.Hi, columns[s], up(0), bin, n.best.DefaultLeft)
	}
	return partThreads(r, w.threads, n.Lo, n.Hi, w.base.words[s/8], up(s), bin, n.best.DefaultLeft)
}

// total sums the values of a node's rows.
func (w *worker) total(n *Node) {
	row, value := w.g.rows.row[n.Lo:n.Hi], w.g.rows.value[n.Lo:n.Hi]
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

// sumThreads does the same with several goroutines.
func sumThreads(threads int, values []int64) int64 {
	var total atomic.Int64
	Parallel(threads, threads, func(i int) {
		total.Add(sum(values[len(values)*i/threads : len(values)*(i+1)/threads]))
	})
	return total.Load()
}

// ready sets the score to beat and reports whether n may be split at all.
func (w *worker) ready(n *Node) bool {
	l := &w.g.Limits
	if l.MaxDepth > 0 && n.Depth >= l.MaxDepth || n.Len() < 2*max(1, l.MinRows) {
		return false
	}
	n.score = w.criterion.Score(n)
	n.best.Score = n.score
	return n.score-n.score == 0
}

// evaluate finds the best splits of the two children of a node, or of the
// root alone. The parent's histogram goes to large or is given back.
func (w *worker) evaluate(small, large *Node) {
	readySmall := w.ready(small)
	readyLarge := large != nil && w.ready(large)
	if parent := small.parent; parent != nil {
		if parent.histogram != nil && readyLarge && large.Len() >= w.g.few() {
			w.sumBoth(parent, small, large)
		}
		w.release(parent)
	} else if readySmall && small.Len() >= w.g.few() && w.g.columns.whole() {
		small.histogram = w.sum(small)
	}
	if readyLarge {
		w.find(large)
	}
	if readySmall {
		w.find(small)
	}
	for _, n := range [...]*Node{small, large} {
		if n != nil && (n.gain == 0 || n.histogram != nil && n.Len() < 2*w.g.few()) {
			w.release(n)
		}
	}
}

// sumBoth makes the histograms of two children, of which the larger one's is
// what remains of the parent's. Rows with fewer cells than there are bins are
// taken out once more rather than subtracted bin by bin.
func (w *worker) sumBoth(parent, small, large *Node) {
	large.histogram, parent.histogram = parent.histogram, nil
	if small.Len() >= w.g.few() {
		small.histogram = w.sum(small)
		if w.g.listed || small.Len()*len(w.g.columns.all) >= w.g.Bins.bins {
			w.subtract(large.histogram, small.histogram)
			return
		}
	}
	w.takeOut(large.histogram, small, large)
}

// find finds the best split of a node, from its histogram if it has one.
func (w *worker) find(n *Node) {
	c := &w.g.columns
	for many := c.ByNode; ; many *= 2 { // the same random numbers begin with the same slots
		w.slots = c.of(n, many, w.slots)
		if n.histogram == nil {
			w.direct(n, w.slots)
		} else {
			w.scan(n, w.slots)
		}
		if n.gain = w.gain(n); n.gain > 0 {
			n.cut = w.g.Bins.Slots[n.best.Slot].cut(n.best)
			return
		}
		if !c.Insist || many >= len(c.all) {
			return
		}
	}
}

// gain returns the loss reduction of the best split found, 0 if it is not
// worth splitting.
func (w *worker) gain(n *Node) float64 {
	if n.best.Score <= n.score {
		return 0
	}
	if gain := w.criterion.Gain(n.best.Score - n.score); gain > 0 && gain >= w.g.Limits.MinGain {
		return gain
	}
	return 0
}

// scan finds the best split of a node from its histogram.
func (w *worker) scan(n *Node, slots []int32) {
	g := w.g
	for _, s := range slots {
		for c := range w.channels {
			w.sums.dense(c, n.histogram[c*g.stride+int(s)<<g.width:][:1<<g.width], len(g.Bins.Slots[s].Cuts)+1)
		}
		w.best(n, s)
	}
}

// sum returns the histogram of a node: by channel, by slot, by bin.
func (w *worker) sum(n *Node) []int64 {
	h := w.histogram()
	w.add(h, n, n, 1)
	return h
}

// takeOut leaves in the histogram of two nodes that of the second.
func (w *worker) takeOut(h []int64, first, second *Node) {
	value := w.g.rows.value[first.Lo:first.Hi]
	negate(value)
	w.add(h, first, second, -1)
	negate(value)
}

func negate(values []int64) {
	for i := range values {
		values[i] = -values[i]
	}
}

// add adds the rows of a node to a histogram, which is then that of the node
// of, and a number for each row where rows are counted. Several threads add a
// stretch of the rows each.
func (w *worker) add(h []int64, n, of *Node, one int64) {
	g, threads := w.g, w.threads
	if n.Len()*len(g.columns.all) < manyCells {
		threads = 1
	}
	if g.listed {
		Parallel(threads, len(g.Bins.tiles), func(i int) { w.addWhole(h, n, of, i, one) })
		return
	}
	if threads == 1 {
		w.addRows(h, n.Lo, n.Hi, one)
		return
	}
	parts := [][]int64{h}
	for len(parts) < threads {
		parts = append(parts, w.histogram())
	}
	Parallel(threads, threads, func(i int) {
		w.addRows(parts[i], n.Lo+n.Len()*i/threads, n.Lo+n.Len()*(i+1)/threads, one)
	})
	for _, part := range parts[1:] {
		for i, v := range part[:len(h)] {
			h[i] += v
		}
	}
	w.free = append(w.free, parts[1:]...)
}

// addRows adds rows to all blocks of a histogram, some at a time, so that their
// numbers and values stay in the cache from one block to the next.
func (w *worker) addRows(h []int64, lo, hi int, one int64) {
	const some = 1 << 13
	for ; lo < hi; lo += some {
		for b, used := range w.g.columns.used {
			if used {
				w.addBlock(h[b*len(block{}):], lo, min(lo+some, hi), b, one)
			}
		}
	}
}

// addBlock adds the rows lo to hi to one block of slots.
func (w *worker) addBlock(h []int64, lo, hi, b int, one int64) {
	g := w.g
	row, value := g.rows.row[lo:hi], g.rows.value[lo:hi]
	words := w.base.words[b]
	switch {
	case w.base.channel != nil:
		sweepChannels(h, g.stride, words, row, value, w.base.channel)
	case int(row[len(row)-1]-row[0]) == len(row)-1:
		(*block)(h).sweep(words[row[0]:], value)
	default:
		(*block)(h).sweepRows(words, row, value)
	}
	if g.counted() {
		(*block)(h[g.channels*g.stride:]).sweepCounts(words, row, one)
	}
}

// subtract leaves in a histogram what is left of it without a part.
func (w *worker) subtract(from, part []int64) {
	if w.g.width <= narrow {
		for i, v := range part[:len(from)] {
			from[i] -= v
		}
		return
	}
	for c := range w.channels {
		for i := range w.g.Bins.Slots {
			at := c*w.g.stride + i<<8
			a, b := (*[256]int64)(from[at:]), (*[256]int64)(part[at:])
			bins := a[:len(w.g.Bins.Slots[i].Cuts)+1]
			for j := range bins {
				bins[j] -= b[j]
			}
			a[Missing] -= b[Missing]
		}
	}
}

// histogram returns a cleared histogram of all slots and channels.
func (w *worker) histogram() []int64 {
	size := w.g.stride * w.channels
	last := len(w.free) - 1
	if last < 0 {
		return make([]int64, size)
	}
	h := w.free[last]
	w.free = w.free[:last]
	if len(h) != size {
		return make([]int64, size)
	}
	clear(h)
	return h
}

// release gives the histogram of a node back.
func (w *worker) release(n *Node) {
	if n.histogram != nil {
		w.free = append(w.free, n.histogram)
		n.histogram = nil
	}
}

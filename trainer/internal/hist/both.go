package hist

// splitBoth is split where rows go to every child that an adversary can bring
// them to (Andriushchenko and Hein, NeurIPS 2019). A node's rows are then no
// part of its parent's: both children are appended behind all rows, and the
// histogram of each is summed anew.
func (w *worker) splitBoth(n *Node) {
	slot := &w.g.Bins.Slots[n.best.Slot]
	w.giveBack(n.histogram)
	n.histogram = nil
	rows := &w.g.rows
	lo := len(rows.row)
	cut := slot.cut(n.best)
	window := Window{cut + 1, cut + 1}
	if cut < len(slot.Cuts) {
		window = slot.window(cut)
	}
	words := w.base.words[n.best.Slot/8]
	rows.pick(n, words, int(n.best.Slot), func(bin int) bool {
		return bin != Missing && bin < window.To || bin == Missing && n.best.DefaultLeft
	})
	middle := len(rows.row)
	rows.pick(n, words, int(n.best.Slot), func(bin int) bool {
		return bin != Missing && bin >= window.From || bin == Missing && !n.best.DefaultLeft
	})
	n.left, n.right = w.arena.node(lo, middle, n), w.arena.node(middle, len(rows.row), n)
	n.right.id++
	w.total(n.left)
	w.total(n.right)
	w.criterion.Bound(n, n.left, n.right, slot)
	w.evaluateAlone(n.left)
	w.evaluateAlone(n.right)
}

// pick appends the rows of a node whose bin is picked.
func (r *rows) pick(n *Node, words []uint64, slot int, picked func(bin int) bool) {
	shift := 8 * (slot % 8)
	for at := n.Lo; at < n.Hi; at++ {
		row := r.row[at]
		if picked(int(uint8(words[row] >> shift))) {
			r.row, r.value = append(r.row, row), append(r.value, r.value[at])
		}
	}
}

// evaluateAlone finds the best split of a node from a histogram of its own.
func (w *worker) evaluateAlone(n *Node) {
	if !w.ready(n) {
		return
	}
	if n.Len() >= w.g.few() && w.g.columns.whole() {
		n.histogram = w.sum(n)
	}
	w.find(n)
	w.giveBack(n.histogram)
	n.histogram = nil
}

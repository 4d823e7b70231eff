package grow

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// The sides of a split that a row can be on.
const (
	leftSide  = 1
	rightSide = 2
)

// splitBoth is split with rows going to every child that the attacker can bring them to (Andriushchenko
// and Hein, NeurIPS 2019). The children may need more room than the parent, so their rows are appended
// after all others.
func (w *worker) splitBoth(n *node) {
	slot := &w.bins.Slots[n.best.Slot]
	of := w.sidesOf(n, slot)
	rows := w.rows
	lo := len(rows.row)
	middle := w.partBoth(n, &of)
	n.left, n.right = w.arena.node(lo, middle, n), w.arena.node(middle, len(rows.row), n)
	n.right.id++
	w.total(n.left)
	w.total(n.right)
	w.criterion.Bound(&n.Node, &n.left.Node, &n.right.Node, slot)
	w.evaluateBoth(n, n.left, n.right, &of, rightSide)
	w.evaluateBoth(n, n.right, n.left, &of, leftSide)
	w.release(n)
}

// bothSides are, by bin, the sides of a split that its rows can be on, for rows that the attacker can
// move and for rows that it cannot.
type bothSides struct{ moved, still [256]uint8 }

// sidesOf returns the sides of n's best split.
func (w *worker) sidesOf(n *node, slot *bins.Slot) bothSides {
	of := bothSides{moved: w.movedSides(n, slot)}
	if w.g.Still != nil {
		calm := bins.Slot{Levels: slot.Levels, Cuts: slot.Cuts}
		of.still = w.movedSides(n, &calm)
	}
	return of
}

// movedSides returns, by bin, the sides of n's best split that the attacker can bring its rows to.
func (w *worker) movedSides(n *node, slot *bins.Slot) (of [256]uint8) {
	if slot.Levels != nil {
		return movedLevels(&n.best, slot)
	}
	window := bins.Window{From: n.cut + 1, To: n.cut + 1}
	if n.cut < len(slot.Cuts) {
		window = slot.Window(n.cut)
	}
	for bin := range of[:window.To] {
		of[bin] = leftSide
	}
	for bin := window.From; bin < bins.Missing; bin++ {
		of[bin] |= rightSide
	}
	of[bins.Missing] = rightSide
	if n.best.DefaultLeft {
		of[bins.Missing] = leftSide
	}
	if slot.Blank { // any row may go missing
		for bin := range bins.Missing {
			of[bin] |= of[bins.Missing]
		}
	}
	return of
}

// movedLevels returns, by bin, the sides of a split on levels that its rows can be brought to. Levels
// without rows in the node follow missing values.
func movedLevels(s *criterion.Split, slot *bins.Slot) (of [256]uint8) {
	of = sidesOfLevels(s)
	if slot.Reach == nil {
		return of
	}
	natural := of
	for bin := range slot.Reach {
		for to := range slot.Reach[bin].All() {
			if !s.Present.Has(to) {
				to = bins.Missing
			}
			of[bin] |= natural[to]
		}
	}
	return of
}

// partBoth appends the rows of a node that can be on the left of its split, and then those that can be
// on the right, and returns where these begin.
func (w *worker) partBoth(n *node, of *bothSides) (middle int) {
	if s := int(n.best.Slot); w.lists {
		w.rare.column = w.bins.Column(s, w.rare.column)
		return partBoth(w, n, of, w.rare.column, up(0))
	} else {
		return partBoth(w, n, of, w.base.words[s/8], up(s))
	}
}

func partBoth[C cell](w *worker, n *node, of *bothSides, cells []C, up uint64) (middle int) {
	r, channel, still := w.rows, w.base.channel, w.g.Still
	to, right := len(r.row), 0
	r.row, r.value = slices.Grow(r.row, 2*n.Rows), slices.Grow(r.value, 2*n.Rows)
	row, value := r.row[:to+2*n.Rows], r.value[:to+2*n.Rows]
	spareRow, spareValue := r.spareRow[:n.Rows], r.spareValue[:n.Rows]
	for at := n.lo; at < n.hi(); at++ { // a row that is on one side only is overwritten on the other
		id, v := row[at], value[at]
		row[to], value[to] = id, v
		spareRow[right], spareValue[right] = id, v
		sides := &of.moved
		if still != nil && still[channel[id]] {
			sides = &of.still
		}
		side := sides[uint64(cells[id])*up>>56]
		to += int(side & leftSide)
		right += int(side / rightSide)
	}
	copy(row[to:], spareRow[:right])
	copy(value[to:], spareValue[:right])
	r.row, r.value = row[:to+right], value[:to+right]
	return to
}

// pick appends the rows of a child of n that can be on no other side than the given one.
func (w *worker) pick(n, child *node, of *bothSides, side uint8) {
	var only [2][256]int // by bin: 1 if so, for rows that can be moved and for those that cannot
	for still, sides := range [2]*[256]uint8{&of.moved, &of.still} {
		for bin, s := range sides {
			if s == side {
				only[still][bin] = 1
			}
		}
	}
	if s := int(n.best.Slot); w.lists {
		w.rare.column = w.bins.Column(s, w.rare.column)
		pick(w, child, &only, w.rare.column, up(0))
	} else {
		pick(w, child, &only, w.base.words[s/8], up(s))
	}
}

func pick[C cell](w *worker, n *node, only *[2][256]int, cells []C, up uint64) {
	r, channel, still := w.rows, w.base.channel, w.g.Still
	to := len(r.row)
	r.row, r.value = slices.Grow(r.row, n.Rows), slices.Grow(r.value, n.Rows)
	row, value := r.row[:to+n.Rows], r.value[:to+n.Rows]
	for at := n.lo; at < n.hi(); at++ { // a row that is not picked is overwritten
		row[to], value[to] = row[at], value[at]
		calm := 0
		if still != nil && still[channel[row[at]]] {
			calm = 1
		}
		to += only[calm][uint64(cells[row[at]])*up>>56]
	}
	r.row, r.value = row[:to], value[:to]
}

// evaluateBoth finds the best split of a child. Its histogram is summed from its own rows or, if these
// are fewer, is the parent's minus the rows that can be only on the other side.
func (w *worker) evaluateBoth(n, child, sibling *node, of *bothSides, other uint8) {
	if !w.ready(child) {
		return
	}
	switch rows := w.rows; {
	case child.Rows < w.few() || !w.columns.whole():
	case n.histogram == nil || 2*child.Rows < n.Rows+2<<w.width: // a copy costs as much as a few rows
		child.histogram = w.sum(child)
	default:
		child.histogram = w.room()
		copy(child.histogram, n.histogram)
		lo := len(rows.row)
		w.pick(n, sibling, of, other)
		w.takeOut(child.histogram, &node{Node: criterion.Node{Rows: len(rows.row) - lo}, lo: lo}, child)
		rows.row, rows.value = rows.row[:lo], rows.value[:lo]
	}
	w.find(child)
	if child.gain == 0 || child.Rows < 2*w.few() {
		w.release(child)
	}
}

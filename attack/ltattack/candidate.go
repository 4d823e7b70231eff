package ltattack

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// change is a new cell of a feature.
type change struct {
	feature ensemble.Feature
	cell    ensemble.Cell
}

// candidate is a neighbour: the trees that move, their new leaves, and the
// cells that change.
type candidate struct {
	score   score
	sums    []int64
	trees   []int32
	leaves  []ensemble.Leaf
	changed []change
	found   bool
}

// try prices the neighbour that has leaf in tree t, and keeps it if it is the best adversarial one
// so far. n.side is the box of the neighbour.
func (n *neighborhood) try(t int32, leaf ensemble.Leaf) {
	n.count.Neighbors++
	n.stamp++
	n.changed = n.changed[:0]
	ordered := n.sets == nil // most models have no variables
	possible := n.collect(n.grid.LeafSides(leaf)) && (ordered || n.collectSets(n.grid.LeafSets(leaf)))
	for _, h := range n.holders {
		possible = possible && n.collect(n.grid.LeafSides(n.leaf[h])) && (ordered || n.collectSets(n.grid.LeafSets(n.leaf[h])))
	}
	if !possible {
		return
	}
	score := n.price()
	if !score.less(n.best.score) {
		return
	}
	n.trial = append(n.trial[:0], n.tuple.sums...)
	n.swap()
	for _, h := range n.holders {
		to := leaf
		switch {
		case h == t:
		case ordered:
			to = n.grid.LeafInOrder(int(h), n.cells)
		default:
			to = n.grid.Leaf(int(h), n.cells)
		}
		for k, c := range n.duel.contrasts {
			n.trial[k] += c.Gain(h, n.leaf[h], to)
		}
	}
	if n.duel.wins(n.trial, n.slack) {
		n.keep(score)
	}
	n.swap()
}

// collect adds the features of a leaf to the changed ones, and reports
// whether all of them have an admissible cell in the neighbour's box.
func (n *neighborhood) collect(sides []ensemble.Side) bool {
	for _, s := range sides {
		if n.mark[s.Feature] == n.stamp {
			continue
		}
		n.mark[s.Feature] = n.stamp
		box := n.box(s.Feature)
		cell := n.space.Nearest(s.Feature, box.lo, box.hi)
		if cell < 0 {
			return false
		}
		n.changed = append(n.changed, change{s.Feature, cell})
	}
	return true
}

// price returns the score of the point with the changed cells.
func (n *neighborhood) price() score {
	norm := n.space.Norm
	s := n.score
	if norm == attack.LInf {
		s.cost = n.unchangedCost()
	}
	for _, c := range n.changed {
		old, now := n.cost(c.feature), n.space.Cost[n.grid.ID(int(c.feature), c.cell)]
		switch norm {
		case attack.LInf:
			s.cost = max(s.cost, now)
			s.second += float64(now*now) - float64(old*old)
		case attack.L2:
			s.cost += now - old
		default:
			s.cost += now - old
			s.second += float64(now*now) - float64(old*old)
		}
	}
	return s
}

// unchangedCost returns the largest cost of a feature that does not change.
func (n *neighborhood) unchangedCost() float64 {
	for _, f := range n.moved {
		if n.mark[f] != n.stamp {
			return n.cost(f)
		}
	}
	return 0
}

// swap exchanges the changed cells with those of the tuple.
func (n *neighborhood) swap() {
	for i, c := range n.changed {
		n.changed[i].cell, n.cells[c.feature] = n.cells[c.feature], c.cell
	}
}

// keep records the candidate whose cells are swapped in as the best.
func (n *neighborhood) keep(s score) {
	b := &n.best
	b.found, b.score = true, s
	b.sums = append(b.sums[:0], n.trial...)
	b.trees = append(b.trees[:0], n.holders...)
	b.leaves = b.leaves[:0]
	for _, h := range n.holders {
		b.leaves = append(b.leaves, n.grid.Leaf(int(h), n.cells))
	}
	b.changed = b.changed[:0]
	for _, c := range n.changed {
		b.changed = append(b.changed, change{c.feature, n.cells[c.feature]})
	}
}

// accept moves the tuple to the best candidate.
func (n *neighborhood) accept() {
	b := &n.best
	for i, t := range b.trees {
		n.release(n.leaf[t])
		n.leaf[t] = b.leaves[i]
		n.hold(n.leaf[t])
	}
	for _, c := range b.changed {
		n.cells[c.feature] = c.cell
		n.relist(c.feature)
	}
	copy(n.tuple.sums, b.sums)
	n.rank()
}

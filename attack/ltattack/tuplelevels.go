package ltattack

import "github.com/hardwood-ml/hardwood/trainer/ensemble"

// nearest returns the cheapest cell of the box on a feature.
func (t *tuple) nearest(f ensemble.Feature) ensemble.Cell {
	if !t.grid.IsLoose(f) {
		return t.space.Nearest(f, t.lo(f), t.hi(f))
	}
	for _, c := range t.space.ByCost(f) {
		if t.held[t.grid.ID(int(f), c)] == 0 {
			return c
		}
	}
	return -1
}

// eachOutside calls visit for every cell that a leaf's side on a variable does not
// hold.
func (t *tuple) eachOutside(s ensemble.SetSide, visit func(ensemble.CellID)) {
	set := t.grid.Set(s.Feature, s.At)
	for id := t.grid.First[s.Feature]; id < t.grid.First[s.Feature+1]; id++ {
		if !set.Has(ensemble.Cell(id - t.grid.First[s.Feature])) {
			visit(id)
		}
	}
}

// crossLevels looks at the neighbours in which a variable has a cheaper cell. Each cheaper cell is
// blocked by the trees whose leaf does not hold it.
func (n *neighborhood) crossLevels(f ensemble.Feature) {
	cost := n.space.Cost[n.grid.First[f]:n.grid.First[f+1]]
	for _, c := range n.space.ByCost(f) {
		if cost[c] >= cost[n.cells[f]] {
			return
		}
		n.findLevelHolders(f, c)
		for _, t := range n.holders {
			n.release(n.leaf[t])
		}
		n.round++
		n.seen[f] = n.round
		only := n.setOf(f)
		clear(only)
		only.Add(c)
		for _, t := range n.holders {
			n.walk(t, n.grid.Root[t])
		}
		n.count.Bound += len(n.holders)
		for _, t := range n.holders {
			n.hold(n.leaf[t])
		}
	}
}

// findLevelHolders collects the trees whose leaf does not hold a cell of a
// variable.
func (n *neighborhood) findLevelHolders(f ensemble.Feature, c ensemble.Cell) {
	n.holders = n.holders[:0]
	at := n.grid.First[f]
	for _, t := range n.splits.on(at) {
		for _, s := range n.grid.LeafSets(n.leaf[t]) {
			if s.Feature == f && !n.grid.Set(f, s.At).Has(c) {
				n.holders = append(n.holders, t)
			}
		}
	}
}

// setOf returns the cells of the box without the holders.
func (n *neighborhood) setOf(f ensemble.Feature) ensemble.CellSet {
	set := ensemble.CellSet(n.sets[n.grid.Word[f]:n.grid.Word[f+1]])
	if n.seen[f] != n.round {
		n.seen[f] = n.round
		clear(set)
		for c, id := ensemble.Cell(0), n.grid.First[f]; id < n.grid.First[f+1]; c, id = c+1, id+1 {
			if n.held[id] == 0 {
				set.Add(c)
			}
		}
	}
	return set
}

// walkSets is walk below a node on a variable.
func (n *neighborhood) walkSets(t int32, node *ensemble.Node) {
	set, left := n.setOf(node.Feature), n.grid.LeftOf(node)
	saved := len(n.saved)
	n.saved = append(n.saved, set...)
	if set.Meets(left) {
		set.And(left)
		n.walk(t, node.Left)
		copy(set, n.saved[saved:])
	}
	if !set.Within(left) {
		set.AndNot(left)
		n.walk(t, node.Right)
		copy(set, n.saved[saved:])
	}
	n.saved = n.saved[:saved]
}

// collectSets is collect for sides on variables.
func (n *neighborhood) collectSets(sides []ensemble.SetSide) bool {
	for _, s := range sides {
		if n.mark[s.Feature] == n.stamp {
			continue
		}
		n.mark[s.Feature] = n.stamp
		cell := n.space.NearestIn(s.Feature, n.setOf(s.Feature))
		if cell < 0 {
			return false
		}
		n.changed = append(n.changed, change{s.Feature, cell})
	}
	return true
}

// randomLevel returns the value of a random admissible cell of a variable, or, at least every other
// time, the victim's.
func (s *searcher) randomLevel(f ensemble.Feature) float64 {
	first := s.space.Grid.First[f]
	c := ensemble.CellID(s.rand.Int32N(int32(s.space.Grid.Last(int(f))) + 1))
	if s.rand.IntN(2) == 0 || s.space.Cost[first+c] == inadmissible {
		return s.space.X[f]
	}
	return s.space.Value[first+c]
}

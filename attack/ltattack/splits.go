package ltattack

import "github.com/hardwood-ml/hardwood/trainer/ensemble"

// splits lists the trees of a duel by the cuts that they split on. Only leaf tuples need it.
type splits struct {
	grid *ensemble.Grid
	of   []int32 // the trees that are listed

	// tree[at[c]:at[c+1]] are the trees with a node on the cut c, numbered like the cell on its left
	// side (Grid.First[f]+cut); those with a node on a variable are under the number of its first
	// cell.
	at, tree []int32

	last []int32 // by cut, the tree last seen there, plus 1
}

// list lists trees, unless they are listed already: it counts, then places.
func (s *splits) list(trees []int32) {
	if s.at != nil && len(trees) == len(s.of) && (len(trees) == 0 || &trees[0] == &s.of[0]) {
		return
	}
	s.of = trees
	s.at = zeros(s.at, s.grid.NumCells()+1)
	s.last = zeros(s.last, s.grid.NumCells())
	s.each(func(cut ensemble.CellID, _ int32) { s.at[cut]++ })
	total := int32(0)
	for c, n := range s.at {
		s.at[c] = total // the beginning; placing counts up to the end
		total += n
	}
	s.tree = zeros(s.tree, int(total))
	clear(s.last)
	s.each(func(cut ensemble.CellID, t int32) {
		s.tree[s.at[cut]] = t
		s.at[cut]++
	})
	copy(s.at[1:], s.at) // ends are the beginnings of the next
	s.at[0] = 0
}

// each calls visit once for every tree and cut that it splits on.
func (s *splits) each(visit func(cut ensemble.CellID, tree int32)) {
	inner := func(t int32) int32 { return int32(s.grid.LeafOf[t]) - t } // nodes before tree t
	for _, t := range s.of {
		for _, n := range s.grid.Nodes[inner(t):inner(t+1)] {
			if cut := s.grid.ID(int(n.Feature), max(n.Cut, 0)); s.last[cut] != t+1 {
				s.last[cut] = t + 1
				visit(cut, t)
			}
		}
	}
}

// on returns the trees that split on a cut.
func (s *splits) on(cut ensemble.CellID) []int32 { return s.tree[s.at[cut]:s.at[cut+1]] }

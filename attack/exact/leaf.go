package exact

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// nearestLeaf settles a duel that a single tree decides: the example lies in the nearest leaf with
// a winning value (Chen et al., NeurIPS 2019, section 3.1, arXiv:1906.03849). It reports whether it
// has settled the duel.
func (s *searcher) nearestLeaf(duel attack.Duel) bool {
	c := duel[0]
	if len(duel) > 1 || len(c.Trees) > 1 || s.attack.Root {
		return false
	}
	copy(s.cells, s.space.Home)
	if len(c.Trees) == 0 {
		if c.Base >= c.Need && !s.try(s.cells) {
			s.leave(duel, s.cells)
		}
		return true
	}
	g := s.space.Grid
	t := c.Trees[0]
	values := c.Values(t)
	s.leaves = s.leaves[:0]
	for l := g.LeafOf[t]; l < g.LeafOf[t+1] && s.ctx.Err() == nil; l++ {
		if c.Base+values.At(l) >= c.Need && s.enter(l) {
			s.leaves = append(s.leaves, priced{l, s.space.Total(s.cells)})
		}
	}
	slices.SortStableFunc(s.leaves, func(a, b priced) int { return cmp.Compare(a.cost, b.cost) })
	for _, l := range s.leaves {
		if l.cost >= s.cost || s.ctx.Err() != nil {
			break
		}
		if s.enter(l.leaf); !s.try(s.cells) {
			s.leave(duel, s.cells)
		}
	}
	return s.ctx.Err() == nil
}

// priced is a leaf with the cost of its nearest point.
type priced struct {
	leaf ensemble.Leaf
	cost float64
}

// enter puts the point of a leaf that is nearest to the victim into s.cells,
// and reports whether the leaf has admissible points.
func (s *searcher) enter(leaf ensemble.Leaf) bool {
	copy(s.cells, s.space.Home)
	for _, side := range s.space.Grid.LeafSides(leaf) {
		at := s.space.Nearest(side.Feature, side.Lo, side.Hi)
		if at < 0 {
			return false
		}
		s.cells[side.Feature] = at
	}
	for _, side := range s.space.Grid.LeafSets(leaf) {
		at := s.space.NearestIn(side.Feature, s.space.Grid.Set(side.Feature, side.At))
		if at < 0 {
			return false
		}
		s.cells[side.Feature] = at
	}
	return true
}

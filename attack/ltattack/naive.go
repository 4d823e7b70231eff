package ltattack

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Neighborhood is the set of tuples that a descent looks at before it moves.
type Neighborhood uint8

// The neighbourhoods of the paper.
const (
	Bound        Neighborhood = iota // tuples that differ in a bound tree
	NaiveLeaf                        // every leaf of every tree, reached by moving the point
	NaiveFeature                     // one feature moved across either side of the box
)

var neighborhoodNames = [...]string{"bound", "naive-leaf", "naive-feature"}

// String returns the name of n.
func (n Neighborhood) String() string {
	if int(n) < len(neighborhoodNames) {
		return neighborhoodNames[n]
	}
	return fmt.Sprintf("neighborhood %d", n)
}

// naive moves to the nearest adversarial tuple of a naive neighbourhood and reports whether it is
// nearer than the current one (paper, sections "Limitations of Naive Neighborhood Space
// Definitions" and "Algorithm for NaiveLeaf"). As there, every candidate costs a query of the whole
// model.
func (s *searcher) naive() bool {
	if s.trial == nil {
		s.trial = newTuple(s.space)
	}
	n := s.near
	best := n.score
	found := false
	consider := func() {
		if s.ctx.Err() != nil { // there may be many, and each takes as long as the model is large
			return
		}
		n.count.Neighbors++
		if s.winnerIn(n.duel, s.cells) == nil {
			return
		}
		s.trial.set(n.duel, s.cells)
		if s.trial.score.less(best) {
			found, best = true, s.trial.score
			copy(s.nearer, s.trial.cells)
		}
	}
	n.count = Counts{}
	if s.attack.Neighborhood == NaiveLeaf {
		s.eachLeaf(consider)
	} else {
		s.eachSide(consider)
	}
	if found {
		n.set(n.duel, s.nearer)
	}
	return found
}

// eachLeaf puts the current point, moved into each leaf of each tree in turn, into s.cells and
// calls visit.
func (s *searcher) eachLeaf(visit func()) {
	g, n := s.space.Grid, s.near
	for _, t := range n.duel.trees {
		for leaf := g.LeafOf[t]; leaf < g.LeafOf[t+1]; leaf++ {
			if leaf == n.leaf[t] {
				continue
			}
			copy(s.cells, n.cells)
			possible := true
			for _, side := range g.LeafSides(leaf) {
				if c := s.cells[side.Feature]; c < side.Lo || c > side.Hi {
					s.cells[side.Feature] = s.space.Nearest(side.Feature, side.Lo, side.Hi)
					possible = possible && s.cells[side.Feature] >= 0
				}
			}
			if possible {
				visit()
			}
		}
	}
}

// eachSide puts the current point, moved just out of the tuple's box on each side of each feature
// in turn, into s.cells and calls visit.
func (s *searcher) eachSide(visit func()) {
	n := s.near
	for f := range n.cells {
		for _, c := range [2]ensemble.Cell{n.lo(ensemble.Feature(f)) - 1, n.hi(ensemble.Feature(f)) + 1} {
			if c < 0 || c > s.space.Grid.Last(f) || s.space.Cost[s.space.Grid.ID(f, c)] == inadmissible {
				continue
			}
			copy(s.cells, n.cells)
			s.cells[f] = c
			visit()
		}
	}
}

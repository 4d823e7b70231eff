package bound

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// mostWanted returns the largest score of a cell of a variable.
func (s *Splitter) mostWanted(g *Graph, i int32) float64 {
	most := 0.0
	for _, v := range s.score[g.At[i]:g.At[i+1]] {
		most = max(most, v)
	}
	return most
}

// wanted returns the cells of a variable with a given score, which are never all of them.
func (s *Splitter) wanted(g *Graph, i int32, score float64) ensemble.CellSet {
	s.set = extend(s.set[:0], int(g.words[i]))
	for k := g.At[i]; k < g.At[i+1]; k++ {
		if s.score[k] == score {
			s.set.Add(g.First[k])
		}
	}
	return s.set
}

// weighSets is the part of weigh for a pair on a variable that prefers fine segment at; it returns
// what the tree has handed to that.
func (s *Splitter) weighSets(g *Graph, p, at int32) (handed int64) {
	here := int32(-1)
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		for _, k := range g.fines(j) {
			if k == at {
				here, handed = j, g.message[j]
			}
		}
	}
	for k := g.side[p]; k < g.side[p+1]; k++ {
		l, holds := g.sideLeaf[k], false
		for _, j := range g.members(k) {
			holds = holds || j == here
		}
		if !holds {
			s.misses[l]++
		}
		s.value[l] -= g.leastOf(k)
	}
	return handed
}

// want adds what a tree would lose to the cells on the side of its best leaf, unless the favourite
// at is among them.
func (s *Splitter) want(g *Graph, side, at int32, loss float64) {
	for _, j := range g.members(side) {
		for _, k := range g.fines(j) {
			if k == at {
				return
			}
		}
	}
	for _, j := range g.members(side) {
		for _, k := range g.fines(j) {
			s.score[k] += loss
		}
	}
}

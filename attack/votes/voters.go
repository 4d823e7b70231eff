package votes

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// voters are the trees that vote, over columns of 0 and 1.
type voters struct {
	grid   *ensemble.Grid
	trees  []int32   // those with two values
	weight []float64 // of each of them: the difference between its two values
	most   []bool    // of each leaf of the grid: whether it votes for class 1
}

func newVoters(g *ensemble.Grid) *voters {
	c := g.Contrast(0, 1)
	v := &voters{grid: g, most: make([]bool, g.NumLeaves())}
	for _, t := range c.Trees {
		low, high, _ := c.Votes(g, t)
		if low == high {
			continue
		}
		v.trees = append(v.trees, t)
		v.weight = append(v.weight, c.Margin(high)-c.Margin(low))
		values := c.Values(t)
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			v.most[l] = values.At(l) == high
		}
	}
	return v
}

// splits reports whether some tree splits a feature.
func (v *voters) splits(f int) bool { return v.grid.Last(f) > 0 }

// weigh writes the weight of each column at a point of cells, for an attacker who wants the other
// class than label. A tree that votes for label adds its own weight to the columns on the shortest
// ways to its other vote, halved for each column on such a way after the first. A tree that already
// votes for the other class subtracts its weight from the columns whose change alone would bring
// its vote back.
func (v *voters) weigh(cells []ensemble.Cell, label int, weight []float64) {
	clear(weight)
	for i, t := range v.trees {
		vote := v.most[v.grid.LeafInOrder(int(t), cells)]
		length, columns := v.ways(t, cells, !vote)
		share := math.Ldexp(v.weight[i], 1-length)
		if vote != (label == 1) {
			if share = -share; length > 1 {
				continue
			}
		}
		for f := range columns {
			weight[f] += share
		}
	}
}

// ways returns how many columns have to change to get a vote from a tree, and the columns on all
// the shortest ways.
func (v *voters) ways(t int32, cells []ensemble.Cell, vote bool) (int, map[ensemble.Feature]bool) {
	shortest, columns := math.MaxInt32, map[ensemble.Feature]bool{}
	var way []ensemble.Feature
	for l := v.grid.LeafOf[t]; l < v.grid.LeafOf[t+1]; l++ {
		if v.most[l] != vote {
			continue
		}
		way = way[:0]
		for _, s := range v.grid.LeafSides(l) {
			if s.Lo > s.Hi { // no point falls into the leaf
				way = nil
				break
			}
			if c := cells[s.Feature]; c < s.Lo || c > s.Hi {
				way = append(way, s.Feature)
			}
		}
		if len(way) == 0 || len(way) > shortest {
			continue
		}
		if len(way) < shortest {
			shortest = len(way)
			clear(columns)
		}
		for _, f := range way {
			columns[f] = true
		}
	}
	return shortest, columns
}

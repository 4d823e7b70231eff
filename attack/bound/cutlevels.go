package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// profileLevels is profile for a pair of tree t, which may split on variables.
func (c *Climber) profileLevels(i, p int32, t int, cells []ensemble.Cell) {
	g, grid := c.graph, c.space.Grid
	gain, f := c.gain, g.Feature[i]
	values := c.contrast.Values(int32(t))
	here := values.At(grid.Leaf(t, cells))
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if g.isLoose(i) {
			fines := g.fines(j)
			cells[f] = g.First[fines[0]]
			d := values.At(grid.Leaf(t, cells)) - here
			for _, k := range fines {
				gain[k-g.At[i]] += d
			}
			continue
		}
		cells[f] = g.First[g.start[j]]
		d := values.At(grid.Leaf(t, cells)) - here
		for k := g.start[j]; k < g.start[j+1]; k++ {
			gain[k-g.At[i]] += d
		}
	}
}

// beginSets starts with a graph with variables.
func (c *Cutter) beginSets(g *Graph) {
	n := len(g.First)
	if cap(c.keep) < n {
		c.keep, c.covered, c.number = make([]bool, 2*n), make([]bool, 2*n), make([]int32, 2*n)
	}
	c.keep, c.covered, c.number = c.keep[:n], c.covered[:n], c.number[:n]
	for k := range c.keep {
		c.keep[k] = true
	}
}

// cutSet keeps the cells of a variable that are in a cut.
func (c *Cutter) cutSet(g *Graph, i int32, cut Cut) {
	for k := g.At[i]; k < g.At[i+1]; k++ {
		c.keep[k] = c.keep[k] && cut.Set.Has(g.First[k]) != cut.Out
	}
}

// dropDead drops the dead cells of a variable, and returns the cheapest of those
// that are left, or -1.
func (c *Cutter) dropDead(g *Graph, i int32) int32 {
	mid := int32(-1)
	for k := g.At[i]; k < g.At[i+1]; k++ {
		c.keep[k] = c.keep[k] && alive(g.belief[k])
		if c.keep[k] && (mid < 0 || g.Cost[k] < g.Cost[mid]) {
			mid = k
		}
	}
	return mid
}

// dropDear drops the cells of a variable that cost more than most, and reports whether there were
// any.
func (c *Cutter) dropDear(g *Graph, i int32, most float64) (changed bool) {
	for k := g.At[i]; k < g.At[i+1]; k++ {
		if c.keep[k] && g.Cost[k] > most && k != c.mid[i] {
			c.keep[k], changed = false, true
		}
	}
	return changed
}

// pruneSets is the part of prune for a pair on a variable.
func (c *Cutter) pruneSets(g *Graph, p int32, live []bool) {
	from, to := g.seg[p], g.seg[p+1]-1
	c.cheapest = c.cheapest[:0]
	for j := from; j < to; j++ {
		least := math.Inf(1)
		for _, k := range g.fines(j) {
			if c.keep[k] {
				least = min(least, g.Cost[k])
			}
		}
		c.cheapest = append(c.cheapest, least)
	}
	paid := g.Cost[c.mid[g.pair[p]]]
	for k := g.side[p]; k < g.side[p+1]; k++ {
		l := g.sideLeaf[k]
		if !live[l] {
			continue
		}
		least := math.Inf(1)
		for _, j := range g.members(k) {
			least = min(least, c.cheapest[j-from])
		}
		if math.IsInf(least, 1) {
			live[l] = false
		} else if g.sum {
			c.cost[l] += least - paid
		}
	}
}

// hullSets is hull for a pair on a variable.
func (c *Cutter) hullSets(g *Graph, p int32, live []bool, n int32) (changed bool) {
	i := g.pair[p]
	covered := c.covered[g.At[i]:g.At[i+1]]
	clear(covered)
	count := int32(0)
	for k := g.side[p]; k < g.side[p+1]; k++ {
		if !live[g.sideLeaf[k]] {
			continue
		}
		count++
		for _, j := range g.members(k) {
			for _, fine := range g.fines(j) {
				covered[fine-g.At[i]] = true
			}
		}
	}
	if count < n {
		return false
	}
	for k, yes := range covered {
		if at := g.At[i] + int32(k); c.keep[at] && !yes {
			c.keep[at], changed = false, true
		}
	}
	return changed
}

// isLeft reports whether anything is left of a coarse segment of a variable.
func (c *Cutter) isLeft(g *Graph, j int32) bool {
	for _, k := range g.fines(j) {
		if c.keep[k] {
			return true
		}
	}
	return false
}

// classes returns how many coarse segments of a pair on a variable are left, and
// the last of them.
func (c *Cutter) classes(g *Graph, p int32) (n int, last int32) {
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if c.isLeft(g, j) {
			n, last = n+1, j
		}
	}
	return n, last
}

// leftOf returns how many coarse segments of a side on a variable are left.
func (c *Cutter) leftOf(g *Graph, side int32) (n int) {
	for _, j := range g.members(side) {
		if c.isLeft(g, j) {
			n++
		}
	}
	return n
}

// tellsApart reports whether a live leaf has a side on a variable that does not cover all that is
// left of it.
func (c *Cutter) tellsApart(g *Graph, p int32, live []bool) bool {
	all, _ := c.classes(g, p)
	for k := g.side[p]; k < g.side[p+1]; k++ {
		if live[g.sideLeaf[k]] && c.leftOf(g, k) < all {
			return true
		}
	}
	return false
}

// Allows reports whether the points of g can have a cell of a variable.
func (g *Graph) Allows(f ensemble.Feature, cell ensemble.Cell) bool {
	for _, c := range g.fixed {
		if c.feature == f {
			return c.cell == cell
		}
	}
	i, found := slices.BinarySearch(g.Feature, f)
	if !found {
		return true
	}
	for k := g.At[i]; k < g.At[i+1]; k++ {
		if g.First[k] == cell {
			return alive(g.belief[k])
		}
	}
	return false
}

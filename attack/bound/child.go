package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Cut is a part of a feature: the cells from From to To, or for a variable the cells of Set, or
// with Out all others.
type Cut struct {
	Feature  ensemble.Feature
	From, To ensemble.Cell
	Set      ensemble.CellSet
	Out      bool
}

// Cutter holds the scratch memory for cutting graphs down.
type Cutter struct {
	lo, hi, mid []int32 // by feature: the first and last segment left, and the cheapest
	live        []bool  // by leaf
	cost        []float64
	inner       []int32 // by leaf of a tree: its sides in a pair
	keepPair    []bool
	at          []int32 // by feature: its place in the new graph, or -1
	base        float64 // least cost of all features

	// For variables:
	keep     []bool    // by fine segment: it is left
	number   []int32   // by fine segment: its number in the new graph
	cheapest []float64 // by coarse segment of a pair: its least cost, +Inf if nothing is left of it
	coarse   []int32   // by coarse segment of a pair: its number in the new graph, or -1
	covered  []bool    // by fine segment: a live leaf of a tree reaches it
}

// Cut makes child the graph of those points of g that lie in a part of one feature and cost at most
// limit. It returns false if there are none. Messages are carried over.
func (c *Cutter) Cut(child, g *Graph, cut Cut, limit float64) bool {
	limit = min(limit, g.limit)
	c.begin(g)
	if i, found := slices.BinarySearch(g.Feature, cut.Feature); found && cut.Set != nil {
		c.cutSet(g, int32(i), cut)
	} else if found {
		for c.lo[i] <= c.hi[i] && g.Last[c.lo[i]] < cut.From {
			c.lo[i]++
		}
		for c.lo[i] <= c.hi[i] && g.First[c.hi[i]] > cut.To {
			c.hi[i]--
		}
	}
	for changed := true; changed; {
		if !c.trim(g, limit) {
			return false
		}
		var some bool
		if changed, some = c.prune(g, limit); !some {
			return false
		}
	}
	c.copy(child, g, limit)
	return true
}

func (c *Cutter) begin(g *Graph) {
	n := len(g.Feature)
	if cap(c.lo) < n {
		c.lo, c.hi, c.mid, c.at = make([]int32, 2*n), make([]int32, 2*n), make([]int32, 2*n), make([]int32, 2*n)
	}
	c.lo, c.hi, c.mid, c.at = c.lo[:n], c.hi[:n], c.mid[:n], c.at[:n]
	for i := range g.Feature {
		c.lo[i], c.hi[i] = g.At[i], g.At[i+1]-1
	}
	if cap(c.live) < len(g.leaf) {
		c.live, c.cost, c.inner = make([]bool, 2*len(g.leaf)), make([]float64, 2*len(g.leaf)), make([]int32, 2*len(g.leaf))
	}
	c.live, c.cost, c.inner = c.live[:len(g.leaf)], c.cost[:len(g.leaf)], c.inner[:len(g.leaf)]
	for l, v := range g.value {
		c.live[l] = alive(v)
	}
	if cap(c.keepPair) < len(g.pair) {
		c.keepPair = make([]bool, 2*len(g.pair))
	}
	c.keepPair = c.keepPair[:len(g.pair)]
	if len(g.words) > 0 {
		c.beginSets(g)
	}
}

// trim removes segments that are dead or cost too much from the ends of features, and finds the
// cheapest. It reports whether some are left of each feature.
func (c *Cutter) trim(g *Graph, limit float64) bool {
	for c.trimDead(g, limit) {
		if !c.trimDear(g, limit) {
			return true
		}
	}
	return false
}

// trimDead removes dead segments, and finds the cheapest of the others. It reports whether some are
// left of each feature, within the limit.
func (c *Cutter) trimDead(g *Graph, limit float64) bool {
	c.base = g.spent
	for i := range c.lo {
		lo, hi := c.lo[i], c.hi[i]
		for lo <= hi && !alive(g.belief[lo]) {
			lo++
		}
		for lo <= hi && !alive(g.belief[hi]) {
			hi--
		}
		if lo > hi {
			return false
		}
		mid := lo
		for k := lo + 1; k <= hi && g.Cost[k] <= g.Cost[mid]; k++ {
			mid = k
		}
		if g.isLoose(int32(i)) {
			if mid = c.dropDead(g, int32(i)); mid < 0 {
				return false
			}
		}
		c.lo[i], c.hi[i], c.mid[i] = lo, hi, mid
		if g.sum {
			c.base += g.Cost[mid]
		} else if g.Cost[mid] > limit {
			return false
		}
	}
	return !(g.sum && c.base > limit*(1+tolerance))
}

// trimDear removes segments that cost too much beside the cheapest ones of the other features, and
// reports whether there were any.
func (c *Cutter) trimDear(g *Graph, limit float64) (some bool) {
	for i := range c.lo {
		most := limit
		if g.sum {
			most = float64((limit-c.base)*(1+tolerance)) + g.Cost[c.mid[i]] + float64(limit*tolerance)
		}
		if g.isLoose(int32(i)) {
			some = c.dropDear(g, int32(i), most) || some
			continue
		}
		for c.lo[i] < c.hi[i] && g.Cost[c.lo[i]] > most {
			c.lo[i]++
			some = true
		}
		for c.lo[i] < c.hi[i] && g.Cost[c.hi[i]] > most {
			c.hi[i]--
			some = true
		}
	}
	return some
}

// prune drops the leaves that are out of reach, and cuts features down to what the remaining leaves
// of each tree cover.
func (c *Cutter) prune(g *Graph, limit float64) (changed, some bool) {
	spare := limit - c.base + float64(limit*tolerance)
	for ti := range g.trees {
		t := &g.trees[ti]
		live := c.live[t.leaf:t.leafEnd]
		if g.sum {
			clear(c.cost[:len(live)])
		}
		for p := t.pair; p < t.pairEnd; p++ {
			f := g.pair[p]
			if g.isLoose(f) {
				c.pruneSets(g, p, live)
				continue
			}
			lo, hi := c.lo[f], c.hi[f]
			for k := g.side[p]; k < g.side[p+1]; k++ {
				l := g.sideLeaf[k]
				if !live[l] {
					continue
				}
				a, b := g.start[g.sideLo[k]], g.start[g.sideHi[k]+1]-1
				if b < lo || a > hi {
					live[l] = false
				} else if g.sum {
					mid := c.mid[f]
					c.cost[l] += g.Cost[min(max(mid, a), b)] - g.Cost[mid]
				}
			}
		}
		n := int32(0)
		for l := range live {
			live[l] = live[l] && (!g.sum || c.cost[l] <= spare)
			if live[l] {
				n++
			}
		}
		if n == 0 {
			return changed, false
		}
		if c.hull(g, t, live, n) {
			changed = true
		}
	}
	return changed, true
}

// hull cuts features down to what n live leaves of a tree cover.
func (c *Cutter) hull(g *Graph, t *factor, live []bool, n int32) (changed bool) {
	for p := t.pair; p < t.pairEnd; p++ {
		f := g.pair[p]
		if g.isLoose(f) {
			changed = c.hullSets(g, p, live, n) || changed
			continue
		}
		count, from, to := int32(0), int32(math.MaxInt32), int32(-1)
		for k := g.side[p]; k < g.side[p+1]; k++ {
			if live[g.sideLeaf[k]] {
				count++
				from = min(from, g.start[g.sideLo[k]])
				to = max(to, g.start[g.sideHi[k]+1]-1)
			}
		}
		if count < n {
			continue
		}
		if from > c.lo[f] {
			c.lo[f], changed = from, true
		}
		if to < c.hi[f] {
			c.hi[f], changed = to, true
		}
	}
	return changed
}

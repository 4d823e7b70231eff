package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Builder builds the graphs of one victim after another. It is scratch
// memory for one goroutine.
type Builder struct {
	grid  *ensemble.Grid
	space *attack.Space
	split []ensemble.Feature // features that trees split

	// reach[cell] is the least cost of the cell and of all farther ones on its side: the least cost
	// of going that far.
	reach []float64

	grain float64 // costs of points are whole multiples of it, 0 for anything

	// The current ball: the interval of each feature, which narrows on the way through a tree, and
	// what the trees walked so far reach.
	limit   float64 // below 0 for no ball
	lo, hi  []ensemble.Cell
	spans   []span  // by tree: its leaves in reached
	forks   []int32 // by tree: the lowest node above all of these
	reached []leaf
	sides   []ensemble.Side    // of the leaves, if they are narrower than the ball
	sum     bool               // costs add up
	spent   float64            // what the way costs, if costs add up
	path    []ensemble.Feature // features that narrow on the way

	// The same for variables, each from Grid.Word on: the cells in the ball, which narrow too. For
	// a side on a variable, Lo is where its set begins in bits.
	open  []uint64
	saved []uint64 // what to restore on the way back
	bits  []uint64
	class []uint64 // sets of cells that the sides of a pair tell apart

	slot []int32 // by cut: the coarse segment that starts above it
	fine []int32 // by cut: the fine segment that starts above it
	used []uint64

	forked  []ensemble.Feature // features of the current tree
	pairOf  []int32            // by feature: how many sides the tree has on it, then its pair; back to 0 between trees
	touched []ensemble.Feature // features with a pair
	place   []int32            // by feature: its position in Graph.Feature; -1 if it has no pair
}

// span is a part of a slice; it is not known yet if to is 0.
type span struct{ from, to int32 }

// leaf is a leaf in reach, with its part of Builder.sides.
type leaf struct {
	leaf          ensemble.Leaf
	side, sideEnd int32
}

// NewBuilder returns a builder of graphs on a space.
func NewBuilder(s *attack.Space) *Builder {
	n, cells := len(s.Home), s.Grid.NumCells()
	b := &Builder{
		grid: s.Grid, space: s, sum: s.Norm != attack.LInf, limit: -1,
		reach: make([]float64, cells),
		lo:    make([]ensemble.Cell, n), hi: make([]ensemble.Cell, n), spans: make([]span, len(s.Grid.Root)),
		forks: make([]int32, len(s.Grid.Root)),
		slot:  make([]int32, cells), fine: make([]int32, cells),
		used:   make([]uint64, (cells+63)/64),
		pairOf: make([]int32, n), place: make([]int32, n),
	}
	if s.Grid.Loose != nil {
		b.open = make([]uint64, s.Grid.Word[n])
	}
	for f := range b.place {
		b.place[f] = -1
		if s.Grid.Last(f) > 0 || s.Grid.IsLoose(ensemble.Feature(f)) {
			b.split = append(b.split, ensemble.Feature(f))
		}
	}
	return b
}

// Reset starts with the victim that the space has been reset for.
func (b *Builder) Reset() {
	b.limit = -1
	for _, f := range b.split {
		first, end := b.grid.First[f], b.grid.First[f+1]
		home, cost, reach := b.space.Home[f], b.space.Cost[first:end], b.reach[first:end]
		if b.grid.IsLoose(f) {
			copy(reach, cost)
			continue
		}
		least := math.Inf(1)
		for c := b.space.Hi[f]; c > home; c-- {
			least = min(least, cost[c])
			reach[c] = least
		}
		least = math.Inf(1)
		for c := b.space.Lo[f]; c < home; c++ {
			least = min(least, cost[c])
			reach[c] = least
		}
		reach[home] = 0
	}
	b.grain = b.findGrain()
}

// Build makes g the graph of all points that cost at most limit.
func (b *Builder) Build(g *Graph, c *ensemble.Contrast, limit float64) {
	b.ball(limit)
	g.reset(b.limit, b.sum)
	sum := c.Base
	for _, t := range c.Trees {
		if leaves := b.leaves(t); len(leaves) > 1 {
			b.addTree(g, c, t, leaves)
		} else {
			sum += c.Values(t).At(leaves[0].leaf)
		}
	}
	g.built, g.alone = true, sum
	g.constant, g.need = scaleUp(sum), scaleDown(c.Need)
	g.seg = append(g.seg, int32(len(g.start)))
	g.side = append(g.side, int32(len(g.sideLeaf)))
	g.message = extend(g.message, len(g.start))
	b.addFeatures(g)
	for p, f := range g.pair {
		from, to := g.seg[p], g.seg[p+1]-1
		at := b.place[f]
		g.pair[p] = at
		if g.isLoose(at) {
			first := b.grid.First[g.Feature[at]]
			for k := g.start[from]; k < g.start[to]; k++ {
				g.part[k] = b.fine[first+ensemble.CellID(g.part[k])]
			}
			continue
		}
		for j := from + 1; j < to; j++ {
			g.start[j] = b.fine[g.start[j]]
		}
		g.start[from], g.start[to] = g.At[at], g.At[at+1]
	}
	for _, f := range b.touched {
		b.place[f] = -1
	}
	b.touched = b.touched[:0]
}

// addTree adds the leaves and the pairs of a tree.
func (b *Builder) addTree(g *Graph, c *ensemble.Contrast, t int32, leaves []leaf) {
	f := factor{tree: t, fork: b.forks[t], leaf: int32(len(g.leaf)), pair: int32(len(g.pair))}
	b.forked = b.forked[:0]
	values := c.Values(t)
	for _, l := range leaves {
		g.leaf = append(g.leaf, l.leaf)
		g.value = append(g.value, scaleUp(values.At(l.leaf)))
		for _, s := range b.sides[l.side:l.sideEnd] {
			if b.pairOf[s.Feature]++; b.pairOf[s.Feature] == 1 {
				b.forked = append(b.forked, s.Feature)
			}
		}
	}
	slices.Sort(b.forked)
	sides := int32(0)
	for _, feature := range b.forked {
		sides += b.pairOf[feature]
		b.pairOf[feature] = int32(len(g.pair))
		g.pair = append(g.pair, int32(feature))               // for now; Build turns it into its position
		g.side = append(g.side, int32(len(g.sideLeaf))+sides) // the end, for now
	}
	g.sideLeaf, g.sideLo, g.sideHi = extend(g.sideLeaf, int(sides)), extend(g.sideLo, int(sides)), extend(g.sideHi, int(sides))
	for i := len(leaves) - 1; i >= 0; i-- { // inlined, range over slices.Backward would be a call
		for _, s := range b.sides[leaves[i].side:leaves[i].sideEnd] {
			p := b.pairOf[s.Feature]
			g.side[p]--
			k := g.side[p]
			g.sideLeaf[k], g.sideLo[k], g.sideHi[k] = int32(i), int32(s.Lo), int32(s.Hi) // cells, for now
		}
	}
	f.leafEnd, f.pairEnd = int32(len(g.leaf)), int32(len(g.pair))
	for p, feature := range b.forked {
		b.pairOf[feature] = 0
		b.addPair(g, f.pair+int32(p))
	}
	g.trees = append(g.trees, f)
}

// addPair makes the coarse segments of a pair, from the cuts at which its sides begin and end, and
// turns the sides into such segments.
func (b *Builder) addPair(g *Graph, p int32) {
	f := ensemble.Feature(g.pair[p])
	if b.place[f] < 0 {
		b.place[f] = 0
		b.touched = append(b.touched, f)
	}
	from, to := g.side[p], int32(len(g.sideLeaf))
	if int(p)+1 < len(g.side) {
		to = g.side[p+1]
	}
	first := int32(len(g.start))
	g.seg = append(g.seg, first)
	if b.grid.IsLoose(ensemble.Feature(f)) {
		b.addClasses(g, ensemble.Feature(f), from, to)
		return
	}
	g.start = append(g.start, -1)
	cell, least, most := int32(b.grid.First[f]), int32(b.lo[f]), int32(b.hi[f])
	for k := from; k < to; k++ {
		if lo := g.sideLo[k]; lo > least {
			g.start = insert(g.start, first+1, cell+lo-1)
		}
		if hi := g.sideHi[k]; hi < most {
			g.start = insert(g.start, first+1, cell+hi)
		}
	}
	last := int32(len(g.start)) - 1
	for j := first + 1; j <= last; j++ {
		c := g.start[j]
		b.slot[c] = j
		b.used[c>>6] |= 1 << (c & 63)
	}
	g.start = append(g.start, -1)
	for k := from; k < to; k++ {
		lo, hi := first, last
		if g.sideLo[k] > least {
			lo = b.slot[cell+g.sideLo[k]-1]
		}
		if g.sideHi[k] < most {
			hi = b.slot[cell+g.sideHi[k]] - 1
		}
		g.sideLo[k], g.sideHi[k] = lo, hi
	}
}

// extend lengthens s by n zeros.
func extend[T any](s []T, n int) []T {
	longer := slices.Grow(s, n)[:len(s)+n]
	clear(longer[len(s):])
	return longer
}

// insert puts v into the sorted part of s that begins at from, unless it is there.
func insert(s []int32, from, v int32) []int32 {
	at := int32(len(s))
	for at > from && s[at-1] > v {
		at--
	}
	if at > from && s[at-1] == v {
		return s
	}
	return slices.Insert(s, int(at), v)
}

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

	// reach[cell] is the least cost of the cell and of all farther ones on
	// its side: what it costs at least to go that far.
	reach []float64

	// The walk through the trees: the interval of each feature on the way,
	// valid where boxed[f] == round, and what the way costs where costs add up.
	lo, hi []int32
	boxed  []uint32
	round  uint32
	limit  float64
	sum    bool
	spent  float64

	leaves []int32 // of the present tree
	cuts   []cut   // of the present tree, each once
	seen   []int32 // by cut: the tree last seen on it, plus 1
	slot   []int32 // by cut: the coarse segment that starts above it
	fine   []int32 // by cut: the fine segment that starts above it
	used   []uint64

	pairOf  []int32 // by feature: its pair in the present tree, valid where owner is the tree plus 1
	owner   []int32
	place   []int32 // by feature: its position in Graph.Feature
	touched []int32 // features with a cut
	sides   []side
}

// cut is a cut with its feature; at is the number of the cell below it,
// counted over all features.
type cut struct{ at, feature int32 }

type side struct{ pair, leaf, lo, hi int32 }

// NewBuilder returns a builder of graphs on a space.
func NewBuilder(s *attack.Space) *Builder {
	n, cells := len(s.Home), s.Grid.NumCells()
	return &Builder{
		grid: s.Grid, space: s, sum: s.Norm != attack.LInf,
		reach: make([]float64, cells),
		lo:    make([]int32, n), hi: make([]int32, n), boxed: make([]uint32, n),
		seen: make([]int32, cells), slot: make([]int32, cells), fine: make([]int32, cells),
		used:   make([]uint64, (cells+63)/64),
		pairOf: make([]int32, n), owner: make([]int32, n), place: make([]int32, n),
	}
}

// Reset takes in the victim that the space has been reset for.
func (b *Builder) Reset() {
	for f, home := range b.space.Home {
		cost := b.space.Cost[b.grid.First[f]:b.grid.First[f+1]]
		reach := b.reach[b.grid.First[f]:b.grid.First[f+1]]
		least := math.Inf(1)
		for c := len(cost) - 1; c > int(home); c-- {
			least = min(least, cost[c])
			reach[c] = least
		}
		least = math.Inf(1)
		for c := range cost[:home] {
			least = min(least, cost[c])
			reach[c] = least
		}
		reach[home] = 0
	}
}

// Build makes g the graph of all points of at most a cost.
func (b *Builder) Build(g *Graph, c *ensemble.Contrast, limit float64) {
	g.reset(limit, b.sum)
	b.begin(limit)
	b.touched = b.touched[:0]
	clear(b.owner)
	sum := c.Base
	for _, t := range c.Trees {
		b.leaves, b.cuts = b.leaves[:0], b.cuts[:0]
		b.walk(t, b.grid.Root[t])
		if len(b.cuts) == 0 {
			sum += c.Leaf[b.leaves[0]]
			continue
		}
		b.addTree(g, c, t)
	}
	g.constant, g.need = scaleUp(sum), scaleDown(c.Need)
	g.seg = append(g.seg, int32(len(g.start)))
	g.side = append(g.side, int32(len(g.sideLeaf)))
	b.addFeatures(g)
	for p, f := range g.pair {
		from, to := g.seg[p], g.seg[p+1]-1
		at := b.place[f]
		g.pair[p] = at
		for j := from + 1; j < to; j++ {
			g.start[j] = b.fine[g.start[j]]
		}
		g.start[from], g.start[to] = g.At[at], g.At[at+1]
	}

}

// addTree adds the leaves and the pairs of the tree just walked.
func (b *Builder) addTree(g *Graph, c *ensemble.Contrast, t int32) {
	slices.SortFunc(b.cuts, func(x, y cut) int { return int(x.at - y.at) })
	f := factor{tree: t, leaf: int32(len(g.leaf)), pair: int32(len(g.pair))}
	last := int32(-1)
	for _, c := range b.cuts {
		if c.feature != last {
			if last >= 0 {
				g.endPair()
			}
			last = c.feature
			g.pair = append(g.pair, last)
			g.seg = append(g.seg, int32(len(g.start)))
			g.start = append(g.start, -1)
			b.touch(last, t, int32(len(g.pair)-1))
		}
		b.slot[c.at] = int32(len(g.start))
		b.used[c.at>>6] |= 1 << (c.at & 63)
		g.start = append(g.start, c.at)
	}
	g.endPair()
	for i, l := range b.leaves {
		g.leaf = append(g.leaf, l)
		g.value = append(g.value, scaleUp(c.Leaf[l]))
		b.addSides(g, t, l, int32(i))
	}
	f.leafEnd, f.pairEnd = int32(len(g.leaf)), int32(len(g.pair))
	b.sortSides(g, &f)
	g.trees = append(g.trees, f)
}

// endPair adds the end of the last pair's segments.
func (g *Graph) endPair() {
	g.start = append(g.start, -1)
	for len(g.message) < len(g.start) {
		g.message = append(g.message, 0)
	}
}

// touch notes a pair of the present tree.
func (b *Builder) touch(f, t, pair int32) {
	if b.owner[f] == 0 {
		b.touched = append(b.touched, f)
	}
	b.owner[f], b.pairOf[f] = t+1, pair
}

// addSides notes the sides of a leaf that the ball does not imply.
func (b *Builder) addSides(g *Graph, t, leaf, position int32) {
	for _, s := range b.grid.LeafSides(leaf) {
		if b.owner[s.Feature] != t+1 {
			continue
		}
		p, first := b.pairOf[s.Feature], b.grid.First[s.Feature]
		lo := g.seg[p]
		hi := int32(len(g.start)) - 2
		if int(p)+1 < len(g.seg) {
			hi = g.seg[p+1] - 2
		}
		whole := true
		if s.Lo > b.lo[s.Feature] {
			lo, whole = b.slot[first+s.Lo-1], false
		}
		if s.Hi < b.hi[s.Feature] {
			hi, whole = b.slot[first+s.Hi]-1, false
		}
		if !whole {
			b.sides = append(b.sides, side{p, position, lo, hi})
		}
	}
}

// sortSides puts the sides of the present tree in the order of pairs.
func (b *Builder) sortSides(g *Graph, f *factor) {
	begin := int32(len(g.sideLeaf))
	for range f.pairEnd - f.pair {
		g.side = append(g.side, 0)
	}
	at := g.side[f.pair:]
	for _, s := range b.sides {
		at[s.pair-f.pair]++
	}
	for i, n := range at { // counts become ends
		at[i] = begin + n
		begin += n
	}
	for range b.sides {
		g.sideLeaf, g.sideLo, g.sideHi = append(g.sideLeaf, 0), append(g.sideLo, 0), append(g.sideHi, 0)
	}
	for i := len(b.sides) - 1; i >= 0; i-- { // ends become beginnings
		s := &b.sides[i]
		at[s.pair-f.pair]--
		k := at[s.pair-f.pair]
		g.sideLeaf[k], g.sideLo[k], g.sideHi[k] = s.leaf, s.lo, s.hi
	}
	b.sides = b.sides[:0]
}

// addFeatures cuts the features into fine segments.
func (b *Builder) addFeatures(g *Graph) {
	slices.Sort(b.touched)
	for _, f := range b.touched {
		b.place[f] = int32(len(g.Feature))
		g.Feature = append(g.Feature, f)
		g.At = append(g.At, int32(len(g.First)))
		first := b.grid.First[f]
		from := b.lo[f]
		for c := first + b.lo[f]; c < first+b.hi[f]; c++ {
			if word := b.used[c>>6] >> (c & 63); word == 0 {
				c |= 63
				continue
			} else if word&1 == 0 {
				continue
			}
			b.used[c>>6] &^= 1 << (c & 63)
			b.fine[c] = int32(len(g.First) + 1)
			b.addSegment(g, f, from, c-first)
			from = c - first + 1
		}
		b.addSegment(g, f, from, b.hi[f])
	}
	g.At = append(g.At, int32(len(g.First)))
}

// addSegment adds the fine segment of the cells from first to last.
func (b *Builder) addSegment(g *Graph, f, first, last int32) {
	near, belief := b.space.Nearest(f, first, last), int64(0)
	if near < 0 {
		near, belief = first, dead
	}
	nearest := b.grid.First[f] + min(max(b.space.Home[f], first), last)
	g.First, g.Last, g.Near = append(g.First, first), append(g.Last, last), append(g.Near, near)
	g.Cost = append(g.Cost, b.reach[nearest])
	g.belief, g.score, g.price = append(g.belief, belief), append(g.score, belief), append(g.price, 0)
}

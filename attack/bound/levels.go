package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Variables have cells without an order: what is an interval for a numeric feature is a set of
// cells, and the cost of a cell does not depend on distance.

// cells returns the cells of a variable in the current box.
func (b *Builder) cells(f ensemble.Feature) ensemble.CellSet {
	return ensemble.CellSet(b.open[b.grid.Word[f]:b.grid.Word[f+1]])
}

// costOf returns the costs of the cells of a variable.
func (b *Builder) costOf(f ensemble.Feature) []float64 {
	return b.space.Cost[b.grid.First[f]:b.grid.First[f+1]]
}

// nextLevel is nextCell for a variable.
func (b *Builder) nextLevel(f ensemble.Feature, cost float64) float64 {
	costs := b.costOf(f)
	for _, c := range b.space.ByCost(f) {
		if costs[c] > cost {
			return costs[c]
		}
	}
	return math.Inf(1)
}

// farLevel returns the largest cost of an admissible cell.
func (b *Builder) farLevel(f ensemble.Feature) float64 {
	most := 0.0
	for _, cost := range b.costOf(f) {
		if cost < math.Inf(1) {
			most = max(most, cost)
		}
	}
	return most
}

// openLevels puts the cells within a cost into the box.
func (b *Builder) openLevels(f ensemble.Feature, limit float64) {
	open, costs := b.cells(f), b.costOf(f)
	clear(open)
	for _, c := range b.space.ByCost(f) {
		if costs[c] > limit {
			break
		}
		open.Add(c)
	}
}

// forked says that both ways below a node have been walked.
const forked = math.MaxInt32

// follow takes one step down at a node on a variable, or walks both ways.
func (b *Builder) follow(node *ensemble.Node) int32 {
	open, left := b.cells(node.Feature), b.grid.LeftOf(node)
	switch {
	case !open.Meets(left):
		return node.Right
	case open.Within(left):
		return node.Left
	}
	b.forkSet(node, open, left)
	return forked
}

// forkSet is fork at a node on a variable.
func (b *Builder) forkSet(node *ensemble.Node, open, left ensemble.CellSet) {
	f, depth, spent, saved := node.Feature, len(b.path), b.spent, len(b.saved)
	b.saved = append(b.saved, open...)
	if !slices.Contains(b.path, f) {
		b.path = append(b.path, f)
	}
	paid := b.tollIn(f, open)
	open.And(left)
	if b.enterSet(f, open, paid) {
		b.walk(node.Left)
	}
	copy(open, b.saved[saved:])
	open.AndNot(left)
	b.spent = spent
	if b.enterSet(f, open, paid) {
		b.walk(node.Right)
	}
	copy(open, b.saved[saved:])
	b.spent, b.path, b.saved = spent, b.path[:depth], b.saved[:saved]
}

// enterSet is enter for a variable that has been charged paid before.
func (b *Builder) enterSet(f ensemble.Feature, open ensemble.CellSet, paid float64) bool {
	if !b.sum {
		return true
	}
	b.spent += b.tollIn(f, open) - paid
	return b.spent <= b.limit*(1+tolerance)
}

// tollIn returns the cost of the cheapest cell of a set, +Inf if there is none.
func (b *Builder) tollIn(f ensemble.Feature, set ensemble.CellSet) float64 {
	if !b.sum {
		return 0
	}
	c := b.space.NearestIn(f, set)
	if c < 0 {
		return math.Inf(1)
	}
	return b.costOf(f)[c]
}

// addSet returns the current side of a leaf on a variable.
func (b *Builder) addSet(f ensemble.Feature) ensemble.Side {
	at := len(b.bits)
	b.bits = append(b.bits, b.cells(f)...)
	return ensemble.Side{Feature: f, Lo: ensemble.Cell(at)}
}

// setOf returns the set of a side on a variable.
func (b *Builder) setOf(f ensemble.Feature, at int32) ensemble.CellSet {
	return ensemble.CellSet(b.bits[at : at+b.grid.Word[f+1]-b.grid.Word[f]])
}

// addClasses makes the coarse segments of a pair on a variable, the classes of cells in the ball
// that its sides tell apart, and turns the sides numbered from to to into lists of them. Classes
// are lists of cells, for now.
func (b *Builder) addClasses(g *Graph, f ensemble.Feature, from, to int32) {
	first, words := int32(len(g.start)), int(b.grid.Word[f+1]-b.grid.Word[f])
	b.class = append(b.class[:0], b.cells(f)...)
	class := func(i int) ensemble.CellSet { return ensemble.CellSet(b.class[i*words : (i+1)*words]) }
	for k := from; k < to; k++ {
		side := b.setOf(f, g.sideLo[k])
		for i := range len(b.class) / words {
			if c := class(i); c.Meets(side) && !c.Within(side) {
				b.class = append(b.class, class(i)...)
				class(i).And(side)
				class(len(b.class)/words - 1).AndNot(side)
			}
		}
	}
	n := len(b.class) / words
	for i := range n {
		g.start = append(g.start, int32(len(g.part)))
		for c := class(i).Next(0); c >= 0; c = class(i).Next(c + 1) {
			g.part = append(g.part, int32(c))
		}
	}
	g.start = append(g.start, int32(len(g.part)))
	for k := from; k < to; k++ {
		side := b.setOf(f, g.sideLo[k])
		g.sideLo[k] = int32(len(g.member))
		for i := range n {
			if class(i).Meets(side) {
				g.member = append(g.member, first+int32(i))
			}
		}
		g.sideHi[k] = int32(len(g.member)) - 1
	}
}

// addCells makes each cell of a variable in the ball a fine segment.
func (b *Builder) addCells(g *Graph, f ensemble.Feature) {
	open := b.cells(f)
	for c := open.Next(0); c >= 0; c = open.Next(c + 1) {
		b.fine[b.grid.ID(int(f), c)] = int32(len(g.First))
		b.addSegment(g, f, c, c)
	}
}

// isLoose reports whether feature i is a variable.
func (g *Graph) isLoose(i int32) bool { return len(g.words) > 0 && g.words[i] > 0 }

// onLevels reports whether pair p is on a variable.
func (g *Graph) onLevels(p int32) bool { return len(g.words) > 0 && g.words[g.pair[p]] > 0 }

// fines returns the fine segments of a coarse one on a variable.
func (g *Graph) fines(j int32) []int32 { return g.part[g.start[j]:g.start[j+1]] }

// cells returns what the leaves taken so far leave of a variable.
func (d *Diver) cells(f ensemble.Feature) ensemble.CellSet {
	return ensemble.CellSet(d.sets[d.builder.grid.Word[f]:d.builder.grid.Word[f+1]])
}

// moreOf is more for one side, on a variable.
func (d *Diver) moreOf(f ensemble.Feature, side ensemble.CellSet) (cost float64, ok bool) {
	b, set := d.builder, d.cells(f)
	if !set.Meets(side) {
		return 0, false
	}
	if !b.sum {
		return 0, true
	}
	n := len(b.saved)
	b.saved = append(b.saved, set...)
	both := ensemble.CellSet(b.saved[n:])
	both.And(side)
	cost = b.tollIn(f, both) - b.tollIn(f, set)
	b.saved = b.saved[:n]
	return cost, true
}

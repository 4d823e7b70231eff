package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// nextCell returns the least cost above a given one that a cell of a split feature has, or +Inf.
func (b *Builder) nextCell(cost float64) float64 {
	next := math.Inf(1)
	for _, f := range b.split {
		if b.grid.IsLoose(f) {
			next = min(next, b.nextLevel(f, cost))
			continue
		}
		home, reach := b.space.Home[f], b.reach[b.grid.First[f]:b.grid.First[f+1]]
		down, up := b.within(f, cost)
		if c := home - down; c > b.space.Lo[f] {
			next = min(next, reach[c-1])
		}
		if c := home + up; c < b.space.Hi[f] {
			next = min(next, reach[c+1])
		}
	}
	return next
}

// Free returns the cost of a ball that holds the points that cost nothing, and no others: 0 if the
// victim is the only one.
func (b *Builder) Free() float64 {
	for _, f := range b.split {
		if b.grid.IsLoose(f) { // all of its changes cost something
			continue
		}
		if down, up := b.within(f, 0); down+up > 0 {
			return min(b.nextCell(0), 1) / 2
		}
	}
	return 0
}

// Far returns the cost beyond which there are no points.
func (b *Builder) Far() float64 {
	far := 0.0
	for f := range b.space.Home {
		cost := b.space.Cost[b.grid.First[f]:b.grid.First[f+1]]
		most := max(0, cost[b.space.Lo[f]], cost[b.space.Hi[f]])
		if b.grid.IsLoose(ensemble.Feature(f)) {
			most = b.farLevel(ensemble.Feature(f))
		}
		far = b.space.Norm.Join(far, most)
	}
	return far
}

// within returns how many cells below and above the victim's are within a cost.
func (b *Builder) within(f ensemble.Feature, cost float64) (down, up ensemble.Cell) {
	home := b.space.Home[f]
	reach := b.reach[b.grid.First[f]:b.grid.First[f+1]]
	if home > b.space.Lo[f] && reach[home-1] <= cost {
		down = farthest(home-b.space.Lo[f], func(d ensemble.Cell) bool { return reach[home-d] <= cost })
	}
	if home < b.space.Hi[f] && reach[home+1] <= cost {
		up = farthest(b.space.Hi[f]-home, func(d ensemble.Cell) bool { return reach[home+d] <= cost })
	}
	return down, up
}

// farthest returns the largest d up to n for which within holds. It must hold for 0, and for no d
// beyond one for which it does not. Small answers come quickly.
func farthest(n ensemble.Cell, within func(d ensemble.Cell) bool) ensemble.Cell {
	lo, step := ensemble.Cell(0), ensemble.Cell(1)
	for lo+step <= n && within(lo+step) {
		lo += step
		step *= 2
	}
	hi := min(lo+step, n+1)
	for lo+1 < hi {
		if mid := (lo + hi) / 2; within(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// tolerance makes up for costs being added in different orders.
const tolerance = 1e-12

// ball starts the ball of a cost, unless it is the current one.
func (b *Builder) ball(limit float64) {
	limit = min(b.Whole(limit), math.MaxFloat64)
	if limit == b.limit {
		return
	}
	b.limit = limit
	for _, f := range b.split {
		if b.grid.IsLoose(f) {
			b.openLevels(f, limit)
			continue
		}
		down, up := b.within(f, limit)
		b.lo[f], b.hi[f] = b.space.Home[f]-down, b.space.Home[f]+up
	}
	clear(b.spans)
	b.reached, b.sides, b.bits = b.reached[:0], b.sides[:0], b.bits[:0]
}

// leaves returns the leaves of a tree that the ball reaches.
func (b *Builder) leaves(t int32) []leaf {
	at := &b.spans[t]
	if at.to == 0 {
		at.from = int32(len(b.reached))
		root := b.grid.Root[t]
		if b.grid.Loose == nil {
			root = b.descend(root)
		}
		b.forks[t] = root
		b.walk(root)
		at.to = int32(len(b.reached))
	}
	return b.reached[at.from:at.to]
}

// descend returns the first node or leaf below one at which not all of the ball goes the same way.
func (b *Builder) descend(at int32) int32 {
	for at >= 0 {
		switch node := &b.grid.Nodes[at]; {
		case b.lo[node.Feature] > node.Cut:
			at = node.Right
		case b.hi[node.Feature] <= node.Cut:
			at = node.Left
		default:
			return at
		}
	}
	return at
}

// walk collects the leaves in reach below a node.
func (b *Builder) walk(at int32) {
	for at >= 0 {
		node := &b.grid.Nodes[at]
		switch f := node.Feature; {
		case b.lo[f] > node.Cut:
			if node.Cut >= 0 {
				at = node.Right
			} else if at = b.follow(node); at == forked {
				return
			}
		case b.hi[f] <= node.Cut:
			at = node.Left
		default:
			b.fork(node)
			return
		}
	}
	first := int32(len(b.sides))
	for _, f := range b.path {
		if b.grid.IsLoose(f) {
			b.sides = append(b.sides, b.addSet(f))
			continue
		}
		b.sides = append(b.sides, ensemble.Side{Feature: f, Lo: b.lo[f], Hi: b.hi[f]})
	}
	b.reached = append(b.reached, leaf{ensemble.Leaf(^at), first, int32(len(b.sides))})
}

// fork goes both ways at a node, as far as they stay in the ball.
func (b *Builder) fork(node *ensemble.Node) {
	f, depth, spent := node.Feature, len(b.path), b.spent
	lo, hi := b.lo[f], b.hi[f]
	if !slices.Contains(b.path, f) {
		b.path = append(b.path, f)
	}
	b.hi[f] = node.Cut
	if b.enter(f, lo, hi) {
		b.walk(node.Left)
	}
	b.lo[f], b.hi[f], b.spent = node.Cut+1, hi, spent
	if b.enter(f, lo, hi) {
		b.walk(node.Right)
	}
	b.lo[f], b.spent, b.path = lo, spent, b.path[:depth]
}

// enter charges for narrowing f from its former interval, and reports whether that stays in the
// ball.
func (b *Builder) enter(f ensemble.Feature, lo, hi ensemble.Cell) bool {
	if !b.sum {
		return true
	}
	b.spent += b.toll(f, b.lo[f], b.hi[f]) - b.toll(f, lo, hi)
	return b.spent <= b.limit*(1+tolerance)
}

// toll returns the least cost of being in an interval of a feature.
func (b *Builder) toll(f ensemble.Feature, lo, hi ensemble.Cell) float64 {
	return b.reach[b.grid.First[f]+ensemble.CellID(min(max(b.space.Home[f], lo), hi))]
}

// Plain returns the largest margin over Need, in units, that the trees reach in the ball of a cost,
// each on its own.
func (b *Builder) Plain(c *ensemble.Contrast, limit float64) int64 {
	b.ball(limit)
	sum := c.Base - c.Need
	for _, t := range c.Trees {
		best := int64(math.MinInt64)
		values := c.Values(t)
		for _, l := range b.leaves(t) {
			best = max(best, values.At(l.leaf))
		}
		sum += best
	}
	return sum
}

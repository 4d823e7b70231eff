package bound

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Next returns the least cost above a cost that a cell of a split feature has,
// or +Inf.
func (b *Builder) Next(cost float64) float64 {
	next := math.Inf(1)
	for f, home := range b.space.Home {
		reach := b.reach[b.grid.First[f]:b.grid.First[f+1]]
		home := int(home)
		if d := farthest(home, func(d int) bool { return reach[home-d] <= cost }); d < home {
			next = min(next, reach[home-d-1])
		}
		up := len(reach) - 1 - home
		if d := farthest(up, func(d int) bool { return reach[home+d] <= cost }); d < up {
			next = min(next, reach[home+d+1])
		}
	}
	return next
}

// Far returns the cost beyond which there are no points.
func (b *Builder) Far() float64 {
	far := 0.0
	for f := range b.space.Home {
		first := b.grid.First[f]
		most := 0.0
		for _, c := range [2]float64{b.space.Cost[first+b.space.Lo[f]], b.space.Cost[first+b.space.Hi[f]]} {
			most = max(most, c)
		}
		far = b.space.Norm.Join(far, most)
	}
	return far
}

// box gives feature f the interval of the ball.
func (b *Builder) box(f int32) {
	if b.boxed[f] == b.round {
		return
	}
	b.boxed[f] = b.round
	home := int(b.space.Home[f])
	reach := b.reach[b.grid.First[f]:b.grid.First[f+1]]
	b.lo[f] = int32(farthest(home, func(d int) bool { return reach[home-d] <= b.limit }))
	b.lo[f] = int32(home) - b.lo[f]
	b.hi[f] = int32(home) + int32(farthest(len(reach)-1-home, func(d int) bool { return reach[home+d] <= b.limit }))
}

// farthest returns the largest d up to n for which within holds; it holds for
// 0, and nowhere beyond a d where it does not. Small answers come quickly.
func farthest(n int, within func(d int) bool) int {
	lo, step := 0, 1
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

// tolerance makes up for costs that are added in different orders.
const tolerance = 1e-12

// walk collects the leaves that the ball reaches, and the cuts in it.
func (b *Builder) walk(t, at int32) {
	for at >= 0 {
		node := &b.grid.Nodes[at]
		f := node.Feature
		b.box(f)
		if b.lo[f] > node.Cut {
			at = node.Right
			continue
		}
		if b.hi[f] <= node.Cut {
			at = node.Left
			continue
		}
		if c := b.grid.First[f] + node.Cut; b.seen[c] != t+1 {
			b.seen[c] = t + 1
			b.cuts = append(b.cuts, cut{c, f})
		}
		spent, hi, lo := b.spent, b.hi[f], b.lo[f]
		b.hi[f] = node.Cut
		if b.enter(f, lo, hi) {
			b.walk(t, node.Left)
		}
		b.hi[f] = hi
		b.lo[f], b.spent = node.Cut+1, spent
		if b.enter(f, lo, hi) {
			b.walk(t, node.Right)
		}
		b.lo[f], b.spent = lo, spent
		return
	}
	b.leaves = append(b.leaves, ^at)
}

// enter pays for narrowing f from what it was, and reports whether that stays
// in the ball.
func (b *Builder) enter(f, lo, hi int32) bool {
	if !b.sum {
		return true
	}
	first, home := b.grid.First[f], b.space.Home[f]
	was := b.reach[first+min(max(home, lo), hi)]
	now := b.reach[first+min(max(home, b.lo[f]), b.hi[f])]
	b.spent += now - was
	return b.spent <= b.limit*(1+tolerance)
}

// Plain returns the largest margin over Need, in units, that the trees reach
// in the ball of a cost, each by itself.
func (b *Builder) Plain(c *ensemble.Contrast, limit float64) int64 {
	b.begin(limit)
	sum := c.Base - c.Need
	for _, t := range c.Trees {
		b.leaves, b.cuts = b.leaves[:0], b.cuts[:0]
		b.walk(t, b.grid.Root[t])
		best := int64(math.MinInt64)
		for _, l := range b.leaves {
			best = max(best, c.Leaf[l])
		}
		sum += best
	}
	return sum
}

func (b *Builder) begin(limit float64) {
	b.limit, b.spent = min(limit, math.MaxFloat64), 0
	b.round++
	clear(b.seen)
}

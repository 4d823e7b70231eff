package dive

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// diver dives in the ball of a space: its cells from Lo to Hi. It is scratch
// memory for one goroutine.
type diver struct {
	space *attack.Space
	grid  *ensemble.Grid
	plan  *plan
	queue []wheel
	most  int64 // margin over what is needed if all trees had their best

	box   []interval // what the leaves taken so far have in common
	value int64      // the best leaf of a tree so far
	leaf  int32
}

// interval is a range of cells.
type interval struct{ lo, hi int32 }

// wheel is a tree that a dive goes through.
type wheel struct {
	root   int32
	best   int64 // the largest leaf in the ball
	weight int64 // what is at stake in it, and what it has lost
}

// newDiver returns a diver for the victims of a space.
func newDiver(s *attack.Space) *diver {
	return &diver{space: s, grid: s.Grid, box: make([]interval, len(s.Home))}
}

// begin begins to look for points of the space's victim at which a plan's sum
// of leaves is the contrast's need and a slack, in units.
func (d *diver) begin(p *plan, slack int64) {
	d.plan, d.queue = p, append(d.queue[:0], p.queue...)
	d.most = p.Base - p.Need - slack
	for _, w := range d.queue {
		d.most += w.best
	}
}

// reach sees how far each tree by itself gets in the ball, and reports whether
// that would be enough. What it finds holds for all smaller balls too, though
// not as tightly.
func (d *diver) reach() bool {
	d.enter()
	for i := range d.queue {
		w := &d.queue[i]
		best := d.look(w.root)
		d.most += best - w.best
		w.best = best
	}
	return d.most >= 0
}

// How often to try in a ball: most of what dives find the first two do. Where
// all of space is the ball it is now or never.
const (
	dives     = 2
	lastDives = 50
)

// dive looks a number of times for a point in a ball where reach is true, or in
// a smaller one, and writes the nearest of those it finds first to cells.
func (d *diver) dive(times int, cells []int32) bool {
	for range times {
		d.enter()
		if d.take() {
			return d.point(cells)
		}
		d.sort()
	}
	return false
}

// enter begins with the whole ball.
func (d *diver) enter() {
	for f := range d.box {
		d.box[f] = interval{d.space.Lo[f], d.space.Hi[f]}
	}
}

// take lets the trees choose in the order of the queue, until so much is lost
// that the rest cannot make up for it.
func (d *diver) take() bool {
	most := d.most
	for i := range d.queue {
		w := &d.queue[i]
		lost := w.best - d.look(w.root)
		w.weight += lost
		if most -= lost; most < 0 {
			return false
		}
		for _, s := range d.grid.LeafSides(d.leaf) {
			b := d.box[s.Feature]
			d.box[s.Feature] = interval{max(b.lo, s.Lo), min(b.hi, s.Hi)}
		}
	}
	return true
}

// sort puts the trees with most weight first.
func (d *diver) sort() {
	for i := 1; i < len(d.queue); i++ { // mostly nearly sorted
		w, j := d.queue[i], i
		for ; j > 0 && d.queue[j-1].weight < w.weight; j-- {
			d.queue[j] = d.queue[j-1]
		}
		d.queue[j] = w
	}
}

// point writes the admissible cells of the box that are nearest to the victim
// to cells, and reports whether there are any.
func (d *diver) point(cells []int32) bool {
	for f, b := range d.box {
		if cells[f] = d.space.Nearest(int32(f), b.lo, b.hi); cells[f] < 0 {
			return false
		}
	}
	return true
}

// look returns the best leaf of a tree in the box.
func (d *diver) look(root int32) int64 {
	d.value = math.MinInt64
	d.below(root)
	return d.value
}

// below looks for leaves better than the best so far at or below a node.
func (d *diver) below(at int32) {
	for at >= 0 {
		n := &d.plan.nodes[at]
		whole := d.box[n.Feature]
		most := n.left
		switch {
		case whole.hi <= n.Cut:
			at = n.Left
		case whole.lo > n.Cut:
			at, most = n.Right, n.right
		default:
			d.both(n, whole)
			return
		}
		if most <= d.value {
			return
		}
	}
	if v := d.plan.Leaf[^at]; v > d.value {
		d.value, d.leaf = v, ^at
	}
}

// both looks on both sides of a node, first on the more promising one, or
// where the victim is.
func (d *diver) both(n *fork, whole interval) {
	left, right := interval{whole.lo, n.Cut}, interval{n.Cut + 1, whole.hi}
	if n.left > n.right || n.left == n.right && d.space.Home[n.Feature] <= n.Cut {
		d.side(n.Feature, left, n.Left, n.left)
		d.side(n.Feature, right, n.Right, n.right)
	} else {
		d.side(n.Feature, right, n.Right, n.right)
		d.side(n.Feature, left, n.Left, n.left)
	}
	d.box[n.Feature] = whole
}

// side looks on one side of a node, if what is there can be better than the
// best so far.
func (d *diver) side(f int32, part interval, at int32, most int64) {
	if most > d.value {
		d.box[f] = part
		d.below(at)
	}
}

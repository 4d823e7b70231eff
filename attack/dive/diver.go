package dive

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// diver dives in balls around one victim after another. It is scratch memory
// for one goroutine.
type diver struct {
	*prepared
	x      []float64  // the victim as the model reads it
	room   []interval // between what values the constraints keep its features
	weight []float64  // of the features in the norm
	random rand.PCG

	plan     *plan
	wheels   []wheel // the trees of the plan
	order    []int32 // in which wheels choose
	most     int64   // by how much the best leaves of all trees exceed what is needed
	frontier frontier

	box  []interval // what the ball and the leaves taken so far have in common
	todo []int32    // nodes that look comes back to
}

// wheel is a tree that dives go through. Leaves are nodes of the plan.
type wheel struct {
	root   int32
	best   int32 // the largest leaf in the ball
	taken  int32 // the leaf of the last dive
	most   int64 // the value of the largest leaf in the ball
	weight int64 // what is at stake in the tree, and what it has lost
}

func newDiver(p *prepared) *diver {
	n := p.problem.Ensemble.Features
	d := &diver{
		prepared: p, frontier: newFrontier(p.wide),
		x: make([]float64, n), box: make([]interval, n),
		room: slices.Repeat([]interval{everything}, n), weight: slices.Repeat([]float64{1}, n),
	}
	if c := p.problem.Constraints; c != nil && c.Weight != nil {
		d.weight = c.Weight
	}
	return d
}

// reset takes in a victim.
func (d *diver) reset(v attack.Victim) {
	e := d.problem.Ensemble
	seed.Reset(&d.random, d.problem.Seed, v.Row, len(e.Trees))
	e.Round(d.x, v.X)
	if c := d.problem.Constraints; c != nil {
		for f, v := range d.x {
			lo, hi := c.Room(f, v)
			d.room[f] = interval{e.Prev(min(lo, v)), max(hi, v)} // as it is rounded, v may be outside
		}
	}
}

// dive looks for a point in a ball that widen has returned: one tree after the
// other takes its best leaf within those taken so far, until so much is lost
// that the rest cannot make up for it.
func (d *diver) dive(radius float64) bool {
	d.enter(radius)
	most, nodes := d.most, d.plan.nodes
	for _, i := range d.order {
		w := &d.wheels[i]
		w.taken = w.best
		sides := d.sidesOf(nodes[w.best].left)
		if !d.meets(sides) {
			w.taken = d.look(w.root, w.most-most-1)
			if w.taken < 0 {
				w.weight += most + 1
				d.sort()
				return false
			}
			n := &nodes[w.taken]
			lost := w.most - n.most
			w.weight += lost
			most -= lost
			sides = d.sidesOf(n.left)
		}
		d.narrow(sides)
	}
	return true
}

// enter begins with a ball, a little larger than its radius, which is rounded.
func (d *diver) enter(radius float64) {
	radius *= 1 + 1e-9
	for f, v := range d.x {
		reach, room := radius, &d.room[f]
		if w := d.weight[f]; w != 1 {
			reach /= w
		}
		lo, hi := v-reach, v+reach
		if lo < room.lo {
			lo = room.lo
		}
		if hi > room.hi {
			hi = room.hi
		}
		d.box[f] = interval{lo, hi}
	}
}

// meets reports whether a leaf has something in common with the box.
func (d *diver) meets(sides []side) bool {
	for i := range sides {
		s := &sides[i]
		if b := &d.box[s.feature]; s.lo >= b.hi || b.lo >= s.hi {
			return false
		}
	}
	return true
}

// narrow leaves of the box what it has in common with a leaf.
func (d *diver) narrow(sides []side) {
	for i := range sides {
		s := &sides[i]
		b := &d.box[s.feature]
		if s.lo > b.lo {
			b.lo = s.lo
		}
		if s.hi < b.hi {
			b.hi = s.hi
		}
	}
}

// look returns the largest leaf of a tree in the box that is above a value, or
// -1. It looks on the more promising side of a node first, or where the victim
// is.
func (d *diver) look(root int32, above int64) int32 {
	nodes, todo := d.plan.nodes, append(d.todo[:0], root)
	leaf := int32(-1)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := &nodes[at]
		for n.most > above && n.feature >= 0 {
			b := &d.box[n.feature]
			at = n.left
			if left, right := over(n.cut, b.lo), over(b.hi, n.cut); left&right == 0 {
				at += right
			} else {
				other := at + 1
				more := nodes[other].most - nodes[at].most
				if more > 0 || more == 0 && d.x[n.feature] > n.cut {
					at, other = other, at
				}
				todo = append(todo, other)
			}
			n = &nodes[at]
		}
		if n.most > above {
			above, leaf = n.most, at
		}
	}
	d.todo = todo
	return leaf
}

// sort puts the trees with most weight first.
func (d *diver) sort() {
	for i, tree := range d.order { // mostly nearly sorted
		weight := d.wheels[tree].weight
		for ; i > 0 && d.wheels[d.order[i-1]].weight < weight; i-- {
			d.order[i] = d.order[i-1]
		}
		d.order[i] = tree
	}
}

// point writes the point of the box that is nearest to the victim, and returns
// its distance, +Inf if the constraints allow none.
func (d *diver) point(to []float64) float64 {
	distance := 0.0
	copy(to, d.x)
	for f, v := range d.x {
		b := &d.box[f]
		lo, hi := b.lo, b.hi
		switch {
		case v > hi:
			lo = min(d.problem.Ensemble.Next(lo), hi) // a ball can end between two numbers
		case v <= lo:
			lo = d.problem.Ensemble.Next(lo)
			hi = max(lo, hi)
		default:
			continue
		}
		to[f] = d.problem.Nearest(f, v, lo, hi)
		if to[f] != to[f] {
			return math.Inf(1)
		}
		distance = max(distance, math.Abs(to[f]-v)*d.weight[f])
	}
	return distance
}

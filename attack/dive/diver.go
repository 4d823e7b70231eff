package dive

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// diver dives in balls around one victim after another. It is scratch memory
// for one goroutine.
type diver struct {
	*prepared
	x      []float64 // the victim as the model reads it
	place  place     // of the victim
	room   box       // the range that the constraints leave the victim
	weight []float64 // of rises of the features in the norm
	fall   []float64 // of falls
	random rand.PCG

	plan     *plan
	wheels   []wheel // the trees of the plan
	order    []turn  // in which wheels choose
	most     int64   // by how much the best leaves of all trees exceed what is needed
	short    int64   // what the last dive lost beyond that, at least 1
	frontier frontier

	box  box     // what the ball and the leaves taken so far have in common
	todo []int32 // nodes that look has to come back to
}

// wheel is a tree that dives go through. Leaves are nodes of the plan.
type wheel struct {
	root  int32
	best  int32 // the largest leaf in the ball
	taken int32 // the leaf of the last dive
	most  int64 // the value of the largest leaf in the ball
}

// turn is the turn of a tree to choose.
type turn struct {
	weight int64 // what is at stake in the tree, plus what it has lost
	tree   int32
}

func newDiver(p *prepared) *diver {
	n := p.problem.Ensemble.Features
	d := &diver{
		prepared: p, frontier: newFrontier(p.wide),
		x: make([]float64, n), place: newPlace(n), box: newBox(n),
		room: newBox(n), weight: slices.Repeat([]float64{1}, n),
	}
	if c := p.problem.Constraints; c != nil && c.Weight != nil {
		d.weight = c.Weight
	}
	d.fall = d.weight
	if c := p.problem.Constraints; c != nil && c.Fall != nil {
		d.fall = c.Fall
	}
	return d
}

// reset starts with a victim.
func (d *diver) reset(v *attack.Victim) {
	e := d.problem.Ensemble
	seed.Reset(&d.random, d.problem.Seed, v.Row, len(e.Trees))
	e.Round(d.x, v.X)
	d.place.setAll(d.x)
	if c := d.problem.Constraints; c != nil {
		for f, v := range d.x {
			lo, hi := c.Room(f, v)
			d.room[2*f], d.room[2*f+1] = key(max(hi, v)), -key(e.Prev(min(lo, v))) // v may be outside because it is rounded
		}
	}
}

// dive looks for a point in a ball that widen has returned: one tree after another takes its best
// leaf compatible with those taken so far, until more is lost than can be made up for.
func (d *diver) dive(radius float64) bool {
	d.enter(radius)
	d.short = 1
	most, nodes, box := d.most, d.plan.nodes, d.box
	for i := range d.order {
		t := &d.order[i]
		w := &d.wheels[t.tree]
		w.taken = w.best
		leaf := &nodes[w.best]
		if sides := d.leaf(leaf); !box.meets(sides) {
			w.taken = d.look(w.root)
			leaf = &nodes[w.taken]
			lost := w.most - leaf.most
			t.weight += lost
			if most -= lost; most < 0 {
				d.short = -most
				d.sort()
				return false
			}
		}
		box.narrow(d.leaf(leaf))
	}
	return true
}

// enter starts with a ball, made slightly larger because its radius is rounded.
func (d *diver) enter(radius float64) {
	radius = float64(radius * (1 + 1e-9))
	if d.problem.Constraints == nil {
		for f, v := range d.x {
			d.box[2*f], d.box[2*f+1] = key(v+radius), -key(v-radius)
		}
		return
	}
	for f, v := range d.x {
		up, down := radius/d.weight[f], radius/d.fall[f]
		d.box[2*f], d.box[2*f+1] = min(key(v+up), d.room[2*f]), min(-key(v-down), d.room[2*f+1])
	}
}

// look returns the largest leaf of a tree in the box. At each node it goes to the more promising
// side first, or to the victim's if they are equal.
func (d *diver) look(root int32) int32 {
	nodes, box, todo := d.plan.nodes, d.box, append(d.todo[:0], root)
	leaf, above := int32(-1), int64(math.MinInt64)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := &nodes[at]
		for n.most > above && n.feature >= 0 {
			at = n.left
			if left, right := one(n.cut > -box[2*n.feature+1]), one(box[2*n.feature] > n.cut); left&right == 0 {
				at += right
			} else {
				other := at + 1
				more := nodes[other].most - nodes[at].most
				if more > 0 || more == 0 && d.place.right(n) == 1 {
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
	order := d.order
	for i, t := range order { // mostly nearly sorted
		for ; i > 0 && order[i-1].weight < t.weight; i-- {
			order[i] = order[i-1]
		}
		order[i] = t
	}
}

// point writes the point of the box that is nearest to the victim, and returns its distance, +Inf
// if the constraints allow none.
func (d *diver) point(to []float64) float64 {
	distance := 0.0
	copy(to, d.x)
	for f, v := range d.x {
		if v != v || d.place[2*f] <= d.box[2*f] && d.place[2*f+1] <= d.box[2*f+1] {
			continue
		}
		lo, hi := value(-d.box[2*f+1]), value(d.box[2*f])
		if lo = d.problem.Ensemble.Next(lo); v > hi {
			lo = min(lo, hi) // a ball can end between two numbers
		} else {
			hi = max(lo, hi)
		}
		to[f] = d.problem.Nearest(f, v, lo, hi)
		if to[f] != to[f] {
			return math.Inf(1)
		}
		distance = max(distance, d.cost(f, to[f]-v))
	}
	return distance
}

// cost returns the weighted size of a change of a feature.
func (d *diver) cost(f int, change float64) float64 {
	if change < 0 {
		return attack.Weighted(d.fall[f], -change)
	}
	return attack.Weighted(d.weight[f], change)
}

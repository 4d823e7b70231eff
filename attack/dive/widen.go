package dive

import "math"

// begin starts to look for points at which a plan's sum of leaves reaches the contrast's Enough
// plus a slack, in units, with a ball of size 0. Trees with more at stake come first, but a random
// share of up to half of the stake does not count: training learns more from the examples of
// similar rows if not all have changed in the same way.
func (d *diver) begin(p *plan, slack int64) {
	d.plan = p
	d.most = p.Base - p.Enough - slack
	d.frontier.reset()
	d.wheels, d.order = d.wheels[:0], d.order[:0]
	for i, t := range p.trees {
		none := t.least - 1
		weight := t.stake>>1 + t.stake>>11*int64(d.random.Uint64()>>54)
		d.wheels = append(d.wheels, wheel{root: t.root, most: none})
		d.order = append(d.order, turn{weight, int32(i)})
		d.most += none
		d.descend(part{at: t.root, tree: int32(i)})
	}
	d.sort()
}

// widen lets the ball grow to a radius, and on until the best leaves of its trees reach a surplus.
// It returns the radius, +Inf if the ball is the whole space.
func (d *diver) widen(radius float64, surplus int64) float64 {
	for {
		p := d.frontier.nearest()
		switch {
		case (p == nil || p.far > radius) && d.most >= surplus:
			return radius
		case p == nil:
			return math.Inf(1)
		}
		radius = max(radius, p.far)
		d.frontier.pop(p)
		d.descend(*p)
	}
}

// descend goes to the nearest leaf of a part, as long as it may hold a larger leaf than the tree
// has, and leaves what is farther for later.
func (d *diver) descend(p part) {
	nodes, x, w, free := d.plan.nodes, d.place, &d.wheels[p.tree], d.problem.Constraints == nil
	at := p.at
	for n := &nodes[at]; n.most > w.most; n = &nodes[at] {
		if n.feature < 0 {
			d.most += n.most - w.most
			w.best, w.most = at, n.most
			return
		}
		right := x.right(n)
		at = n.left + right
		other := n.left + 1 - right
		if nodes[other].most > w.most {
			far := math.Abs(value(n.cut) - d.x[n.feature])
			if !free {
				far = d.far(n)
			}
			if far < math.Inf(1) {
				d.frontier.push(max(p.far, far), other, p.tree)
			}
		}
	}
}

// far returns how far the victim is from the other side of a node under constraints, +Inf if they
// do not let it go there.
func (d *diver) far(n *node) float64 {
	v, cut := d.x[n.feature], value(n.cut)
	lo, hi := math.Inf(-1), cut
	if v <= cut {
		lo, hi = d.problem.Ensemble.Next(cut), math.Inf(1)
	}
	to := d.problem.Nearest(int(n.feature), v, lo, hi)
	if to != to {
		return math.Inf(1)
	}
	return d.cost(int(n.feature), to-v)
}

package ltattack

import "math"

// escape leaves a local optimum and returns what that counts as, in moves.
func (c *climber) escape() int {
	switch u := c.rand.Float64(); {
	case u < afresh:
		c.retreat()
		price := c.price
		moves := c.rush(c.rand)
		c.price = price
		return rushCost * moves
	case u < afresh+returning && c.bestCost < math.Inf(1):
		for i, f := range c.feature {
			if p := c.within(ownFeature(i), c.best[f]); p != c.pos[i] {
				c.put(ownFeature(i), p)
			}
		}
	}
	c.kick()
	return 0
}

// retreat moves all features back to the victim.
func (c *climber) retreat() {
	for f, p := range c.home {
		if p != c.pos[f] {
			c.put(ownFeature(f), p)
		}
	}
}

// kick moves the point into a leaf of a random tree.
func (c *climber) kick() {
	if len(c.root) == 0 {
		return
	}
	t := c.rand.IntN(len(c.root))
	first, end := c.leafAt[t], c.leafAt[t+1]
	leaf := first + c.rand.Int32N(end-first)
	if c.leaves[leaf] <= c.value[t] { // prefer one that gains
		leaf = first + c.rand.Int32N(end-first)
	}
	n := c.root[t]
	for n >= 0 {
		s := &c.nodes[n]
		left := leaf < s.mid
		if left != c.goesLeft(s) {
			c.cross(s, left)
		}
		if left {
			n = s.left
		} else {
			n = s.right
		}
	}
}

// cross moves a feature to the other side of a node, if a cell there is in
// reach, and makes it tabu.
func (c *climber) cross(s *spot, left bool) {
	if s.cut < 0 {
		c.crossSet(s, left)
		return
	}
	p, step, end := s.cut+1, ownCell(1), s.hi+1
	if left {
		p, step, end = s.cut, -1, s.lo-1
	}
	for ; p != end; p += step {
		if c.cost[p] < c.limit {
			c.forbid(s.feature)
			c.put(s.feature, p)
			return
		}
	}
}

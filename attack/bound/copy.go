package bound

// copy writes what is left of g to child.
func (c *Cutter) copy(child, g *Graph, limit float64) {
	child.reset(limit, g.sum)
	child.need, child.constant = g.need, g.constant
	child.fixed, child.spent = append(child.fixed, g.fixed...), g.spent
	child.lambda, child.Joint = g.lambda, g.Joint
	for i := range c.at {
		c.at[i] = -1
	}
	c.choosePairs(g)
	for p, keep := range c.keepPair {
		f := g.pair[p]
		if keep {
			c.at[f] = 0
		} else if c.segments(g, int32(p)) > 1 { // take back what the pair handed out
			g.shift(int32(p), -1)
		}
	}
	for i := range g.Feature {
		c.copyFeature(child, g, int32(i))
	}
	child.At = append(child.At, int32(len(child.First)))
	for ti := range g.trees {
		c.copyTree(child, g, &g.trees[ti])
	}
	child.seg = append(child.seg, int32(len(child.start)))
	child.side = append(child.side, int32(len(child.sideLeaf)))
	for p, keep := range c.keepPair { // leave g as it was
		if !keep && c.segments(g, int32(p)) > 1 {
			g.shift(int32(p), 1)
		}
	}
	child.setAllowance()
}

// choosePairs keeps the pairs on which a live leaf has a side that does not cover all that is left
// of the feature.
func (c *Cutter) choosePairs(g *Graph) {
	for ti := range g.trees {
		t := &g.trees[ti]
		live := c.live[t.leaf:t.leafEnd]
		for p := t.pair; p < t.pairEnd; p++ {
			f := g.pair[p]
			if g.isLoose(f) {
				c.keepPair[p] = c.tellsApart(g, p, live)
				continue
			}
			keep := false
			for k := g.side[p]; k < g.side[p+1] && !keep; k++ {
				keep = live[g.sideLeaf[k]] && (g.start[g.sideLo[k]] > c.lo[f] || g.start[g.sideHi[k]+1]-1 < c.hi[f])
			}
			c.keepPair[p] = keep
		}
	}
}

// segments counts the coarse segments of a pair in what is left of its
// feature.
func (c *Cutter) segments(g *Graph, p int32) int {
	f, n := g.pair[p], 0
	if g.isLoose(f) {
		n, _ := c.classes(g, p)
		return n
	}
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if g.start[j] <= c.hi[f] && g.start[j+1]-1 >= c.lo[f] {
			n++
		}
	}
	return n
}

// shift adds a pair's messages to the beliefs, or with -1 takes them out.
func (g *Graph) shift(p int32, sign int64) {
	if g.onLevels(p) {
		g.shiftSets(p, sign)
		return
	}
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		raise(g.belief[g.start[j]:g.start[j+1]], sign*g.message[j])
	}
}

// copyFeature copies the segments of a feature that are left, or fixes it.
func (c *Cutter) copyFeature(child, g *Graph, i int32) {
	lo, hi := c.lo[i], c.hi[i]
	if g.isLoose(i) {
		c.copyVariable(child, g, i)
		return
	}
	if c.at[i] < 0 {
		best := lo
		for k := lo + 1; k <= hi; k++ {
			if g.belief[k] > g.belief[best] || g.belief[k] == g.belief[best] && g.Cost[k] < g.Cost[best] {
				best = k
			}
		}
		child.fixed = append(child.fixed, choice{g.Feature[i], g.Near[best], g.First[lo], g.Last[hi]})
		child.constant += g.belief[best] + g.price[best]
		child.spent += g.Cost[best]
		return
	}
	c.at[i] = int32(len(child.Feature))
	child.Feature = append(child.Feature, g.Feature[i])
	child.At = append(child.At, int32(len(child.First)))
	if len(g.words) > 0 {
		child.words = append(child.words, 0)
	}
	child.First = append(child.First, g.First[lo:hi+1]...)
	child.Last = append(child.Last, g.Last[lo:hi+1]...)
	child.Near = append(child.Near, g.Near[lo:hi+1]...)
	child.Cost = append(child.Cost, g.Cost[lo:hi+1]...)
	child.belief = append(child.belief, g.belief[lo:hi+1]...)
	child.score = append(child.score, g.score[lo:hi+1]...)
	child.price = append(child.price, g.price[lo:hi+1]...)
}

// copyTree copies a tree's live leaves and the pairs that still matter.
func (c *Cutter) copyTree(child, g *Graph, t *factor) {
	live := c.live[t.leaf:t.leafEnd]
	f := factor{tree: t.tree, fork: t.fork, leaf: int32(len(child.leaf)), pair: int32(len(child.pair))}
	for l, yes := range live {
		if yes {
			c.inner[l] = int32(len(child.leaf)) - f.leaf
			child.leaf = append(child.leaf, g.leaf[t.leaf+int32(l)])
			child.value = append(child.value, g.value[t.leaf+int32(l)])
		}
	}
	taken := int64(0)
	for p := t.pair; p < t.pairEnd; p++ {
		if c.keepPair[p] {
			c.copyPair(child, g, p, live)
			continue
		}
		n, last := 0, int32(0)
		if g.onLevels(p) {
			if n, last = c.classes(g, p); n == 1 {
				taken += g.message[last]
			}
			continue
		}
		for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
			if i := g.pair[p]; g.start[j] <= c.hi[i] && g.start[j+1]-1 >= c.lo[i] {
				n, last = n+1, j
			}
		}
		if n == 1 {
			taken += g.message[last]
		}
	}
	f.leafEnd, f.pairEnd = int32(len(child.leaf)), int32(len(child.pair))
	for l := f.leaf; l < f.leafEnd; l++ {
		child.value[l] -= taken
	}
	if f.pair == f.pairEnd { // no sides are left, so a single leaf is
		child.constant += child.value[f.leaf]
		child.leaf, child.value = child.leaf[:f.leaf], child.value[:f.leaf]
		return
	}
	child.trees = append(child.trees, f)
}

// copyPair copies a pair's segments and sides.
func (c *Cutter) copyPair(child, g *Graph, p int32, live []bool) {
	i := g.pair[p]
	if g.isLoose(i) {
		c.copySets(child, g, p, live)
		return
	}
	lo, hi := c.lo[i], c.hi[i]
	to := child.At[c.at[i]]
	first := int32(len(child.start))
	child.pair = append(child.pair, c.at[i])
	child.seg = append(child.seg, first)
	child.side = append(child.side, int32(len(child.sideLeaf)))
	skipped := g.seg[p]
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if g.start[j+1]-1 < lo {
			skipped = j + 1
			continue
		}
		if g.start[j] > hi {
			break
		}
		child.start = append(child.start, max(g.start[j], lo)-lo+to)
		child.message = append(child.message, g.message[j])
	}
	last := int32(len(child.start)) - 1
	child.start = append(child.start, hi-lo+1+to)
	child.message = append(child.message, 0)
	for k := g.side[p]; k < g.side[p+1]; k++ {
		if !live[g.sideLeaf[k]] {
			continue
		}
		a, b := max(g.sideLo[k]-skipped+first, first), min(g.sideHi[k]-skipped+first, last)
		if a == first && b == last {
			continue
		}
		child.sideLeaf = append(child.sideLeaf, c.inner[g.sideLeaf[k]])
		child.sideLo, child.sideHi = append(child.sideLo, a), append(child.sideHi, b)
	}
}

package bound

// copyVariable copies the cells of a variable that are left, or fixes it.
func (c *Cutter) copyVariable(child, g *Graph, i int32) {
	n, best := 0, int32(-1)
	for k := g.At[i]; k < g.At[i+1]; k++ {
		if !c.keep[k] {
			continue
		}
		n++
		if best < 0 || g.belief[k] > g.belief[best] || g.belief[k] == g.belief[best] && g.Cost[k] < g.Cost[best] {
			best = k
		}
	}
	if c.at[i] < 0 && (n == 1 || !g.Joint) {
		child.fixed = append(child.fixed, choice{g.Feature[i], g.Near[best], g.First[best], g.Last[best]})
		child.constant += g.belief[best] + g.price[best]
		child.spent += g.Cost[best]
		return
	}
	c.at[i] = int32(len(child.Feature))
	child.Feature = append(child.Feature, g.Feature[i])
	child.words = append(child.words, g.words[i])
	child.At = append(child.At, int32(len(child.First)))
	for k := g.At[i]; k < g.At[i+1]; k++ {
		if !c.keep[k] {
			continue
		}
		c.number[k] = int32(len(child.First))
		child.First, child.Last, child.Near = append(child.First, g.First[k]), append(child.Last, g.Last[k]), append(child.Near, g.Near[k])
		child.Cost, child.belief = append(child.Cost, g.Cost[k]), append(child.belief, g.belief[k])
		child.score, child.price = append(child.score, g.score[k]), append(child.price, g.price[k])
	}
}

// shiftSets is shift for a pair on a variable.
func (g *Graph) shiftSets(p int32, sign int64) {
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		for _, k := range g.fines(j) {
			raise(g.belief[k:k+1], sign*g.message[j])
		}
	}
}

// copySets is copyPair for a pair on a variable.
func (c *Cutter) copySets(child, g *Graph, p int32, live []bool) {
	first := int32(len(child.start))
	child.pair = append(child.pair, c.at[g.pair[p]])
	child.seg = append(child.seg, first)
	child.side = append(child.side, int32(len(child.sideLeaf)))
	c.coarse = c.coarse[:0]
	n := 0
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if !c.isLeft(g, j) {
			c.coarse = append(c.coarse, -1)
			continue
		}
		c.coarse = append(c.coarse, int32(len(child.start)))
		child.start = append(child.start, int32(len(child.part)))
		child.message = append(child.message, g.message[j])
		for _, k := range g.fines(j) {
			if c.keep[k] {
				child.part = append(child.part, c.number[k])
			}
		}
		n++
	}
	child.start = append(child.start, int32(len(child.part)))
	child.message = append(child.message, 0)
	for k := g.side[p]; k < g.side[p+1]; k++ {
		if !live[g.sideLeaf[k]] || c.leftOf(g, k) == n {
			continue
		}
		child.sideLeaf = append(child.sideLeaf, c.inner[g.sideLeaf[k]])
		child.sideLo = append(child.sideLo, int32(len(child.member)))
		for _, j := range g.members(k) {
			if to := c.coarse[j-g.seg[p]]; to >= 0 {
				child.member = append(child.member, to)
			}
		}
		child.sideHi = append(child.sideHi, int32(len(child.member))-1)
	}
}

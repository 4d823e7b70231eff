package bound

// level lowers a pair's messages until the least is 0, and returns by how much.
func (g *Graph) level(p int32) int64 {
	messages := g.message[g.seg[p] : g.seg[p+1]-1]
	rest := least(messages)
	if rest == 0 || rest == -dead {
		return 0
	}
	for j, m := range messages {
		if m != -dead {
			messages[j] -= rest
		}
	}
	return rest
}

// charge subtracts a pair's messages from the leaves of its tree. No message is below 0, and one is 0:
// a leaf without a side gives up nothing. For pairs on a variable it is chargeSets.
func (g *Graph) charge(p int32, q []int64) {
	leaf, lo, hi := g.sides(p)
	for k, l := range leaf {
		q[l] -= g.leastFrom(lo[k], hi[k])
	}
}

// sides returns the sides of a pair.
func (g *Graph) sides(p int32) (leaf, lo, hi []int32) {
	from, to := g.side[p], g.side[p+1]
	leaf = g.sideLeaf[from:to]
	return leaf, g.sideLo[from:to][:len(leaf)], g.sideHi[from:to][:len(leaf)]
}

// leastFrom returns the least of the messages from one on up to another: most often the only one.
func (g *Graph) leastFrom(lo, hi int32) int64 {
	m := g.message[lo]
	for lo < hi {
		lo++
		m = min(m, g.message[lo])
	}
	return m
}

// free returns the value of the best leaf without a side in pair p.
func (g *Graph) free(p int32, q []int64) int64 {
	best, next := int64(dead), 0
	if int(g.side[p+1]-g.side[p]) == len(q) {
		return best
	}
	for k := g.side[p]; k < g.side[p+1]; k++ {
		l := int(g.sideLeaf[k])
		for ; next < l; next++ {
			best = max(best, q[next])
		}
		next = l + 1
	}
	for ; next < len(q); next++ {
		best = max(best, q[next])
	}
	return best
}

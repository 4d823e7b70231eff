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

// charge subtracts a pair's messages from the leaves of its tree, times sign. No message is below
// 0, and one is 0: a leaf without a side gives up nothing. For pairs on a variable it is
// chargeSets: callers choose, so that this is inlined.
func (g *Graph) charge(p int32, q []int64, sign int64) {
	for k := g.side[p]; k < g.side[p+1]; k++ {
		q[g.sideLeaf[k]] -= sign * least(g.message[g.sideLo[k]:g.sideHi[k]+1])
	}
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

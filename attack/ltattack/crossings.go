package ltattack

// index fills crossAt and crossTree: it counts, then places.
func (a *arena) index() {
	a.crossAt = zeros(a.crossAt, len(a.cost)+1)
	a.last = zeros(a.last, len(a.cost))
	a.eachCut(func(cut ownCell, _ int32) { a.crossAt[cut]++ })
	total := int32(0)
	for c, n := range a.crossAt {
		total += n
		a.crossAt[c] = total // the end; placing counts down to the beginning
	}
	a.crossTree = zeros(a.crossTree, int(total))
	clear(a.last)
	a.eachCut(func(cut ownCell, t int32) {
		a.crossAt[cut]--
		a.crossTree[a.crossAt[cut]] = t
	})
	a.indexSets()
}

// eachCut calls visit once for every tree and cut that it splits on.
func (a *arena) eachCut(visit func(cut ownCell, tree int32)) {
	n := 0
	for t := range a.root {
		end := len(a.nodes)
		if t+1 < len(a.root) {
			end = int(a.root[t+1])
		}
		for ; n < end; n++ {
			if cut := a.nodes[n].cut; cut >= 0 && a.last[cut] != int32(t)+1 {
				a.last[cut] = int32(t) + 1
				visit(cut, int32(t))
			}
		}
	}
}

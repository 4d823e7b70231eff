package bound

// byFeature lists the pairs of a graph feature by feature.
type byFeature struct {
	at   []int32 // pairs of feature i are pair[at[i]:at[i+1]]
	pair []int32
	tree []int32 // by pair: its place in Graph.trees
}

func (b *byFeature) reset(g *Graph) {
	b.at = extend(b.at[:0], len(g.Feature)+1)
	b.pair, b.tree = append(b.pair[:0], g.pair...), append(b.tree[:0], g.pair...)
	for _, i := range g.pair {
		b.at[i]++
	}
	end := int32(0)
	for i, n := range b.at { // counts become ends
		end += n
		b.at[i] = end
	}
	for t := len(g.trees) - 1; t >= 0; t-- { // ends become beginnings
		for p := g.trees[t].pairEnd - 1; p >= g.trees[t].pair; p-- {
			i := g.pair[p]
			b.at[i]--
			b.pair[b.at[i]], b.tree[p] = p, int32(t)
		}
	}
}

func (b *byFeature) of(i int32) []int32 { return b.pair[b.at[i]:b.at[i+1]] }

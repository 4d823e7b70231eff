package ensemble

import (
	"math"
	"math/bits"
	"slices"
)

// walker is the scratch memory of one goroutine.
type walker struct {
	p    *Predictor
	keys []uint64        // of the rows of a batch, a column for each used feature
	at   []uint32        // by row: its node
	on   []uint32        // rows on their way through a large tree
	few  [fewRows]uint32 // at, unless a large tree takes more rows together
}

func newWalker(p *Predictor) *walker {
	w := &walker{p: p, keys: make([]uint64, 0, min(p.batch, fewRows)*len(p.used))}
	w.at = w.few[:0]
	return w
}

// add adds the leaf values of all trees at the rows lo to hi of x to their sums.
func (w *walker) add(x, sums []float64, lo, hi int) {
	e := w.p.ensemble
	x, sums = x[lo*e.Features:hi*e.Features], sums[lo*e.Outputs:hi*e.Outputs]
	rows := hi - lo
	w.at = slices.Grow(w.at[:0], rows)[:rows]
	w.take(x, rows)
	first := 0
	if rows == 1 && w.p.places == nil {
		first = w.addFours(sums)
	}
	for t, tree := range w.p.trees[first:] {
		switch {
		case tree.tests:
			w.walkTests(tree, w.at)
		case tree.large && rows > fewRows:
			w.walkLarge(tree, w.at)
		case tree.sets:
			w.walkSets(tree, w.at)
		default:
			w.walk(tree, w.at)
		}
		w.addLeaves(&e.Trees[first+t], w.at, sums)
	}
}

// addFours adds the leaf values of trees at a single row, which goes through four trees side by side. It
// returns the number of trees that it has added: at most three are left.
func (w *walker) addFours(sums []float64) int {
	nodes, keys, trees := w.p.nodes, w.keys, w.p.trees
	t := 0
	for ; t+4 <= len(trees); t += 4 {
		of := trees[t : t+4 : t+4]
		a, b, c, d := uint32(of[0].root), uint32(of[1].root), uint32(of[2].root), uint32(of[3].root)
		for range max(of[0].depth, of[1].depth, of[2].depth, of[3].depth) {
			m, n, o, p := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a, b = m.next(keys[m.feature>>2]), n.next(keys[n.feature>>2])
			c, d = o.next(keys[o.feature>>2]), p.next(keys[p.feature>>2])
		}
		for k, n := range [...]uint32{a, b, c, d} {
			w.at[0] = n
			w.addLeaves(&w.p.ensemble.Trees[t+k], w.at, sums)
		}
	}
	return t
}

// addLeaves adds the values of the leaves of a tree that rows have come to.
func (w *walker) addLeaves(t *Tree, at []uint32, sums []float64) {
	outputs := w.p.ensemble.Outputs
	acc := accumulator{out: sums, single: w.p.ensemble.Sum == Float32}
	for i, n := range at {
		leaf := int(w.p.leaf[n])
		if t.Output >= 0 {
			acc.add(i*outputs+t.Output, t.Leaves[leaf])
			continue
		}
		for k, v := range t.Leaves[leaf*outputs : (leaf+1)*outputs] {
			acc.add(i*outputs+k, v)
		}
	}
}

// take turns the values of rows into keys.
func (w *walker) take(x []float64, rows int) {
	e, used := w.p.ensemble, w.p.used
	w.keys = slices.Grow(w.keys[:0], rows*len(used))[:rows*len(used)]
	for i := range rows {
		row, keys := x[i*e.Features:(i+1)*e.Features], w.keys[i*len(used):(i+1)*len(used)]
		for k, f := range used {
			v := row[f]
			if e.Input == Float32 {
				v = float64(float32(v))
			}
			keys[k] = keyOrMissing(v)
		}
	}
	if w.p.places != nil {
		w.placeLevels(x)
	}
}

// walk takes rows from the root of a tree to their leaves, four at a time.
func (w *walker) walk(t compiledTree, at []uint32) {
	nodes, keys, width := w.p.nodes, w.keys, uint32(len(w.p.used))
	i := 0
	for ; i+4 <= len(at); i += 4 {
		row := uint32(i) * width
		a := uint32(t.root)
		b, c, d := a, a, a
		for range t.depth {
			m, n, o, p := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a = m.next(keys[row+m.feature>>2])
			b = n.next(keys[row+width+n.feature>>2])
			c = o.next(keys[row+2*width+o.feature>>2])
			d = p.next(keys[row+3*width+p.feature>>2])
		}
		at[i], at[i+1], at[i+2], at[i+3] = a, b, c, d
	}
	for ; i < len(at); i++ {
		row, a := keys[uint32(i)*width:], uint32(t.root)
		for range t.depth {
			n := &nodes[a]
			a = n.next(row[n.feature>>2])
		}
		at[i] = a
	}
}

// walkLarge takes rows to the leaves of a large tree, all of them a step at a time until they are there:
// so the steps of many rows wait for memory together.
func (w *walker) walkLarge(t compiledTree, at []uint32) {
	nodes, keys, sets, width := w.p.nodes, w.keys, w.p.right, uint32(len(w.p.used))
	on := slices.Grow(w.on[:0], len(at))
	for i := range at {
		at[i], on = uint32(t.root), append(on, uint32(i))
	}
	w.on = on
	for len(on) > 0 {
		there := 0
		for _, i := range on {
			from := at[i]
			n := &nodes[from]
			key := keys[i*width+n.feature>>2]
			to := n.next(key)
			if t.sets {
				to = n.nextOf(key, sets)
			}
			at[i], on[there] = to, i
			if to != from {
				there++
			}
		}
		on = on[:there]
	}
}

// next returns the child of a node that a key leads to.
func (n *node) next(key uint64) uint32 {
	_, right := bits.Sub64(n.cut, key+uint64(n.feature&1), 0)
	return n.left + uint32(right)
}

// keyOrMissing returns the key of any value.
func keyOrMissing(v float64) uint64 {
	if v != v {
		return missingKey
	}
	return key(v)
}

// key returns an integer that orders like v, which must not be NaN.
func key(v float64) uint64 {
	b := math.Float64bits(v + 0) // -0 becomes 0
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

package ensemble

import (
	"math"
	"math/bits"
	"sync"
)

// batch is the number of rows that go through a tree together: their ranks
// and the tree fit in the first level of the cache.
const batch = 128

// Margins writes the margins of rows of raw values, one row after the other
// in x, to out, which has a place per row and output. It rounds the values as
// the model reads them. The result does not depend on the number of threads.
func (p *Predictor) Margins(x, out []float64, threads int) {
	e := p.ensemble
	for i := range out {
		out[i] = 0
		if !e.Average {
			out[i] = e.Base[i%e.Outputs]
		}
	}
	p.Add(x, out, threads)
	if !e.Average {
		return
	}
	for k := range e.Outputs {
		trees := float64(e.TreesOf(k))
		acc := accumulator{single: e.Sum == Float32}
		for i := k; i < len(out); i += e.Outputs {
			out[i] = e.Base[k] + acc.round(out[i]/trees)
		}
	}
}

// Add adds the leaf values of all trees at rows of raw values to sums, which
// has a place per row and output.
func (p *Predictor) Add(x, sums []float64, threads int) {
	e := p.ensemble
	rows := len(x) / e.Features
	batches := (rows + batch - 1) / batch
	threads = max(1, min(threads, batches/4))
	var workers sync.WaitGroup
	for worker := range threads {
		work := func() {
			w := walker{p: p, ranks: make([]uint16, batch*e.Features)}
			for b := batches * worker / threads; b < batches*(worker+1)/threads; b++ {
				lo, hi := b*batch, min(rows, (b+1)*batch)
				w.add(x[lo*e.Features:hi*e.Features], sums[lo*e.Outputs:hi*e.Outputs])
			}
		}
		if threads == 1 {
			work()
			return
		}
		workers.Go(work)
	}
	workers.Wait()
}

// walker is the memory of one goroutine.
type walker struct {
	p     *Predictor
	ranks []uint16
	at    [batch]uint32
}

// add adds the leaf values of all trees to the sums of a batch of rows.
func (w *walker) add(x, sums []float64) {
	e := w.p.ensemble
	rows := len(x) / e.Features
	if w.p.cuts == nil {
		w.addPlainly(x, sums)
		return
	}
	for i := range rows {
		w.p.rank(x[i*e.Features:(i+1)*e.Features], w.ranks[i*e.Features:])
	}
	acc := accumulator{out: sums, single: e.Sum == Float32}
	for t, tree := range w.p.trees {
		w.walk(tree, rows)
		source := &e.Trees[t]
		for i, n := range w.at[:rows] {
			leaf := int(w.p.leaf[n])
			if source.Output >= 0 {
				acc.add(i*e.Outputs+source.Output, source.Leaves[leaf])
				continue
			}
			for k, v := range source.Leaves[leaf*e.Outputs : (leaf+1)*e.Outputs] {
				acc.add(i*e.Outputs+k, v)
			}
		}
	}
}

// walk takes rows from the root of a tree to their leaves, four at a time.
func (w *walker) walk(t compiledTree, rows int) {
	nodes, ranks, width := w.p.nodes, w.ranks, uint64(w.p.ensemble.Features)
	root := nodes[t.root]
	i := 0
	for ; i+4 <= rows; i += 4 {
		row := uint64(i) * width
		a, b, c, d := root, root, root, root
		for range t.depth {
			a = nodes[next(a, ranks[row+a>>featureAt&(maxFeatures-1)])]
			b = nodes[next(b, ranks[row+width+b>>featureAt&(maxFeatures-1)])]
			c = nodes[next(c, ranks[row+2*width+c>>featureAt&(maxFeatures-1)])]
			d = nodes[next(d, ranks[row+3*width+d>>featureAt&(maxFeatures-1)])]
		}
		w.at[i], w.at[i+1], w.at[i+2], w.at[i+3] = uint32(a>>leftAt), uint32(b>>leftAt), uint32(c>>leftAt), uint32(d>>leftAt)
	}
	for ; i < rows; i++ {
		n := root
		for range t.depth {
			n = nodes[next(n, ranks[uint64(i)*width+n>>featureAt&(maxFeatures-1)])]
		}
		w.at[i] = uint32(n >> leftAt)
	}
}

// next returns the child of a node that a rank leads to.
func next(node uint64, rank uint16) uint64 {
	turned := uint32(rank+uint16(node>>16&1)) & 0xffff
	right := (uint32(uint16(node)) - turned) >> 31
	return node>>leftAt + uint64(right)
}

// addPlainly is add for ensembles whose ranks do not fit.
func (w *walker) addPlainly(x, sums []float64) {
	e := w.p.ensemble
	row := make([]float64, e.Features)
	acc := accumulator{out: sums, single: e.Sum == Float32}
	for i := range len(x) / e.Features {
		e.Round(row, x[i*e.Features:(i+1)*e.Features])
		for t := range e.Trees {
			tree := &e.Trees[t]
			leaf := tree.Leaf(row)
			if tree.Output >= 0 {
				acc.add(i*e.Outputs+tree.Output, tree.Leaves[leaf])
				continue
			}
			for k, v := range tree.Leaves[leaf*e.Outputs : (leaf+1)*e.Outputs] {
				acc.add(i*e.Outputs+k, v)
			}
		}
	}
}

// rank writes the ranks of a row's values.
func (p *Predictor) rank(x []float64, out []uint16) {
	single := p.ensemble.Input == Float32
	for f, cuts := range p.cuts {
		v := x[f]
		if single {
			v = float64(float32(v))
		}
		if v != v {
			out[f] = missingRank
			continue
		}
		out[f] = uint16(below(cuts, key(v)))
	}
}

// key returns an integer that orders like v, which must not be NaN.
func key(v float64) uint64 {
	b := math.Float64bits(v + 0) // -0 becomes 0
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// below returns how many cuts are below k. Borrows take the place of branches,
// half of which would be mispredicted.
func below(cuts []uint64, k uint64) int {
	if len(cuts) == 0 {
		return 0
	}
	at, n := 0, len(cuts)
	for n > 1 {
		half := n / 2
		_, less := bits.Sub64(cuts[at+half-1], k, 0)
		at += half & -int(less)
		n -= half
	}
	_, less := bits.Sub64(cuts[at], k, 0)
	return at + int(less)
}

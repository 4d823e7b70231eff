package ensemble

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// maxBatch is the largest number of rows that go through a tree together. With wide rows there are
// fewer, down to the four that are walked side by side.
const (
	maxBatch  = 128
	maxValues = 1 << 19 // values of a batch
)

// Batch returns the number of rows that go through a tree together: predicting fewer at a time takes
// longer per row.
func (p *Predictor) Batch() int { return max(4, min(maxBatch, maxValues/p.ensemble.Features)) }

// Margins writes the margins of rows, which lie one after the other in x, to out, which has a place per
// row and output. It rounds the values as the model reads them; they must be scaled if the model reads
// scaled ones, and may be anything else. The result does not depend on the number of threads. With one
// thread or few rows nothing is allocated once the Predictor is warm. Slices of other lengths are a
// programming error, and panic.
func (p *Predictor) Margins(x, out []float64, threads int) {
	e := p.ensemble
	p.check(x, out)
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

// check panics unless x holds whole rows and out their margins.
func (p *Predictor) check(x, out []float64) {
	e := p.ensemble
	if rows := len(x) / e.Features; len(x) != rows*e.Features || len(out) != rows*e.Outputs {
		panic(fmt.Sprintf("ensemble: %d values and room for %d margins, where a row has %d values and %d margins",
			len(x), len(out), e.Features, e.Outputs))
	}
}

// Add adds the leaf values of all trees at the rows of x to sums, which has a place per row and output.
// It treats the rows as [Predictor.Margins] does.
func (p *Predictor) Add(x, sums []float64, threads int) {
	p.check(x, sums)
	batches := (len(x)/p.ensemble.Features + p.Batch() - 1) / p.Batch()
	if threads = min(threads, batches/4); threads <= 1 { // saves allocating a closure
		p.addBatches(x, sums, 0, batches)
		return
	}
	parallel.Split(threads, batches, func(from, to int) { p.addBatches(x, sums, from, to) })
}

// addBatches is Add for some of the batches.
func (p *Predictor) addBatches(x, sums []float64, from, to int) {
	w := p.walkers.Get().(*walker)
	defer p.walkers.Put(w)
	e, batch := p.ensemble, p.Batch()
	rows := len(x) / e.Features
	for b := from; b < to; b++ {
		lo, hi := b*batch, min(rows, (b+1)*batch)
		w.add(x[lo*e.Features:hi*e.Features], sums[lo*e.Outputs:hi*e.Outputs])
	}
}

// walker is the scratch memory of one goroutine.
type walker struct {
	p    *Predictor
	keys []uint64
	at   [maxBatch]uint32
}

// add adds the leaf values of all trees to the sums of a batch of rows.
func (w *walker) add(x, sums []float64) {
	e := w.p.ensemble
	rows := len(x) / e.Features
	for i, v := range x {
		if e.Input == Float32 {
			v = float64(float32(v))
		}
		w.keys[i] = keyOrMissing(v)
	}
	if w.p.places != nil {
		w.placeLevels(x)
	}
	acc := accumulator{out: sums, single: e.Sum == Float32}
	for t, tree := range w.p.trees {
		switch {
		case tree.tests:
			w.walkTests(tree, rows)
		case tree.sets:
			w.walkSets(tree, rows)
		default:
			w.walk(tree, rows)
		}
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
	nodes, keys, width := w.p.nodes, w.keys, uint32(w.p.ensemble.Features)
	i := 0
	for ; i+4 <= rows; i += 4 {
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
		w.at[i], w.at[i+1], w.at[i+2], w.at[i+3] = a, b, c, d
	}
	for ; i < rows; i++ {
		at := uint32(t.root)
		for range t.depth {
			n := &nodes[at]
			at = n.next(keys[uint32(i)*width+n.feature>>2])
		}
		w.at[i] = at
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

package ensemble

import (
	"fmt"
	"runtime"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Large trees, of manySplits or more, take more rows together, so that each visit to a tree that no
// cache holds serves many; other trees take as many rows as the cache holds beside them.
const (
	manySplits = 1 << 12
	manyRows   = 1 << 13
	fewRows    = 128
)

// batchOf returns the number of rows of a batch: as many as the trees ask for, unless rows of so many
// columns fill the cache, and at least the four that are walked side by side.
func batchOf(columns int, large bool) int {
	rows, values := fewRows, 1<<19
	if large {
		rows, values = manyRows, 1<<17
	}
	return max(4, min(rows, values/max(1, columns)))
}

// Batch returns the number of rows that go through a tree together: predicting fewer at a time takes
// longer per row.
func (p *Predictor) Batch() int { return p.batch }

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
	rows := len(x) / p.ensemble.Features
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	batch := p.batch
	if threads > 1 { // some batches for each, as one thread may be slower than another
		batch = min(batch, max(fewRows, rows/(4*threads)))
	}
	batches := (rows + batch - 1) / batch
	if threads = min(threads, batches/4); threads <= 1 { // saves allocating a closure
		w := p.walkers.Get().(*walker)
		for b := range batches {
			w.add(x, sums, b*batch, min(rows, (b+1)*batch))
		}
		p.walkers.Put(w)
		return
	}
	walkers := make([]*walker, threads)
	for i := range walkers {
		walkers[i] = p.walkers.Get().(*walker)
	}
	parallel.Workers(threads, batches, func(worker, b int) {
		walkers[worker].add(x, sums, b*batch, min(rows, (b+1)*batch))
	})
	for _, w := range walkers {
		p.walkers.Put(w)
	}
}

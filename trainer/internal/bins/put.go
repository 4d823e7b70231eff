package bins

import (
	"sync"

	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Extend adds n rows, to be binned by Put.
func (b *Matrix) Extend(n int) {
	b.unlisted()
	for i := range b.words {
		b.words[i] = parallel.Extend(b.words[i], n)
	}
	b.n += n
}

// Put bins n rows anew. It calls put once for each of them, from several goroutines; put passes the row
// to the Putter.
func (b *Matrix) Put(n, threads int, put func(i int, p *Putter)) {
	b.unlisted()
	var lock sync.Mutex
	first := b.n
	parallel.Rows(threads, n, func(lo, hi int) {
		p := Putter{b, make([]bool, len(b.Slots)), b.n}
		for i := lo; i < hi; i++ {
			put(i, &p)
		}
		lock.Lock()
		defer lock.Unlock()
		b.note(p.missing)
		first = min(first, p.first)
	})
	b.forget(first)
}

// Putter bins rows.
type Putter struct {
	bins    *Matrix
	missing []bool // by slot
	first   int    // the smallest row number so far
}

// Row bins a row.
func (p *Putter) Row(row int, x []float64) {
	b := p.bins
	p.first = min(p.first, row)
	for block := range b.words {
		slots := b.Slots[8*block : min(8*block+8, len(b.Slots))]
		w := uint64(0)
		for j := range slots {
			bin := b.table[8*block+j].of(x[slots[j].Feature])
			if bin == Missing {
				p.missing[8*block+j] = true
			}
			w |= bin << (8 * j)
		}
		b.words[block][row] = w
	}
}

// Moved bins a row that has the bins of row near except for some cells.
func (p *Putter) Moved(row, near int, cells moved.Cells) {
	b := p.bins
	p.first = min(p.first, row)
	for _, words := range b.words {
		words[row] = words[near]
	}
	for _, c := range cells {
		first := b.slot[c.Feature]
		if first < 0 {
			continue
		}
		for s := first; s < len(b.Slots) && b.Slots[s].Feature == c.Feature; s++ {
			bin := b.table[s].of(c.Value)
			if bin == Missing {
				p.missing[s] = true
			}
			w, at := &b.words[s/8][row], 8*(s%8)
			*w = *w&^(0xff<<at) | bin<<at
		}
	}
}

// Truncate drops the rows from number n on.
func (b *Matrix) Truncate(n int) {
	b.unlisted()
	b.forget(n)
	for i := range b.words {
		b.words[i] = b.words[i][:n]
	}
	b.n = n
}

// forget drops the rows from number n on from the results of List and ByColumn.
func (b *Matrix) forget(n int) {
	b.unlist(n)
	for s, c := range b.columns {
		b.columns[s] = c[:min(n, len(c))]
	}
}

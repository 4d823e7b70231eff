package bins

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// readAtOnce is the number of rows that are read from a stream at a time.
const readAtOnce = 1 << 14

// fill bins the rows of x, of cols values each, as the rows from number first on.
func (b *Matrix) fill(x []float64, cols, first, threads int) {
	n := len(x) / cols
	missing := make([][]bool, parallel.Chunks(n))
	parallel.For(threads, len(missing), func(chunk int) {
		missing[chunk] = make([]bool, len(b.Slots))
		lo, end := parallel.Chunk(n, chunk)
		for tile := max(128, 1<<15/cols); lo < end; lo += tile { // so that rows and tables stay in the cache
			for block := range b.words {
				b.binBlock(block, x, cols, first, lo, min(lo+tile, end), missing[chunk])
			}
		}
	})
	for _, chunk := range missing {
		b.note(chunk)
	}
}

// binBlock bins the features of a block for rows lo to hi of x, whose first row has number first.
func (b *Matrix) binBlock(block int, x []float64, cols, first, lo, hi int, missing []bool) {
	slots := b.Slots[8*block : min(8*block+8, len(b.Slots))]
	tables := b.table[8*block:]
	words := b.words[block][first:]
	zeros, always := b.zeros(block)
	for i := lo; i < hi; i++ {
		row := x[i*cols : (i+1)*cols]
		w, some := uint64(0), always
		for j := range slots {
			some |= math.Float64bits(row[slots[j].Feature])
		}
		if some == 0 { // all zero, as often in images and counts
			words[i] = zeros
			continue
		}
		for j := range slots {
			bin := tables[j].of(row[slots[j].Feature])
			if bin == Missing {
				missing[8*block+j] = true
			}
			w |= bin << (8 * j)
		}
		words[i] = w
	}
}

// zeros returns the word of a row of zeros. mark is not 0 if one of the zeros is treated as missing,
// such as a level without a bin: that has to be noted.
func (b *Matrix) zeros(block int) (w, mark uint64) {
	for j := range b.Slots[8*block : min(8*block+8, len(b.Slots))] {
		bin := b.table[8*block+j].of(0)
		if bin == Missing {
			mark = 1
		}
		w |= bin << (8 * j)
	}
	return w, mark
}

// note marks slots in which some row is missing.
func (b *Matrix) note(missing []bool) {
	for s, m := range missing {
		if m {
			b.Slots[s].Missing = true
		}
	}
}

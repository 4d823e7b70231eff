package bins

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Missing is the bin of missing values.
const Missing = 255

// Matrix is the bins of rows. Features that never differ are left out; the others stand in slots, eight
// to a block. A feature with many bins has several slots; if these hold levels, each treats the levels
// of the others as missing.
type Matrix struct {
	Slots  []Slot
	Untold []Untold // the features some of whose levels have no bin
	n      int
	bins   int        // of all slots
	slot   []int      // by feature: its first slot, -1 if it has none
	words  [][]uint64 // by block: a word per row with slot 8b+j in bits 8j to 8j+7
	table  []*table   // by slot

	columns [][]uint8 // by slot: the bins of the rows, see ByColumn

	lists *Lists // of a sparse table, instead of words and tables

	sparse bool
	tiles  []Tile // of sparse data, see List
	width  int    // bits of a bin number in tiles
}

// Blocks yields all rows in order, some at a time, any number of times.
type Blocks interface {
	Head() *data.Table
	Blocks(n int) iter.Seq2[*data.Table, error]
}

// New finds thresholds for at most maxBin bins of each feature (in a sparse table at most MostBins),
// including the one for missing values, and bins the rows. Each level of a categorical feature has its
// own bin; if there are too many, the rarest are treated as missing, see levelSlots and fewestRows. New
// reads the rows twice, and once more if there are levels. A row of weight 2 counts as two, one of
// weight 0 does not count. reach says what the attacker can do to each feature, nil: nothing. room is
// the number of rows that may be added later; memory is reserved for them, but costs nothing until they
// come.
func New(from Blocks, maxBin int, reach []Reach, room int, random uint64, threads int) (*Matrix, error) {
	head := from.Head()
	if table, ok := from.(*data.Table); ok && table.Sparse != nil && table.Columns == nil {
		return newSparse(table, min(maxBin, MostBins), reach, random, threads)
	}
	rows, err := sampleRows(from, random)
	if err != nil {
		return nil, err
	}
	levels, untold, err := findLevels(from, maxBin)
	if err != nil {
		return nil, err
	}
	b := &Matrix{n: head.Rows, Slots: findSlots(rows, maxBin, reach, levels, threads), Untold: untold}
	b.reachLevels(reach, head)
	b.number(head.Cols)
	b.width = widthOf(b.Slots)
	b.sparse = isSparse(b.Slots, b.width)
	if err := memory.Ask(float64(len(b.Slots))*float64(b.n), "the bins of %d rows and %d features take", b.n, len(b.Slots)); err != nil {
		return nil, err
	}
	b.prepare(room)
	first := 0
	for block, err := range from.Blocks(readAtOnce) {
		if err != nil {
			return nil, err
		}
		if block.Cols != head.Cols || first+block.Rows > b.n {
			return nil, fmt.Errorf("%s: has changed while it was read", head.Name())
		}
		b.fill(block.X, block.Cols, first, threads)
		first += block.Rows
	}
	if first != b.n {
		return nil, fmt.Errorf("%s: has changed while it was read", head.Name())
	}
	return b, nil
}

// newSparse is New for a sparse table of numbers.
func newSparse(t *data.Table, maxBin int, reach []Reach, random uint64, threads int) (*Matrix, error) {
	const bytes = 4 + 8 + 4 + 1 + 1 // per cell, by column and then by row
	cells := len(t.Sparse.Value)
	if err := memory.Ask(bytes*float64(cells), "the bins of %d cells take", cells); err != nil {
		return nil, err
	}
	columns := columnsOf(t, random)
	b := &Matrix{n: t.Rows, Slots: columns.findSlots(maxBin, reach, threads)}
	b.number(t.Cols)
	b.lists = newLists(t, columns, b.Slots)
	return b, nil
}

// number notes the first slot of each feature, and counts bins.
func (b *Matrix) number(features int) {
	b.slot = slices.Repeat([]int{-1}, features)
	for s := range b.Slots {
		if f := b.Slots[s].Feature; b.slot[f] < 0 {
			b.slot[f] = s
		}
		b.bins += b.Slots[s].Bins()
	}
}

// prepare makes words for the rows, with capacity for room more, and the tables that fill them.
func (b *Matrix) prepare(room int) {
	b.words = make([][]uint64, (len(b.Slots)+7)/8)
	b.table = make([]*table, len(b.Slots))
	for s := range b.Slots {
		b.table[s] = newTable(&b.Slots[s])
	}
	for i := range b.words {
		b.words[i] = make([]uint64, b.n, b.n+room)
	}
}

// CachedRows is the largest number of rows for which a block fits the cache.
const CachedRows = 1 << 16

// ByColumn brings the copies of the bins by slot up to date, for growers whose nodes try few features
// and would use only one byte of each word. Tables of more than CachedRows rows have no such copies:
// they are copied while trees grow, see base in package grow.
func (b *Matrix) ByColumn(threads int) {
	if b.n > CachedRows || b.lists != nil {
		b.columns = nil
		return
	}
	if b.columns == nil {
		b.columns = make([][]uint8, len(b.Slots))
	}
	parallel.For(threads, len(b.columns), func(s int) {
		c := slices.Grow(b.columns[s], b.n-len(b.columns[s]))
		for _, w := range b.words[s/8][len(c):] {
			c = append(c, uint8(w>>(8*(s%8))))
		}
		b.columns[s] = c
	})
}

// Columns returns the copies that ByColumn has made, nil if they do not hold all rows.
func (b *Matrix) Columns() [][]uint8 {
	if len(b.columns) == 0 || len(b.columns[0]) != b.n {
		return nil
	}
	return b.columns
}

// Len returns the number of rows.
func (b *Matrix) Len() int { return b.n }

// TotalBins returns the number of bins of all slots.
func (b *Matrix) TotalBins() int { return b.bins }

// Words returns the bins of the rows, block by block: those of the slots 8b to
// 8b+7 are the bytes of a word of block b, the lowest first.
func (b *Matrix) Words() [][]uint64 { return b.words }

// Release frees the tables for other training runs. No more rows can be binned afterwards.
func (b *Matrix) Release() {
	for _, t := range b.table {
		tables.Put(t)
	}
	b.table = nil
}

// Bin returns the bin of row i in slot s.
func (b *Matrix) Bin(i, s int) uint8 {
	if b.lists != nil {
		return b.lists.at(i, s, b.Slots[s].Common)
	}
	return uint8(b.words[s/8][i] >> (8 * (s % 8)))
}

// Threshold returns the value that separates bin from the next bin of slot s. It is +Inf after the last
// bin, where only missing values are separated from the others.
func (b *Matrix) Threshold(s, bin int) float64 {
	if cuts := b.Slots[s].Cuts; bin < len(cuts) {
		return cuts[bin]
	}
	return math.Inf(1)
}

// Fingerprint returns a hash of the thresholds and of the bins of all rows.
func (b *Matrix) Fingerprint() []byte {
	h := sha256.New()
	buffer := make([]byte, 0, 1<<16)
	write := func(v uint64) {
		if buffer = binary.LittleEndian.AppendUint64(buffer, v); len(buffer) == cap(buffer) {
			h.Write(buffer)
			buffer = buffer[:0]
		}
	}
	for _, s := range b.Slots {
		write(uint64(s.Feature))
		for _, c := range s.Cuts {
			write(math.Float64bits(c))
		}
		for _, l := range s.Levels {
			write(uint64(l))
		}
	}
	for _, words := range b.words {
		for _, w := range words {
			write(w)
		}
	}
	if l := b.lists; l != nil {
		for i := range b.n {
			slots, bins := l.Row(int32(i))
			write(uint64(len(slots)))
			for k, s := range slots {
				write(uint64(s)<<8 | uint64(bins[k]))
			}
		}
	}
	h.Write(buffer)
	return h.Sum(nil)
}

package bins

import (
	"math/bits"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// In sparse data most cells are in the commonest bin of their slot. So the other cells are listed row
// by row: summing only those, and computing the sum of the common bin as the total minus the rest,
// costs less than summing all.

// TileCells is the number of cells in a tile: small enough for their histogram to fit the cache, and
// large enough for a row to have enough cells outside the common bins to be worth a loop.
const TileCells = 1 << 15

// Tile lists the cells of the rows in some slots.
type Tile struct {
	start []uint32 // where the cells of each row start, and the end
	cells []uint64 // four to a word: (slot of the tile)<<width | bin
}

// Narrow is the most bits of a bin number for which histograms are so small that every node can have
// its own.
const Narrow = 5

// widthOf returns the number of bits of a bin number that does for all slots, the last number being
// that of missing values: up to Narrow, or 8.
func widthOf(slots []Slot) int {
	most := 1
	for i := range slots {
		most = max(most, slots[i].Bins())
	}
	if width := bits.Len(uint(most)); width <= Narrow {
		return width
	}
	return 8
}

// Width returns the number of bits of a bin number in tiles: up to Narrow, or 8. The last number is
// that of missing values.
func (b *Matrix) Width() int { return b.width }

// Tiles returns the lists that List has made.
func (b *Matrix) Tiles() []Tile { return b.tiles }

// TileSlots is the number of slots in a tile.
func (b *Matrix) TileSlots() int { return TileCells >> b.width }

// Shares of uncommon cells from which on summing all cells costs less: in general, and for histograms
// that lists make narrow.
const (
	dense       = 0.35
	denseNarrow = 0.8
)

// isSparse reports whether lists with bin numbers of a width pay.
func isSparse(slots []Slot, width int) bool {
	common := 0.0
	for _, s := range slots {
		common += s.share
	}
	most := dense
	if width <= Narrow {
		most = denseNarrow
	}
	return common > (1-most)*float64(len(slots))
}

// List brings the lists of sparse data up to date. Without them growers sum dense words.
func (b *Matrix) List(threads int) {
	if !b.sparse || b.lists != nil {
		return
	}
	if b.tiles == nil {
		b.tiles = make([]Tile, (len(b.Slots)+b.TileSlots()-1)/b.TileSlots())
	}
	parallel.For(threads, len(b.tiles), func(i int) { b.listTile(i) })
}

// Listed reports whether the lists hold all rows.
func (b *Matrix) Listed() bool { return b.tiles != nil && len(b.tiles[0].start) == b.n+1 }

// unlist forgets the rows from number n on.
func (b *Matrix) unlist(n int) {
	for i := range b.tiles {
		t := &b.tiles[i]
		if n < len(t.start)-1 {
			t.start = t.start[:n+1]
			t.cells = t.cells[:t.start[n]]
		}
	}
}

// listTile adds the rows that a tile does not hold.
func (b *Matrix) listTile(number int) {
	t, first := &b.tiles[number], number*b.TileSlots()
	last := min(len(b.Slots), first+b.TileSlots())
	words := b.words[first/8 : (last+7)/8]
	common := make([]uint64, len(words))
	for k := range common {
		for j, s := range b.Slots[first+8*k : min(len(b.Slots), first+8*k+8)] {
			common[k] |= uint64(s.Common) << (8 * j)
		}
	}
	if t.start == nil {
		rare := 0.0
		for _, s := range b.Slots[first:last] {
			rare += 1 - s.share
		}
		t.start = append(make([]uint32, 0, b.n+1), 0)
		t.cells = make([]uint64, 0, int((float64(rare/4)+0.5)*float64(b.n))) // on average half a word per row stays empty
	}
	cells, missing := make([]uint16, last-first+3), uint16(1)<<b.width-1
	for i := len(t.start) - 1; i < b.n; i++ {
		n := 0
		for k, w := range common {
			for w, slot := w^words[k][i], 8*k; w != 0; w, slot = w>>8, slot+1 {
				if uint8(w) != 0 {
					cells[n] = uint16(slot)<<b.width | uint16(uint8(w)^b.Slots[first+slot].Common)&missing
					n++
				}
			}
		}
		for k := range 3 { // the last word is filled up with a common bin, whose sum is found otherwise
			cells[n+k] = uint16(b.Slots[first].Common) & missing
		}
		for k := 0; k < n; k += 4 {
			t.cells = append(t.cells, uint64(cells[k])|uint64(cells[k+1])<<16|uint64(cells[k+2])<<32|uint64(cells[k+3])<<48)
		}
		t.start = append(t.start, uint32(len(t.cells)))
	}
}

// Sweep adds the values of rows to their cells in the histograms of their
// channels, which are stride apart.
func (t *Tile) Sweep(all []int64, stride int, rows []int32, values []int64, channel []uint8) {
	start, cells := t.start, t.cells
	h := all
	values = values[:len(rows)]
	for i, r := range rows {
		v := values[i]
		if channel != nil {
			h = all[int(channel[r])*stride:]
		}
		for _, w := range cells[start[r]:start[r+1]] {
			h[w%TileCells] += v
			h[w>>16%TileCells] += v
			h[w>>32%TileCells] += v
			h[w>>48%TileCells] += v
		}
	}
}

// SweepCounts adds a number for each row.
func (t *Tile) SweepCounts(h []int64, rows []int32, one int64) {
	start, cells := t.start, t.cells
	for _, r := range rows {
		for _, w := range cells[start[r]:start[r+1]] {
			h[w%TileCells] += one
			h[w>>16%TileCells] += one
			h[w>>32%TileCells] += one
			h[w>>48%TileCells] += one
		}
	}
}

// Mark adds the cells of rows to a set.
func (t *Tile) Mark(set *[TileCells / 64]uint64, rows []int32) {
	start, cells := t.start, t.cells
	for _, r := range rows {
		for _, w := range cells[start[r]:start[r+1]] {
			set[w%TileCells/64] |= 1 << (w % 64)
			set[w>>16%TileCells/64] |= 1 << (w >> 16 % 64)
			set[w>>32%TileCells/64] |= 1 << (w >> 32 % 64)
			set[w>>48%TileCells/64] |= 1 << (w >> 48 % 64)
		}
	}
}

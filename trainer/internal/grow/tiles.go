package grow

import (
	"math/bits"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// wideSlots is the number of slots in a tile if slots have 256 bins.
const wideSlots = bins.TileCells >> 8

// directTiles finds the best split of a node from the cells of its rows, in slots of 256 bins, without
// keeping histograms.
func (s *search) directTiles(n *node, slots []int32) {
	tiles := s.bins.Tiles()
	if len(s.tile) != s.channels*bins.TileCells {
		s.tile = make([]int64, s.channels*bins.TileCells)
	}
	for len(slots) > 0 {
		number := int(slots[0]) / wideSlots
		s.addTile(s.tile, bins.TileCells, n, number, 1)
		tiles[number].Mark(&s.occur, s.rows.row[n.lo:n.hi()])
		for ; len(slots) > 0 && int(slots[0])/wideSlots == number; slots = slots[1:] {
			s.directTile(n, slots[0])
		}
		for i, set := range s.occur { // clear the slots in which no split was sought
			for ; set != 0; set &= set - 1 {
				for c := range s.channels {
					s.tile[c*bins.TileCells+64*i+bits.TrailingZeros64(set)] = 0
				}
			}
		}
		clear(s.occur[:])
	}
}

// directTile finds the best split on a slot from its cells.
func (s *search) directTile(n *node, number int32) {
	slot, at := &s.bins.Slots[number], int(number)%wideSlots
	occur := (*[4]uint64)(s.occur[4*at:])
	common, bit := &occur[slot.Common/64], uint64(1)<<(slot.Common%64)
	*common &^= bit // it contains the cells that fill up words
	if *occur == [4]uint64{} {
		*common |= bit
		return
	}
	for c := range s.channels {
		column := (*[256]int64)(s.tile[c*bins.TileCells+at<<8:])
		column[slot.Common] = 0
		rest := s.totalOf(n, c)
		for i, set := range occur {
			for ; set != 0; set &= set - 1 {
				rest -= column[64*i+bits.TrailingZeros64(set)]
			}
		}
		column[slot.Common] = rest
	}
	*common |= bit
	s.collect(occur, s.tile[at<<8:], bins.TileCells)
	*occur = [4]uint64{}
	s.best(n, number)
}

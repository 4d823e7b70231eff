package criterion

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Split is a way to split a node: bins up to After go left, bins from Before on go right, and no row is
// in between.
type Split struct {
	Slot          int32
	After, Before int32 // Before is NoBin if only missing values go right
	DefaultLeft   bool
	Score         float64 // in the units of the criterion, to compare splits of one node

	Missing bool // some row of the node has no value

	// If the slot is of levels, Present are the bins that the node's rows are in, or can be brought to,
	// and Levels those of them that go left; After and Before then mean nothing.
	Levels, Present bins.Set

	// Left is the sum of the values on the left side, valid if LeftKnown.
	Left      int64
	LeftKnown bool
}

// NoBin is the Split.Before of a split after the last bin.
const NoBin = 256

// Cut returns the last bin that goes left: of the thresholds that separate the rows in the same way the
// one nearest to the middle, which keeps away from both sides.
func (b *Split) Cut(s *bins.Slot) int {
	if b.Before == NoBin {
		return len(s.Cuts)
	}
	lo, hi := int(b.After), int(b.Before)-1
	middle := float64(s.Cuts[lo]/2) + float64(s.Cuts[hi]/2)
	at, _ := slices.BinarySearch(s.Cuts[lo:hi+1], middle)
	at += lo
	if at > lo && (at > hi || middle-s.Cuts[at-1] <= s.Cuts[at]-middle) {
		at--
	}
	return at
}

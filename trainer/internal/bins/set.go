package bins

import (
	"iter"
	"math/bits"
)

// Set is a set of bins.
type Set [4]uint64

// Add adds a bin to the set.
func (s *Set) Add(bin int) { s[bin/64] |= 1 << (bin % 64) }

// Has reports whether a bin is in the set.
func (s *Set) Has(bin int) bool { return s[bin/64]>>(bin%64)&1 != 0 }

// All yields the bins, ascending.
func (s *Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

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

// Meets reports whether two sets have a bin in common.
func (s *Set) Meets(t *Set) bool {
	return s[0]&t[0] != 0 || s[1]&t[1] != 0 || s[2]&t[2] != 0 || s[3]&t[3] != 0
}

// Without returns the bins of s that are not in t.
func (s *Set) Without(t *Set) Set {
	return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

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

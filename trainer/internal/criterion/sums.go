package criterion

import "github.com/hardwood-ml/hardwood/trainer/internal/bins"

// Sums are the sums of the values of a node's rows by bin of one slot.
type Sums struct {
	N       int       // number of bins listed
	At      []uint8   // their numbers, ascending; nil if bin i is the i-th
	bins    [][]int64 // by channel
	missing []int64   // by channel

	// Moved says where the attacker can bring rows by changing their levels, with missing values on the
	// right and on the left; nil if bins.Slot says everything.
	Moved *[2]Ends
}

// Ends are the sums of the same rows by the first and by the last bin that each can be brought to.
type Ends struct{ First, Last Sums }

// NewSums returns sums with a number of channels.
func NewSums(channels int) Sums {
	return Sums{bins: make([][]int64, channels), missing: make([]int64, channels)}
}

// Channel returns the sums of a channel: N of them.
func (s *Sums) Channel(c int) []int64 { return s.bins[c][:s.N] }

// Missing returns the sum of a channel over the rows in which the feature is missing.
func (s *Sums) Missing(c int) int64 { return s.missing[c] }

// AnyMissing reports whether the feature is missing in some row.
func (s *Sums) AnyMissing() bool {
	for _, v := range s.missing {
		if v != 0 {
			return true
		}
	}
	return false
}

// List sets a channel of s to the listed bins, the last of which may be that of missing values.
func (s *Sums) List(c int, at []uint8, sums []int64) {
	s.missing[c] = 0
	if last := len(at) - 1; last >= 0 && at[last] == bins.Missing {
		s.missing[c] = sums[last]
		at = at[:last]
	}
	s.N, s.At, s.bins[c] = len(at), at, sums
}

// Dense sets a channel of s to the first n bins of a column whose last one is that of missing values.
func (s *Sums) Dense(c int, column []int64, n int) {
	s.N, s.At = n, nil
	s.bins[c], s.missing[c] = column[:n], column[len(column)-1]
}

// Bin returns the number of the i-th bin.
func (s *Sums) Bin(i int) int {
	if s.At == nil {
		return i
	}
	return int(s.At[i])
}

// before returns the number of listed bins with numbers below bin, known to be at least from.
func (s *Sums) before(bin, from int) int {
	if s.At == nil {
		return min(bin, s.N)
	}
	for from < s.N && int(s.At[from]) < bin {
		from++
	}
	return from
}

// enoughRows reports whether both sides of a split after position at have at least `least` rows, which
// are counted in a channel if least is above 1.
func enoughRows(h *Sums, channel, least, at int, missingLeft bool) bool {
	if least <= 1 {
		return true
	}
	few, most := withRows(h, channel, least, missingLeft)
	return few <= at && at < most
}

// cutsWithRows returns the first and the end of the thresholds, of which there are some, that leave
// enough rows on both sides, see enoughRows.
func cutsWithRows(h *Sums, channel, least, cuts int, missingLeft bool) (first, end int) {
	if least <= 1 {
		return 0, cuts
	}
	few, most := withRows(h, channel, least, missingLeft)
	if first, end = cuts, cuts; few < h.N {
		first = min(cuts, h.Bin(few))
	}
	if most < h.N {
		end = min(cuts, h.Bin(most))
	}
	return first, end
}

// withRows returns how many of the first bins together are too few for the left side of a split that
// needs `least` rows on both sides, and how many can be there at most.
func withRows(h *Sums, channel, least int, missingLeft bool) (few, most int) {
	left, right := h.Missing(channel), int64(0)
	if !missingLeft {
		left, right = right, left
	}
	counts := h.Channel(channel)
	for few < len(counts) && left+counts[few] < int64(least) {
		left += counts[few]
		few++
	}
	for most = len(counts); most > few && right < int64(least); {
		most--
		right += counts[most]
	}
	return few, most
}

package criterion

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// If the attacker changes levels, only those rows are sure to stay in a stretch of the order whose
// levels cannot be changed into any outside it. As a stretch from the beginning grows, a row can at
// some point be brought into it, and from some later point on can no longer be brought out.

// smooth replaces the key of each bin by the mean over the bins that it changes with, and sets near to
// the weight of these: bins that can be changed into each other then lie side by side.
func (l *Levels) smooth(s *bins.Slot, h *Sums) {
	var keys, weights [256]float64
	for i := range h.N {
		keys[h.Bin(i)], weights[h.Bin(i)] = l.keys[i], l.weights[i]
	}
	for i := range h.N {
		sum, weight := 0.0, 0.0
		for bin := range s.With[h.Bin(i)].All() {
			if w := weights[bin]; w > 0 {
				sum += float64(keys[bin] * w)
				weight += w
			}
		}
		if l.near[i] = weight; weight > 0 {
			l.keys[i] = sum / weight
		}
	}
}

// lead finds the leader of each bin without rows in the node: the first bin in the order that it
// changes with.
func (l *Levels) lead(s *bins.Slot, h *Sums) {
	clear(l.leader[:])
	for _, i := range l.order {
		l.leader[h.Bin(int(i))] = h.Bin(int(i)) + 1
	}
	for _, i := range l.order {
		for bin := range s.With[h.Bin(int(i))].All() {
			if l.leader[bin] == 0 {
				l.leader[bin] = h.Bin(int(i)) + 1
			}
		}
	}
}

// follow adds each bin to the sets that its leader is in.
func (l *Levels) follow(levels, present *bins.Set) {
	for bin, leader := range l.leader {
		if leader > 0 {
			present.Add(bin)
			if levels.Has(leader - 1) {
				levels.Add(bin)
			}
		}
	}
}

// move sets l.sums.Moved to the sums by the first and the last stretch that rows can be brought to.
// Levels without a leader follow missing values.
func (l *Levels) move(s *bins.Slot, h *Sums) {
	last := len(l.ends)
	var at [256]int // by bin: 1 + its stretch
	stretch := 0
	for i, bin := range l.order {
		if stretch < last && i == l.ends[stretch] {
			stretch++
		}
		at[h.Bin(int(bin))] = stretch + 1
	}
	for bin, leader := range l.leader {
		if leader > 0 {
			at[bin] = at[leader-1]
		}
	}
	l.sums.Moved = &l.moved
	for side, astray := range [2]int{last, 0} {
		to := &l.moved[side]
		to.First.zero(len(h.bins), last+1)
		to.Last.zero(len(h.bins), last+1)
		for _, bin := range l.order {
			home := h.Bin(int(bin))
			first, last := at[home]-1, at[home]-1
			for other := range s.Reach[home].All() {
				there := astray
				if at[other] > 0 {
					there = at[other] - 1
				}
				first, last = min(first, there), max(last, there)
			}
			for c := range h.bins {
				to.First.bins[c][first] += h.bins[c][bin]
				to.Last.bins[c][last] += h.bins[c][bin]
			}
		}
	}
}

// zero empties s and gives it n bins in each of the channels.
func (s *Sums) zero(channels, n int) {
	if len(s.bins) != channels {
		*s = NewSums(channels)
	}
	s.N, s.At = n, nil
	for c := range s.bins {
		s.bins[c] = slices.Grow(s.bins[c][:0], n)[:n]
		clear(s.bins[c])
	}
}

package criterion

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Levels finds splits on the levels of a categorical feature. For two classes and for squares, the best
// of all sets is a beginning of the levels in the order of their keys (Fisher 1958,
// doi:10.1080/01621459.1958.10501479; Breiman et al. 1984); with regularisation it is close to the
// best. So the bins are put into that order, and the criterion searches them as if they were numbers.
// The settings are those of LightGBM.
type Levels struct {
	LevelLimits

	few   float64 // a level of fewer rows stays with the rest
	least float64 // fewest rows between two candidates

	order   []int32 // the bins that have rows: by key, then those of few rows
	often   int     // number of bins in order before those of few rows
	keys    []float64
	weights []float64
	near    []float64 // the weights, each including the bins that it changes with
	ends    []int     // the candidate sets, as numbers of bins of order
	sums    Sums
	room    []int64

	// If the attacker changes levels:
	leader [256]int // by bin: 1 + the bin that it goes with, itself if it has rows, see lead; 0 for none
	moved  [2]Ends
}

// LevelLimits are the settings of splits on levels.
type LevelLimits struct {
	OneHot   int     // the most levels of a node for which each is tried against the rest
	Smooth   float64 // a level of fewer rows stays with the rest, see also bound and Newton.Smooth
	L2       float64 // regularisation beside Lambda, in the score; that of leaf values is up to the trainer
	Most     int     // levels on the smaller side
	MinGroup int     // fewest rows between two candidates
	ByMean   bool    // bound Smooth and MinGroup by the average number of rows per level
}

// bound sets the limits of a feature. Smooth and MinGroup are meant for levels of hundreds of rows: if
// most have fewer, such as patients with ten visits each, no level could be separated from the rest. So
// half the average number of rows per level is enough for a level, if that is not too few for an
// average, and the average number for a group.
func (l *Levels) bound(s *bins.Slot) {
	const fewest = 3
	l.few, l.least = l.Smooth, float64(l.MinGroup)
	if l.ByMean {
		mean := float64(s.Rows) / float64(len(s.Levels))
		l.few, l.least = min(l.few, max(fewest, mean/2)), min(l.least, mean)
	}
	// Rows are counted by their weights: ten rows may come to a little less than 10.
	const rounding = 1e-6
	l.few, l.least = l.few*(1-rounding), l.least*(1-rounding)
}

// Best replaces best if a set of levels of slot s scores higher.
func (l *Levels) Best(c Criterion, n *Node, s *bins.Slot, h *Sums, best *Split) {
	l.bound(s)
	l.sort(c, n, s, h)
	if s.Reach != nil && h.AnyMissing() { // if any level can be changed into any, this is the only split left
		l.ends = append(l.ends[:0], len(l.order))
		l.search(c, n, s, h, best)
	}
	if len(l.order) <= l.OneHot {
		for i := range l.order {
			l.order[0], l.order[i] = l.order[i], l.order[0]
			l.ends = append(l.ends[:0], 1)
			l.search(c, n, s, h, best)
		}
		return
	}
	c.Penalise(l.L2, n)
	for range 2 { // from both ends, because Most and MinGroup limit the side that is counted
		l.group()
		l.search(c, n, s, h, best)
		slices.Reverse(l.order[:l.often])
	}
	c.Penalise(0, n)
}

// sort orders the bins that have rows by key, those of few rows last, and converts weights to numbers
// of rows.
func (l *Levels) sort(c Criterion, n *Node, s *bins.Slot, h *Sums) {
	l.keys, l.weights = slices.Grow(l.keys[:0], h.N)[:h.N], slices.Grow(l.weights[:0], h.N)[:h.N]
	c.Keys(n, h, l.keys, l.weights)
	if l.near = append(l.near[:0], l.weights...); s.Reach != nil {
		l.smooth(s, h)
	}
	l.order = l.order[:0]
	for i, w := range l.weights {
		l.weights[i] = w * float64(n.Rows) / c.Cover(n)
		l.near[i] = l.near[i] * float64(n.Rows) / c.Cover(n)
		if w > 0 {
			l.order = append(l.order, int32(i))
		}
	}
	few := func(i int32) int {
		if l.near[i] < l.few {
			return 1
		}
		return 0
	}
	slices.SortFunc(l.order, func(a, b int32) int {
		return cmp.Or(few(a)-few(b), cmp.Compare(l.keys[a], l.keys[b]), int(a-b))
	})
	if s.Reach != nil {
		l.lead(s, h)
	}
	l.often = len(l.order)
	for l.often > 0 && few(l.order[l.often-1]) == 1 {
		l.often--
	}
}

// group sets the ends of the candidates, each at least l.least rows after the one before.
func (l *Levels) group() {
	l.ends = l.ends[:0]
	some := 0.0
	for i, bin := range l.order[:min(l.often, l.Most)] {
		if some += l.weights[bin]; some >= l.least && i+1 < len(l.order) {
			l.ends = append(l.ends, i+1)
			some = 0
		}
	}
}

// search lets the criterion try the ends, and turns its choice into a set.
func (l *Levels) search(c Criterion, n *Node, s *bins.Slot, h *Sums, best *Split) {
	if len(l.order) == 0 || len(l.ends) == 0 && !h.AnyMissing() {
		return
	}
	l.arrange(s, h)
	before := best.Score
	plain := bins.Slot{Feature: s.Feature, Cuts: zeros[:l.sums.N-1], Missing: s.Missing}
	c.Best(n, &plain, &l.sums, best)
	if best.Score == before {
		return
	}
	end := len(l.order)
	if best.Before != NoBin {
		end = l.ends[best.After]
	}
	best.Levels, best.Present = bins.Set{}, bins.Set{}
	for at, i := range l.order {
		best.Present.Add(h.Bin(int(i)))
		if at < end {
			best.Levels.Add(h.Bin(int(i)))
		}
	}
	if s.Reach != nil {
		l.follow(&best.Levels, &best.Present)
	}
}

// zeros are thresholds that are never read.
var zeros [256]float64

// arrange sets l.sums to the sums of the stretches of order between the ends.
func (l *Levels) arrange(s *bins.Slot, h *Sums) {
	if len(l.sums.bins) != len(h.bins) {
		l.sums, l.room = NewSums(len(h.bins)), make([]int64, 256*len(h.bins))
	}
	l.sums.N, l.sums.At = len(l.ends)+1, nil
	for c := range h.bins {
		to := l.room[256*c:][:l.sums.N]
		clear(to)
		at := 0
		for i, bin := range l.order {
			if at < len(l.ends) && i == l.ends[at] {
				at++
			}
			to[at] += h.bins[c][bin]
		}
		l.sums.bins[c], l.sums.missing[c] = to, h.missing[c]
	}
	if l.sums.Moved = nil; s.Reach != nil {
		l.move(s, h)
	}
}

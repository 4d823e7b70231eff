package grow

import (
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// search finds the best split of a node, from its histogram or, if it has none, slot by slot from its
// rows (small.go, tiles.go).
type search struct {
	histograms
	criterion criterion.Criterion
	limits    *Limits
	slots     []int32 // slots that the node may split on, if not all
	rare      rare
	sums      criterion.Sums
	levels    criterion.Levels
	helpers   []*worker // that have nothing else to do

	// Scratch memory for sums.
	scratch []int64      // a block by channel, zero between uses
	packed  [][256]int64 // by channel
	at      [256]uint8
	tile    []int64               // by channel, zero between uses
	occur   [4 * wideSlots]uint64 // sets of bins of a tile, empty between uses
}

// resize fits the memory to the number of channels.
func (s *search) resize() {
	if len(s.packed) != s.channels {
		s.scratch, s.packed = make([]int64, s.channels*len(block{})), make([][256]int64, s.channels)
		s.sums = criterion.NewSums(s.channels)
	}
}

// ready sets the score to beat and reports whether n may be split at all.
func (s *search) ready(n *node) bool {
	l := s.limits
	if l.MaxDepth > 0 && n.depth >= l.MaxDepth || n.Rows < 2*max(1, l.MinRows) {
		return false
	}
	n.score = s.criterion.Score(&n.Node)
	n.best.Score = n.score
	return n.score-n.score == 0
}

// find finds the best split of a node.
func (s *search) find(n *node) {
	s.criterion.Begin(&n.Node)
	c := s.columns
	for many := c.ByNode; ; many *= 2 { // each draw begins with the slots of the one before
		slots := c.all
		if !c.any(many) {
			s.slots = c.of(n, many, s.slots)
			slots = s.slots
		}
		s.among(n, slots)
		if n.gain = s.gain(n); n.gain > 0 {
			if slot := &s.bins.Slots[n.best.Slot]; slot.Levels == nil {
				n.cut = n.best.Cut(slot)
			}
			return
		}
		if !c.Insist || many >= len(c.all) {
			return
		}
	}
}

// among finds the best split of a node on some slots.
func (s *search) among(n *node, slots []int32) {
	switch {
	case s.helps(n, slots):
		s.share(n, slots)
	case n.histogram == nil:
		s.direct(n, slots)
	default:
		s.scan(n, slots)
	}
}

// gain returns the loss reduction of the best split found, 0 if the node is not worth splitting. One of
// just MinGain is worth it, also if it is a little less by rounding.
func (s *search) gain(n *node) float64 {
	const rounding = 1e-6
	if n.best.Score <= n.score {
		return 0
	}
	if gain := s.criterion.Gain(n.best.Score - n.score); gain > 0 && gain >= s.limits.MinGain*(1-rounding) {
		return gain
	}
	return 0
}

// scan finds the best split of a node from its histogram.
func (s *search) scan(n *node, slots []int32) {
	for _, slot := range slots {
		for c := range s.channels {
			column := n.histogram[c*s.stride+int(slot)<<s.width:][:1<<s.width]
			s.sums.Dense(c, column, s.bins.Slots[slot].Bins())
		}
		s.best(n, slot)
	}
}

// best finds the best split of a node on the slot that s.sums is for.
func (s *search) best(n *node, slot int32) {
	before := n.best.Score
	if of := &s.bins.Slots[slot]; of.Levels == nil {
		s.criterion.Best(&n.Node, of, &s.sums, &n.best)
	} else {
		s.levels.Best(s.criterion, &n.Node, of, &s.sums, &n.best)
	}
	if n.best.Score != before {
		n.best.Slot, n.best.Missing = slot, s.sums.AnyMissing()
	}
}

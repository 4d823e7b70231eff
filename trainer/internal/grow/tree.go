package grow

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Tree is a grown tree in terms of bins. Its slices are valid until the next
// tree is grown.
type Tree struct {
	Splits []BinSplit // the root first, then the left subtree, then the right
	Leaves []Leaf     // from left to right
}

// BinSplit is an inner node. Left and Right are numbers of splits, or ^leaf.
type BinSplit struct {
	Slot, Bin   int // rows up to this bin go left
	DefaultLeft bool
	Levels      *bins.Set // the bins that go left, if the slot is of levels
	Left, Right int32
	Gain, Cover float64
}

// Leaf is a leaf with its rows, ascending.
type Leaf struct {
	Rows   []int32
	Total  []int64    // sums of the rows' values, by channel
	Bounds [2]float64 // of its value
}

// flatten numbers the nodes below n and returns the number of n.
func (t *Tree) flatten(g *Grower, n *node) int32 {
	if n.left == nil {
		if n.moved {
			g.moved.restore(g.rows.row[n.lo:n.hi()])
		}
		t.Leaves = append(t.Leaves, Leaf{g.rows.row[n.lo:n.hi()], n.Total, n.Bounds})
		return ^int32(len(t.Leaves) - 1)
	}
	at := int32(len(t.Splits))
	split := BinSplit{
		Slot: int(n.best.Slot), Bin: n.cut, DefaultLeft: g.defaultLeft(n),
		Gain: n.gain, Cover: g.Criterion.Cover(&n.Node),
	}
	if g.Bins.Slots[split.Slot].Levels != nil {
		split.Levels = g.levelsLeft(n, split.DefaultLeft)
	}
	t.Splits = append(t.Splits, split)
	left := t.flatten(g, n.left)
	right := t.flatten(g, n.right)
	t.Splits[at].Left, t.Splits[at].Right = left, right
	return at
}

// defaultLeft returns whether missing values go left: as the split has decided, or to the heavier side
// if the feature is not missing in any row of the node, and cannot be made missing.
func (g *Grower) defaultLeft(n *node) bool {
	if slot := &g.Bins.Slots[n.best.Slot]; slot.Strays() || slot.Missing && n.best.Missing {
		return n.best.DefaultLeft
	}
	return g.Criterion.Cover(&n.left.Node) > g.Criterion.Cover(&n.right.Node)
}

// levelsLeft returns the bins that go left at a split on levels: those that the split sends left and,
// if missing values go left, also those without rows.
func (g *Grower) levelsLeft(n *node, defaultLeft bool) *bins.Set {
	left := n.best.Levels
	if !defaultLeft {
		return &left
	}
	left.Add(bins.Missing)
	for bin := range g.Bins.Slots[n.best.Slot].Levels {
		if !n.best.Present.Has(bin) {
			left.Add(bin)
		}
	}
	return &left
}

// Leaf returns the leaf that a row falls into.
func (t *Tree) Leaf(b *bins.Matrix, row int) int {
	if len(t.Splits) == 0 {
		return 0
	}
	n := int32(0)
	for n >= 0 {
		s := &t.Splits[n]
		bin := b.Bin(row, s.Slot)
		if s.Levels != nil {
			if s.Levels.Has(int(bin)) {
				n = s.Left
			} else {
				n = s.Right
			}
			continue
		}
		if int(bin) <= s.Bin && bin != bins.Missing || bin == bins.Missing && s.DefaultLeft {
			n = s.Left
		} else {
			n = s.Right
		}
	}
	return int(^n)
}

// Finder returns the function Leaf for the rows of b. It is faster, at the cost of a few rows, if splits
// are on numbers of a dense table.
func (t *Tree) Finder(b *bins.Matrix) func(row int) int {
	if b.Lists() != nil || slices.ContainsFunc(t.Splits, func(s BinSplit) bool { return s.Levels != nil }) {
		return func(row int) int { return t.Leaf(b, row) }
	}
	type step struct {
		words       []uint64
		shift       uint8
		turn, last  uint8 // bins up to last go left, once turn has brought missing values to the right end
		left, right int32
	}
	steps, words := make([]step, len(t.Splits)), b.Words()
	for i := range t.Splits {
		s := &t.Splits[i]
		steps[i] = step{words[s.Slot/8], uint8(8 * (s.Slot % 8)), 0, uint8(s.Bin), s.Left, s.Right}
		if s.DefaultLeft { // bin 255 wraps to 0, each other bin to the next
			steps[i].turn, steps[i].last = 1, uint8(s.Bin)+1
		}
	}
	return func(row int) int {
		n := int32(0)
		if len(steps) == 0 {
			n = ^n
		}
		for n >= 0 {
			s := &steps[n]
			n = s.right
			if uint8(s.words[row]>>s.shift)+s.turn <= s.last {
				n = s.left
			}
		}
		return int(^n)
	}
}

// Model returns the splits of t with thresholds and levels in place of bins.
func (t *Tree) Model(b *bins.Matrix) []ensemble.Split {
	if len(t.Splits) == 0 {
		return nil
	}
	splits := make([]ensemble.Split, len(t.Splits))
	for i, s := range t.Splits {
		splits[i] = ensemble.Split{
			Feature: ensemble.Feature(b.Slots[s.Slot].Feature), DefaultLeft: s.DefaultLeft,
			Left: s.Left, Right: s.Right, Gain: s.Gain, Cover: s.Cover,
		}
		if s.Levels == nil {
			splits[i].Threshold = b.Threshold(s.Slot, s.Bin)
		} else {
			splits[i].Set = setOf(&s, b.Slots[s.Slot].Levels)
		}
	}
	return splits
}

// setOf returns the levels of a split that do not follow missing values. A level that training has not
// seen does follow them.
func setOf(s *BinSplit, levels []int32) *ensemble.Set {
	set := &ensemble.Set{Right: s.DefaultLeft}
	for bin, level := range levels {
		if s.Levels.Has(bin) != s.DefaultLeft {
			set.Levels = append(set.Levels, level)
		}
	}
	return set
}

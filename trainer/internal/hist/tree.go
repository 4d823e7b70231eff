package hist

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
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
func (t *Tree) flatten(g *Grower, n *Node) int32 {
	if n.left == nil {
		if n.moved {
			g.moved.restore(g.rows.row[n.Lo:n.Hi])
		}
		t.Leaves = append(t.Leaves, Leaf{g.rows.row[n.Lo:n.Hi], n.Total, n.Bounds})
		return ^int32(len(t.Leaves) - 1)
	}
	at := int32(len(t.Splits))
	t.Splits = append(t.Splits, BinSplit{
		Slot: int(n.best.Slot), Bin: n.cut, DefaultLeft: g.defaultLeft(n),
		Gain: n.gain, Cover: g.Criterion.Cover(n),
	})
	left := t.flatten(g, n.left)
	right := t.flatten(g, n.right)
	t.Splits[at].Left, t.Splits[at].Right = left, right
	return at
}

// cut returns the last bin that goes left: of the thresholds that part the
// rows alike the one nearest to the middle, so that both sides keep away.
func (s *Slot) cut(b Split) int {
	if b.Before == NoBin {
		return len(s.Cuts)
	}
	lo, hi := int(b.After), int(b.Before)-1
	middle := s.Cuts[lo]/2 + s.Cuts[hi]/2
	at, _ := slices.BinarySearch(s.Cuts[lo:hi+1], middle)
	at += lo
	if at > lo && (at > hi || middle-s.Cuts[at-1] <= s.Cuts[at]-middle) {
		at--
	}
	return at
}

// defaultLeft returns where missing values go: where the split put them, or to
// the heavier side if no row of the node misses the feature.
func (g *Grower) defaultLeft(n *Node) bool {
	if g.Bins.Slots[n.best.Slot].Missing && n.best.missing {
		return n.best.DefaultLeft
	}
	return g.Criterion.Cover(n.left) > g.Criterion.Cover(n.right)
}

// Leaf returns the leaf that a row falls into.
func (t *Tree) Leaf(b *Bins, row int) int {
	if len(t.Splits) == 0 {
		return 0
	}
	n := int32(0)
	for n >= 0 {
		s := &t.Splits[n]
		bin := b.Bin(row, s.Slot)
		if int(bin) <= s.Bin && bin != Missing || bin == Missing && s.DefaultLeft {
			n = s.Left
		} else {
			n = s.Right
		}
	}
	return int(^n)
}

// Thresholds returns the splits of t with thresholds for bins.
func (t *Tree) Thresholds(b *Bins) []ensemble.Split {
	if len(t.Splits) == 0 {
		return nil
	}
	splits := make([]ensemble.Split, len(t.Splits))
	for i, s := range t.Splits {
		splits[i] = ensemble.Split{
			Feature: int32(b.Slots[s.Slot].Feature), Threshold: b.Threshold(s.Slot, s.Bin), DefaultLeft: s.DefaultLeft,
			Left: s.Left, Right: s.Right, Gain: s.Gain, Cover: s.Cover,
		}
	}
	return splits
}

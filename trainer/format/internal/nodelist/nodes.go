package nodelist

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Nodes is a tree as files list it: a list per property, indexed by node, with thresholds in the
// precision F of the file. The next tree reuses its memory.
type Nodes[F float32 | float64] struct {
	Left, Right []int32 // both -1 for a leaf
	Feature     []int32
	Threshold   []F
	DefaultLeft []int32   // not 0 if missing values go left
	Gain, Cover []float64 // used if as long as the other lists

	numbering
}

// Reset empties the lists.
func (n *Nodes[F]) Reset() {
	for _, list := range []*[]int32{&n.Left, &n.Right, &n.Feature, &n.DefaultLeft} {
		*list = (*list)[:0]
	}
	n.Threshold, n.Gain, n.Cover = n.Threshold[:0], n.Gain[:0], n.Cover[:0]
}

// Tree builds the tree. Nodes that the root does not reach, which pruning may leave behind, are
// dropped; the others are numbered breadth first. test sets the Threshold or the Set of inner node i,
// and leaf appends the values of leaf i.
func (n *Nodes[F]) Tree(test func(i int32, s *ensemble.Split) error, leaf func(leaves []float64, i int32) []float64) (t ensemble.Tree, err error) {
	for _, list := range []struct {
		of     string
		length int
	}{
		{"right children", len(n.Right)}, {"features", len(n.Feature)},
		{"thresholds", len(n.Threshold)}, {"default directions", len(n.DefaultLeft)},
	} {
		if list.length != len(n.Left) {
			return t, fmt.Errorf("list of %d %s for %d nodes", list.length, list.of, len(n.Left))
		}
	}
	if err := n.number(n.Left, n.Right); err != nil {
		return t, err
	}
	inner := len(n.order) / 2
	t.Splits, t.Leaves = slices.Grow(t.Splits, inner), slices.Grow(t.Leaves, inner+1)
	for _, i := range n.order {
		if n.Left[i] < 0 {
			t.Leaves = leaf(t.Leaves, i)
			continue
		}
		s := ensemble.Split{
			Feature: ensemble.Feature(n.Feature[i]), Left: n.at[n.Left[i]], Right: n.at[n.Right[i]],
			DefaultLeft: n.DefaultLeft[i] != 0,
		}
		if err = test(i, &s); err != nil {
			return t, fmt.Errorf("node %d %w", i, err)
		}
		if len(n.Gain) == len(n.Left) {
			s.Gain = n.Gain[i]
		}
		if len(n.Cover) == len(n.Left) {
			s.Cover = n.Cover[i]
		}
		t.Splits = append(t.Splits, s)
	}
	return t, nil
}

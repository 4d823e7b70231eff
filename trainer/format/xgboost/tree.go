package xgboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// nodes is a tree as XGBoost stores it: a list per property, indexed by node.
// The memory is used again for the next tree.
type nodes struct {
	left, right, feature, defaultLeft, kind []int32
	condition, gain, cover                  []float32 // condition is the threshold, or the leaf value

	nodelist.Numbering
}

// read reads one tree. Where a list is missing it is empty.
func (n *nodes) read(m *model) {
	r := m.r
	for _, list := range []*[]int32{&n.left, &n.right, &n.feature, &n.defaultLeft, &n.kind} {
		*list = (*list)[:0]
	}
	for _, list := range []*[]float32{&n.condition, &n.gain, &n.cover} {
		*list = (*list)[:0]
	}
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "left_children":
			n.left = document.Int32s(r, n.left)
		case "right_children":
			n.right = document.Int32s(r, n.right)
		case "split_indices":
			n.feature = featureNumbers(r, n.feature)
		case "default_left":
			n.defaultLeft = document.Int32s(r, n.defaultLeft)
		case "split_type":
			n.kind = document.Int32s(r, n.kind)
		case "split_conditions":
			n.condition = document.Float32s(r, n.condition)
		case "loss_changes":
			n.gain = document.Float32s(r, n.gain)
		case "sum_hessian":
			n.cover = document.Float32s(r, n.cover)
		case "tree_param":
			checkTreeParam(r)
		case "base_weights", "categories", "categories_nodes", "categories_segments", "categories_sizes", "id", "leaf_child_counts", "parents":
			r.Skip()
		default:
			m.unknown()
		}
	}
}

// featureNumbers reads split_indices. Leaves carry any number, also ones
// beyond an int32.
func featureNumbers(r document.Reader, dst []int32) []int32 {
	for r.Array(); r.Next(); {
		v := r.Int()
		if v != int64(int32(v)) {
			v = -1
		}
		dst = append(dst, int32(v))
	}
	return dst
}

func checkTreeParam(r document.Reader) {
	for r.Object(); r.Next(); {
		if r.Key() != "size_leaf_vector" {
			r.Skip()
		} else if size := r.String(); size != "0" && size != "1" {
			r.Fail("trees with vectors of %s values in the leaves (multi_strategy multi_output_tree) are not supported", size)
		}
	}
}

// tree builds the tree. Nodes that the root does not reach, which pruning
// leaves behind, are dropped; the others are numbered breadth first.
func (n *nodes) tree(r document.Reader) (t ensemble.Tree) {
	count := len(n.left)
	for name, length := range map[string]int{
		"right_children": len(n.right), "split_indices": len(n.feature),
		"default_left": len(n.defaultLeft), "split_conditions": len(n.condition),
	} {
		if length != count {
			r.Fail("%s has %d entries, left_children has %d", name, length, count)
		}
	}
	if r.Err() != nil {
		return t
	}
	if err := n.Number(n.left, n.right); err != nil {
		r.Fail("%w", err)
		return t
	}
	inner := len(n.Order) / 2
	t.Splits, t.Leaves = make([]ensemble.Split, 0, inner), make([]float64, 0, inner+1)
	for _, i := range n.Order {
		if n.left[i] < 0 {
			t.Leaves = append(t.Leaves, float64(n.condition[i]))
			continue
		}
		threshold := n.condition[i]
		switch {
		case threshold != threshold || math.IsInf(float64(threshold), -1):
			r.Fail("node %d has threshold %v", i, threshold)
			return t
		case i < int32(len(n.kind)) && n.kind[i] != 0:
			r.Fail("node %d is a categorical split, which is not supported: train with enable_categorical=False", i)
			return t
		}
		s := ensemble.Split{
			Feature: n.feature[i], Left: n.At[n.left[i]], Right: n.At[n.right[i]],
			DefaultLeft: n.defaultLeft[i] != 0,
			Threshold:   float64(rounding.Below(threshold)),
		}
		if len(n.gain) == count && len(n.cover) == count {
			s.Gain, s.Cover = float64(n.gain[i]), float64(n.cover[i])
		}
		t.Splits = append(t.Splits, s)
	}
	return t
}

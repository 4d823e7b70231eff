package xgboost

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// nodes is a tree as XGBoost stores it, with the value of a leaf in the place of a threshold.
type nodes struct {
	nodelist.Nodes[float32]
	kind []int32 // not 0 for categorical splits
	sets members // of categorical splits

	width   int       // values per leaf, size_leaf_vector
	vectors []float32 // of all leaves, if a leaf has more than one
	places  []int32   // by node: the place of a leaf among them
}

// read reads one tree. A list that is absent is empty.
func (n *nodes) read(m *model) {
	r := m.r
	n.Reset()
	n.kind = n.kind[:0]
	n.sets.reset()
	n.width, n.vectors = 1, n.vectors[:0]
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "left_children":
			n.Left = document.Int32s(r, n.Left)
		case "right_children":
			n.Right = document.Int32s(r, n.Right)
		case "split_indices":
			n.Feature = featureNumbers(r, n.Feature)
		case "default_left":
			n.DefaultLeft = document.Int32s(r, n.DefaultLeft)
			if i := slices.IndexFunc(n.DefaultLeft, func(left int32) bool { return left != 0 && left != 1 }); i >= 0 {
				r.Fail("node %d has default_left %d, not 0 or 1", i, n.DefaultLeft[i])
			}
		case "split_type":
			n.kind = document.Int32s(r, n.kind)
		case "split_conditions":
			n.Threshold = document.Float32s(r, n.Threshold)
		case "loss_changes":
			n.Gain = document.Float64s(r, n.Gain)
		case "sum_hessian":
			n.Cover = document.Float64s(r, n.Cover)
		case "leaf_weights":
			n.vectors = document.Float32s(r, n.vectors)
		case "tree_param":
			n.treeParam(m)
		case "categories":
			n.sets.levels = document.Int32s(r, n.sets.levels)
		case "categories_nodes":
			n.sets.nodes = document.Int32s(r, n.sets.nodes)
		case "categories_segments":
			n.sets.starts = document.Int32s(r, n.sets.starts)
		case "categories_sizes":
			n.sets.sizes = document.Int32s(r, n.sets.sizes)
		case "base_weights", "id", "leaf_child_counts", "parents":
			r.Skip()
		default:
			m.unknown()
		}
	}
}

// featureNumbers reads split_indices. Leaves may have any number there, even one beyond an int32.
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

func (n *nodes) treeParam(m *model) {
	for m.r.Object(); m.r.Next(); {
		if m.r.Key() != "size_leaf_vector" {
			m.r.Skip()
			continue
		}
		n.width = max(1, m.count(limit.Classes)) // up to 1.7 it is 0
	}
}

// tree builds the tree.
func (n *nodes) tree(r document.Reader) ensemble.Tree {
	if r.Err() != nil {
		return ensemble.Tree{}
	}
	err := n.sets.index(len(n.kind))
	if err != nil {
		r.Fail("%w", err)
		return ensemble.Tree{}
	}
	leaf := func(leaves []float64, i int32) []float64 { return append(leaves, float64(n.Threshold[i])) }
	if n.width > 1 {
		if leaf, err = n.vectorLeaves(); err != nil {
			r.Fail("%w", err)
			return ensemble.Tree{}
		}
	}
	t, err := n.Tree(n.test, leaf)
	if err != nil {
		r.Fail("%w", err)
	}
	if n.width > 1 {
		t.Output = ensemble.VectorLeaves
	}
	return t
}

// vectorLeaves returns what appends the values of a leaf, one per class, in a tree of
// multi_strategy=multi_output_tree. A leaf has its place among the vectors where others have their
// right child.
func (n *nodes) vectorLeaves() (func(leaves []float64, i int32) []float64, error) {
	if len(n.vectors) == 0 {
		return nil, fmt.Errorf("trees with vectors of %d values in the leaves (multi_strategy=multi_output_tree) are read from XGBoost 3.2 on: "+
			"train with that, or with multi_strategy=one_output_per_tree", n.width)
	}
	n.places = append(n.places[:0], n.Right...)
	for i, left := range n.Left {
		if left != -1 || i >= len(n.Right) {
			continue
		}
		if place := int64(n.Right[i]); place < 0 || (place+1)*int64(n.width) > int64(len(n.vectors)) {
			return nil, fmt.Errorf("node %d is leaf %d, and leaf_weights has %d values, %d for each", i, place, len(n.vectors), n.width)
		}
		n.Right[i] = -1
	}
	return func(leaves []float64, i int32) []float64 {
		at := int(n.places[i]) * n.width
		for _, v := range n.vectors[at : at+n.width] {
			leaves = append(leaves, float64(v))
		}
		return leaves
	}, nil
}

// checkSiblings refuses a tree in which the second child of a numeric split does not directly follow
// the first, as XGBoost assumes whatever the file says.
func (n *nodes) checkSiblings(r document.Reader) {
	for i, left := range n.Left {
		if categorical := i < len(n.kind) && n.kind[i] != 0; left >= 0 && !categorical && n.Right[i] != left+1 {
			r.Fail("node %d has children %d and %d, which are not one beside the other", i, left, n.Right[i])
			return
		}
	}
}

// test sets the threshold, the largest value that goes left at a node, or the set. XGBoost 3.3 and later
// split at -Inf where only missing values go left: no number is below, not even -Inf. So sides change,
// and every number goes left.
func (n *nodes) test(i int32, s *ensemble.Split) (err error) {
	t := n.Threshold[i]
	switch {
	case int(i) < len(n.kind) && n.kind[i] != 0:
		s.Set, err = n.sets.of(i)
		return err
	case t != t:
		return fmt.Errorf("has threshold %v", t)
	case math.IsInf(float64(t), -1):
		s.Left, s.Right, s.DefaultLeft, s.Threshold = s.Right, s.Left, !s.DefaultLeft, math.Inf(1)
		return nil
	}
	s.Threshold = float64(rounding.Below(t))
	return nil
}

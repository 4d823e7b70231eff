package sklearn

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// nodes is a tree as scikit-learn stores it: a list per property, indexed by
// node. The memory is used again for the next tree.
type nodes struct {
	left, right, feature, missingLeft, leaf, categorical []int32
	threshold, value, gain                               []float64

	nodelist.Numbering
}

// read reads a tree, of sklearn.tree or of HistGradientBoosting.
func (n *nodes) read(r document.Reader) {
	for _, list := range []*[]int32{&n.left, &n.right, &n.feature, &n.missingLeft, &n.leaf, &n.categorical} {
		*list = (*list)[:0]
	}
	n.threshold, n.value, n.gain = n.threshold[:0], n.value[:0], n.gain[:0]
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "children_left", "left":
			n.left = document.Int32s(r, n.left)
		case "children_right", "right":
			n.right = document.Int32s(r, n.right)
		case "feature", "feature_idx":
			n.feature = document.Int32s(r, n.feature)
		case "missing_go_to_left":
			n.missingLeft = document.Int32s(r, n.missingLeft)
		case "is_leaf":
			n.leaf = document.Int32s(r, n.leaf)
		case "is_categorical":
			n.categorical = document.Int32s(r, n.categorical)
		case "threshold", "num_threshold":
			n.threshold = document.Float64s(r, n.threshold)
		case "gain":
			n.gain = document.Float64s(r, n.gain)
		case "value":
			n.value = flat(r, n.value)
		default:
			r.Skip()
		}
	}
}

// flat appends the numbers of nested lists: nodes, outputs, classes.
func flat(r document.Reader, dst []float64) []float64 {
	for r.Array(); r.Next(); {
		if r.Kind() == document.Number {
			dst = append(dst, r.Float64())
			continue
		}
		for r.Array(); r.Next(); {
			dst = document.Float64s(r, dst)
		}
	}
	return dst
}

// tree builds the tree of a file.
func (n *nodes) tree(f *file) (t ensemble.Tree, err error) {
	count, width := len(n.left), 1
	if f.family == forest {
		width = f.e.Classes
		t.Output = ensemble.VectorLeaves
	}
	if len(n.right) != count || len(n.feature) != count || len(n.threshold) != count || len(n.value) != width*count ||
		len(n.missingLeft) != 0 && len(n.missingLeft) != count || len(n.leaf) != 0 && len(n.leaf) != count {
		return t, fmt.Errorf("lists of %d, %d, %d, %d and %d entries for nodes of %d values",
			count, len(n.right), len(n.feature), len(n.threshold), len(n.value), width)
	}
	for i, leaf := range n.leaf { // HistGradientBoosting marks leaves apart
		if leaf != 0 {
			n.left[i], n.right[i] = -1, -1
		}
	}
	if err := n.Number(n.left, n.right); err != nil {
		return t, err
	}
	for _, i := range n.Order {
		if n.left[i] < 0 {
			t.Leaves = f.appendLeaf(t.Leaves, n.value[int(i)*width:int(i+1)*width])
			continue
		}
		if int(i) < len(n.categorical) && n.categorical[i] != 0 {
			return t, fmt.Errorf("node %d is a categorical split, which is not supported: train %s without categorical_features", i, f.name())
		}
		s := ensemble.Split{Feature: n.feature[i], Left: n.At[n.left[i]], Right: n.At[n.right[i]], Threshold: n.threshold[i]}
		if f.family != hist {
			s.Threshold = float64(rounding.Floor(s.Threshold))
		}
		s.DefaultLeft = len(n.missingLeft) > 0 && n.missingLeft[i] != 0
		if len(n.gain) == count {
			s.Gain = n.gain[i]
		}
		t.Splits = append(t.Splits, s)
	}
	return t, nil
}

// appendLeaf appends what a leaf adds to the margins.
func (f *file) appendLeaf(dst, value []float64) []float64 {
	switch {
	case f.family == boosting:
		return append(dst, f.rate*value[0])
	case f.family == hist || f.since(1, 3): // forests keep shares since 1.3
		return append(dst, value...)
	}
	total := sum(value)
	if total == 0 {
		total = 1
	}
	for _, v := range value {
		dst = append(dst, v/total)
	}
	return dst
}

// sum adds up in the order of numpy: with eight numbers or more, in eight
// partial sums.
func sum(v []float64) float64 {
	total := 0.0
	if len(v) >= 8 && len(v) <= 128 {
		var part [8]float64
		whole := len(v) - len(v)%8
		for i, x := range v[:whole] {
			part[i%8] += x
		}
		total = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]))
		v = v[whole:]
	}
	for _, x := range v {
		total += x
	}
	return total
}

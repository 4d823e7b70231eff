package sklearn

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// nodes is a tree as scikit-learn stores it.
type nodes struct {
	nodelist.Nodes[float64]
	leaf, categorical []int32 // of HistGradientBoosting only
	value             []float64
}

// read reads a tree, of sklearn.tree or of HistGradientBoosting.
func (n *nodes) read(r document.Reader) {
	n.Reset()
	n.leaf, n.categorical, n.value = n.leaf[:0], n.categorical[:0], n.value[:0]
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "left_child", "left":
			n.Left = document.Int32s(r, n.Left)
		case "right_child", "right":
			n.Right = document.Int32s(r, n.Right)
		case "feature", "feature_idx":
			n.Feature = document.Int32s(r, n.Feature)
		case "threshold", "num_threshold":
			n.Threshold = document.Float64s(r, n.Threshold)
		case "missing_go_to_left":
			n.DefaultLeft = document.Int32s(r, n.DefaultLeft)
		case "gain":
			n.Gain = document.Float64s(r, n.Gain)
		case "count", "weighted_n_node_samples":
			n.Cover = document.Float64s(r, n.Cover)
		case "is_leaf":
			n.leaf = document.Int32s(r, n.leaf)
		case "is_categorical":
			n.categorical = document.Int32s(r, n.categorical)
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
	count, width, output := len(n.Left), 1, 0
	if f.family == forest {
		width, output = f.e.Classes, ensemble.VectorLeaves
	}
	if len(n.value) != width*count {
		return t, fmt.Errorf("list of %d values for %d nodes of %d", len(n.value), count, width)
	}
	for i, leaf := range n.leaf { // HistGradientBoosting marks leaves apart
		if leaf != 0 && i < min(count, len(n.Right)) {
			n.Left[i], n.Right[i] = -1, -1
		}
	}
	if len(n.DefaultLeft) == 0 { // scikit-learn before 1.3 knows no missing values
		n.DefaultLeft = append(n.DefaultLeft, make([]int32, count)...)
	}
	t, err = n.Tree(
		func(i int32) (float64, error) {
			if int(i) < len(n.categorical) && n.categorical[i] != 0 {
				return 0, refusal.Unsupported("is a categorical split, which is not supported: train " + f.name() + " without categorical_features")
			}
			if f.family == hist {
				return n.Threshold[i], nil
			}
			return float64(rounding.Floor(n.Threshold[i])), nil
		},
		func(leaves []float64, i int32) []float64 {
			return f.appendLeaf(leaves, n.value[int(i)*width:int(i+1)*width])
		},
	)
	t.Output = output
	return t, err
}

// appendLeaf appends what a leaf adds to the margins.
func (f *file) appendLeaf(dst, value []float64) []float64 {
	switch f.family {
	case boosting:
		return append(dst, f.scale*(f.rate*value[0]))
	case hist:
		return append(dst, value...)
	}
	total := sum(value)
	if total == 0 || f.since(1, 4) && math.Abs(total-1) < 1e-9 { // shares already
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

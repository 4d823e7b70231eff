package sklearn

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// nodes is a tree as scikit-learn stores it.
type nodes struct {
	nodelist.Nodes[float64]
	value []float64

	// for HistGradientBoosting only
	leaf, categorical []int32
	bitset            []int32   // which of bitsets a categorical split uses
	bitsets           []float64 // words of 32 bits, eight for each set
}

// read reads a tree, of sklearn.tree or of HistGradientBoosting.
func (n *nodes) read(r document.Reader) {
	n.Reset()
	n.leaf, n.categorical, n.value = n.leaf[:0], n.categorical[:0], n.value[:0]
	n.bitset, n.bitsets = n.bitset[:0], n.bitsets[:0]
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
		case "bitset_idx":
			n.bitset = document.Int32s(r, n.bitset)
		case "left_bitsets":
			for r.Array(); r.Next(); {
				n.bitsets = document.Float64s(r, n.bitsets)
			}
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
	for i, leaf := range n.leaf { // HistGradientBoosting marks leaves separately
		if leaf != 0 && i < min(count, len(n.Right)) {
			n.Left[i], n.Right[i] = -1, -1
		}
	}
	if len(n.DefaultLeft) == 0 { // scikit-learn before 1.3 has no missing values
		n.DefaultLeft = append(n.DefaultLeft, make([]int32, count)...)
	}
	t, err = n.Tree(
		func(i int32, s *ensemble.Split) error {
			if int(i) < len(n.categorical) && n.categorical[i] != 0 {
				var err error
				if s.Set, err = n.set(i); err != nil {
					return err
				}
			} else if s.Threshold = n.Threshold[i]; f.family != hist {
				s.Threshold = float64(rounding.Floor(n.Threshold[i]))
			}
			return f.known(s)
		},
		func(leaves []float64, i int32) []float64 {
			return f.appendLeaf(leaves, n.value[int(i)*width:int(i+1)*width])
		},
	)
	t.Output = output
	return t, err
}

// set returns the set of a categorical split, whose members go left.
func (n *nodes) set(i int32) (*ensemble.Set, error) {
	const words = 8
	if int(i) >= len(n.bitset) {
		return nil, errors.New("is a categorical split without a set")
	}
	at := int64(n.bitset[i]) * words
	if at < 0 || at+words > int64(len(n.bitsets)) {
		return nil, fmt.Errorf("is split by set %d of %d", n.bitset[i], len(n.bitsets)/words)
	}
	s := &ensemble.Set{}
	for w, v := range n.bitsets[at : at+words] {
		word := uint32(v)
		if float64(word) != v {
			return nil, fmt.Errorf("has a word of bits %v", v)
		}
		for ; word != 0; word &= word - 1 {
			s.Levels = append(s.Levels, int32(32*w+bits.TrailingZeros32(word)))
		}
	}
	return s, nil
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

// sum adds up numbers in the order of numpy: from eight numbers on, in eight partial sums, and more
// than 128 by halves.
func sum(v []float64) float64 {
	if n := len(v); n > 128 {
		half := n/2 - n/2%8
		return sum(v[:half]) + sum(v[half:])
	}
	total := 0.0
	if len(v) >= 8 {
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

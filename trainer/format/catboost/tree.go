package catboost

import (
	"fmt"
	"math/bits"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/nodelist"
)

var errNames = refusal.Unsupported(`the file has no names of categories: save_model("model.json", format="json", pool=pool) writes them`)

// tree is a tree as it is read: nodes, the root first, with children of -1 for leaves, whose values
// stand one after another.
type tree struct {
	left, right []int32
	splits      []split   // by node
	first       []int     // by leaf: where its values begin
	values      []float64 // of leaves
	dimension   int       // values of a leaf

	symmetric bool // one split per depth, that of the root last
}

// split is a test that is true on the right side.
type split struct {
	kind    string
	feature int64
	border  float32
	value   int32
}

func (f *file) split() (s split) {
	r := f.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "split_type":
			s.kind = r.String()
		case "float_feature_index", "cat_feature_index":
			s.feature = r.Int()
		case "border":
			s.border = r.Float32()
		case "value":
			v := r.Int()
			if s.value = int32(v); int64(s.value) != v {
				r.Fail("category %d is no hash of 32 bits", v)
			}
		default:
			r.Skip()
		}
	}
	return s
}

// mostDepth is the depth of the deepest tree that is read; CatBoost grows trees of at most 16.
const mostDepth = 4096

// symmetric reads a tree that has the same split in all nodes of a depth.
func (f *file) symmetric() (t tree) {
	r := f.r
	t.symmetric = true
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "leaf_values":
			t.values = document.Float64s(r, nil)
		case "splits":
			if r.Kind() == document.Null { // a tree of one leaf
				r.Skip()
				continue
			}
			for r.Array(); r.Next(); {
				t.splits = append(t.splits, f.split())
			}
		default:
			r.Skip()
		}
	}
	if t.dimension = len(t.values) >> len(t.splits); t.dimension == 0 || t.dimension<<len(t.splits) != len(t.values) {
		r.Fail("a tree of %d splits has %d leaf values", len(t.splits), len(t.values))
	}
	return t
}

// node reads a node of a tree that is not symmetric, with everything below it.
func (f *file) node(t *tree, depth int) int32 {
	r, at := f.r, int32(len(t.left))
	t.left, t.right = append(t.left, -1), append(t.right, -1)
	t.splits, t.first = append(t.splits, split{}), append(t.first, -1)
	if depth > mostDepth {
		r.Fail("a tree is deeper than %d", mostDepth)
		return at
	}
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "left":
			t.left[at] = f.node(t, depth+1)
		case "right":
			t.right[at] = f.node(t, depth+1)
		case "split":
			t.splits[at] = f.split()
		case "value":
			t.first[at] = len(t.values)
			if r.Kind() == document.Array {
				t.values = document.Float64s(r, t.values)
			} else {
				t.values = append(t.values, r.Float64())
			}
			if n := len(t.values) - t.first[at]; t.dimension == 0 {
				t.dimension = n
			} else if n != t.dimension {
				r.Fail("leaves of %d and %d values", t.dimension, n)
			}
		default:
			r.Skip()
		}
	}
	if leaf := t.first[at] >= 0; r.Err() == nil && (leaf != (t.left[at] < 0) || leaf != (t.right[at] < 0)) {
		r.Fail("a node is neither a split of two children nor a leaf")
	}
	return at
}

// expand gives a symmetric tree its nodes, level by level, so that leaves come in the order of their
// numbers (the last split is at the root).
func (t *tree) expand() {
	inner := 1<<len(t.splits) - 1
	t.left, t.right = make([]int32, 2*inner+1), make([]int32, 2*inner+1)
	for n := range t.left {
		if t.left[n], t.right[n] = -1, -1; n < inner {
			t.left[n], t.right[n] = int32(2*n+1), int32(2*n+2)
		}
	}
}

// split returns the split of an inner node.
func (t *tree) split(node int32) *split {
	if t.symmetric {
		return &t.splits[len(t.splits)-bits.Len32(uint32(node)+1)]
	}
	return &t.splits[node]
}

// leaf returns the values of a leaf.
func (t *tree) leaf(node int32) []float64 {
	first := 0
	if t.symmetric {
		first = (int(node) + 1 - 1<<len(t.splits)) * t.dimension
	} else {
		first = t.first[node]
	}
	return t.values[first : first+t.dimension]
}

// tree makes a tree of the ensemble.
func (f *file) tree(e *ensemble.Ensemble, t *tree) (ensemble.Tree, error) {
	if t.dimension != e.Outputs {
		return ensemble.Tree{}, fmt.Errorf("leaves of %d values, those of the first tree have %d", t.dimension, e.Outputs)
	}
	if t.symmetric {
		t.expand()
	}
	n := len(t.left)
	nodes := nodelist.Nodes[float32]{Left: t.left, Right: t.right, Feature: make([]int32, n), Threshold: make([]float32, n), DefaultLeft: make([]int32, n)}
	out, err := nodes.Tree(
		func(i int32, s *ensemble.Split) error { return f.test(t.split(i), s) },
		func(leaves []float64, i int32) []float64 { return append(leaves, t.leaf(i)...) },
	)
	if out.Output = 0; t.dimension > 1 {
		out.Output = ensemble.VectorLeaves
	}
	return out, err
}

// test sets the test of a split.
func (f *file) test(of *split, s *ensemble.Split) error {
	switch of.kind {
	case "FloatFeature", "":
		known := f.number[of.feature]
		if known == nil {
			return fmt.Errorf("asks for number %d, which is not among the features", of.feature)
		}
		s.Feature, s.Threshold, s.DefaultLeft = ensemble.Feature(known.flat), float64(of.border), !known.missingTrue
		return nil
	case "OneHotFeature":
		known := f.category[of.feature]
		if known == nil {
			return fmt.Errorf("asks for category feature %d, which is not among the features", of.feature)
		}
		code, listed := known.code[of.value]
		if !listed {
			return fmt.Errorf("asks for category %d, which feature %d does not list", of.value, of.feature)
		}
		s.Feature, s.DefaultLeft = ensemble.Feature(known.flat), true
		s.Set = &ensemble.Set{Levels: []int32{code}, Right: true}
		return nil
	case "OnlineCtr":
		return ctr
	}
	return refusal.Unsupportedf("asks for a feature of kind %s, which is not read", of.kind)
}

var ctr = refusal.Unsupported("asks for a CTR feature, which counts targets of categories: train with one_hot_max_size at least as large as the number of categories of each feature, so that splits ask for single ones")

package xgboost

import (
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/byoutput"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// categories writes the members of the sets of a tree: one list of all, and the nodes that they belong
// to.
func (w *writer) categories(t *byoutput.Tree, nodes []node) {
	var levels, at, starts, sizes []int
	for i, n := range nodes {
		if n.at < 0 || t.Splits[n.at].Set == nil {
			continue
		}
		members := t.Splits[n.at].Set.Levels
		at, starts, sizes = append(at, i), append(starts, len(levels)), append(sizes, len(members))
		for _, l := range members {
			levels = append(levels, int(l))
		}
	}
	for _, list := range []struct {
		key    string
		values []int
	}{{`,"categories":`, levels}, {`,"categories_nodes":`, at}, {`,"categories_segments":`, starts}, {`,"categories_sizes":`, sizes}} {
		w.Text(list.key)
		w.List(len(list.values), func(i int) { w.Int(list.values[i]) })
	}
}

// node is a node in XGBoost's numbering: a split, or a leaf.
type node struct {
	at            int32 // number of the split, or ^number of the leaf
	parent, child int   // child is the left child
}

// tree writes a tree, its nodes breadth first.
func (w *writer) tree(id int, t *byoutput.Tree) {
	nodes := make([]node, 1, 2*len(t.Splits)+1)
	nodes[0] = node{at: 0, parent: math.MaxInt32}
	if len(t.Splits) == 0 {
		nodes[0].at = ^0
	}
	for i := 0; i < len(nodes); i++ {
		if at := nodes[i].at; at >= 0 {
			s := &t.Splits[at]
			nodes[i].child = len(nodes)
			left, right := s.Left, s.Right
			if everyLeft(s) {
				left, right = right, left
			}
			nodes = append(nodes, node{at: left, parent: i}, node{at: right, parent: i})
		}
	}
	// each writes a list with one value per split and one per leaf.
	each := func(key string, split func(s *ensemble.Split, n *node), leaf func(n *node)) {
		w.Text(key)
		w.List(len(nodes), func(i int) {
			if n := &nodes[i]; n.at >= 0 {
				split(&t.Splits[n.at], n)
			} else {
				leaf(n)
			}
		})
	}
	value := func(n *node) { w.float(w.leaf(t, int(^n.at))) }
	fixed := func(v string) func(*node) { return func(*node) { w.Text(v) } }
	each(`{"base_weights":`, func(*ensemble.Split, *node) { w.Text("0E0") }, value)
	w.categories(t, nodes)
	each(`,"default_left":`, func(s *ensemble.Split, _ *node) {
		w.Text(map[bool]string{false: "0", true: "1"}[s.DefaultLeft != everyLeft(s)])
	}, fixed("0"))
	w.Text(`,"id":`, strconv.Itoa(id))
	each(`,"left_children":`, func(_ *ensemble.Split, n *node) { w.Int(n.child) }, fixed("-1"))
	each(`,"loss_changes":`, func(s *ensemble.Split, _ *node) { w.float(finite(s.Gain)) }, fixed("0E0"))
	each(`,"parents":`, func(_ *ensemble.Split, n *node) { w.Int(n.parent) }, func(n *node) { w.Int(n.parent) })
	each(`,"right_children":`, func(_ *ensemble.Split, n *node) { w.Int(n.child + 1) }, fixed("-1"))
	each(`,"split_conditions":`, func(s *ensemble.Split, _ *node) {
		if s.Set != nil {
			w.Text("NaN")
			return
		}
		if everyLeft(s) {
			w.float(float32(math.Inf(-1)))
			return
		}
		w.float(rounding.Above(rounding.Floor(s.Threshold)))
	}, value)
	each(`,"split_indices":`, func(s *ensemble.Split, _ *node) { w.Int(int(s.Feature)) }, fixed("0"))
	each(`,"split_type":`, func(s *ensemble.Split, _ *node) { w.Text(map[bool]string{false: "0", true: "1"}[s.Set != nil]) }, fixed("0"))
	each(`,"sum_hessian":`, func(s *ensemble.Split, _ *node) { w.float(finite(s.Cover)) }, fixed("0E0"))
	w.Text(`,"tree_param":{"num_deleted":"0","num_feature":"`, w.features, `","num_nodes":"`, strconv.Itoa(len(nodes)), `","size_leaf_vector":"0"}}`)
}

// everyLeft reports whether a split sends every number left, infinity too, which no threshold of XGBoost
// does: it is written with its sides changed, at -Inf, below which there is no number.
func everyLeft(s *ensemble.Split) bool { return s.Set == nil && math.IsInf(s.Threshold, 1) }

// finite rounds a number that does not affect predictions to float32, clipped to its range.
func finite(v float64) float32 { return float32(min(max(v, -math.MaxFloat32), math.MaxFloat32)) }

package onnx

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// older writes an ensemble with the operators of operator set 3. Each split is written as one of the
// tests that it can be, by turns.
type older struct {
	e      *ensemble.Ensemble
	double bool
	floats bool // numbers of the trees are floats, even if they read doubles
	base   []float64
	drop   int // leaves out this many votes, the first
	turn   int
	before *steps // makes X, nil where it is the input

	trees, nodes, features, yes, no, tracks []int64
	modes                                   []string
	values                                  []float64
	voteTrees, voteNodes, voteIDs           []int64
	weights                                 []float64
}

func (o *older) write() []byte {
	e := o.e
	for t := range e.Trees {
		o.tree(int64(t), &e.Trees[t])
	}
	op, prefix := "TreeEnsembleRegressor", "target"
	attributes := [][]byte{}
	if e.Classes > 0 {
		op, prefix = "TreeEnsembleClassifier", "class"
		names := []string{}
		for c := range e.Classes {
			names = append(names, fmt.Sprint("c", c))
		}
		transform := map[ensemble.Link]string{ensemble.Logistic: "LOGISTIC", ensemble.Softmax: "SOFTMAX"}[e.Link]
		attributes = append(attributes, stringsAttribute("classlabels_strings", names), textAttribute("post_transform", transform))
	} else if e.Average {
		attributes = append(attributes, textAttribute("aggregate_function", "AVERAGE"))
	}
	attributes = append(attributes, intsAttribute("nodes_treeids", o.trees), intsAttribute("nodes_nodeids", o.nodes),
		intsAttribute("nodes_featureids", o.features), intsAttribute("nodes_truenodeids", o.yes), intsAttribute("nodes_falsenodeids", o.no),
		intsAttribute("nodes_missing_value_tracks_true", o.tracks), stringsAttribute("nodes_modes", o.modes),
		intsAttribute(prefix+"_treeids", o.voteTrees[o.drop:]), intsAttribute(prefix+"_nodeids", o.voteNodes[o.drop:]), intsAttribute(prefix+"_ids", o.voteIDs[o.drop:]),
		o.numbers("nodes_values", o.values), o.numbers(prefix+"_weights", o.weights[o.drop:]))
	if o.base != nil {
		attributes = append(attributes, o.numbers("base_values", o.base))
	}
	x := writer{e: e}
	if o.before != nil {
		x.parts = o.before.parts.parts
	}
	if e.Classes > 0 {
		x.node(op, mlDomain, []string{"X"}, []string{"label", "probabilities"}, attributes...)
	} else {
		x.node(op, mlDomain, []string{"X"}, []string{"scores"}, attributes...)
	}
	elem := elemFloat
	if o.double {
		elem = elemDouble
	}
	var g, m, set, plain message
	g.text(2, "trees")
	if o.before == nil {
		g.bytes(11, valueInfo("X", elem, e.Features))
	} else {
		g = append(g, o.before.inputs...)
	}
	if e.Classes > 0 {
		var info message
		info.text(1, "label")
		g.bytes(12, info)
		g.bytes(12, valueInfo("probabilities", elemFloat, e.Classes))
	} else {
		g.bytes(12, valueInfo("scores", elemFloat, 1))
	}
	m.int(1, 8)
	m.text(2, "older")
	m.bytes(7, append(x.parts, g...))
	set.text(1, mlDomain)
	set.int(2, 3)
	plain.text(1, "")
	plain.int(2, 15)
	m.bytes(8, plain)
	m.bytes(8, set)
	return m
}

// tree writes inner node n as node n, and the leaves after them.
func (o *older) tree(t int64, tree *ensemble.Tree) {
	child := func(n int32) int64 {
		if n < 0 {
			return int64(len(tree.Splits)) + int64(^n)
		}
		return int64(n)
	}
	add := func(node, feature int64, mode string, value float64, tracks, yes, no int64) {
		o.trees, o.nodes, o.features, o.modes = append(o.trees, t), append(o.nodes, node), append(o.features, feature), append(o.modes, mode)
		o.values, o.tracks, o.yes, o.no = append(o.values, value), append(o.tracks, tracks), append(o.yes, yes), append(o.no, no)
	}
	for n, s := range tree.Splits {
		left, right, missing := child(s.Left), child(s.Right), int64(0)
		if s.DefaultLeft {
			missing = 1
		}
		o.turn++
		switch next := o.e.Next(s.Threshold); {
		case s.Set != nil && o.turn%2 == 0: // of one level, which goes left
			add(int64(n), int64(s.Feature), "BRANCH_NEQ", float64(s.Set.Levels[0]), 0, right, left)
		case s.Set != nil:
			add(int64(n), int64(s.Feature), "BRANCH_EQ", float64(s.Set.Levels[0]), 0, left, right)
		case o.turn%4 == 0:
			add(int64(n), int64(s.Feature), "BRANCH_LEQ", s.Threshold, missing, left, right)
		case o.turn%4 == 1:
			add(int64(n), int64(s.Feature), "BRANCH_LT", next, missing, left, right)
		case o.turn%4 == 2:
			add(int64(n), int64(s.Feature), "BRANCH_GT", s.Threshold, 1-missing, right, left)
		default:
			add(int64(n), int64(s.Feature), "BRANCH_GTE", next, 1-missing, right, left)
		}
	}
	for l := range tree.NumLeaves() {
		node := int64(len(tree.Splits) + l)
		add(node, 0, "LEAF", 0, 0, 0, 0)
		width := 1
		if tree.Output == ensemble.VectorLeaves {
			width = o.e.Outputs
		}
		for k, v := range tree.Leaves[l*width : (l+1)*width] {
			output := k
			if width == 1 {
				output = tree.Output
			}
			o.voteTrees, o.voteNodes = append(o.voteTrees, t), append(o.voteNodes, node)
			o.voteIDs, o.weights = append(o.voteIDs, int64(output)), append(o.weights, v)
		}
	}
}

// numbers writes a list of floats, or a tensor of doubles.
func (o *older) numbers(name string, values []float64) []byte {
	if o.double && !o.floats {
		return tensorAttribute(name+"_as_tensor", tensorOf("", elemDouble, values))
	}
	return floatsAttribute(name, values...)
}

func stringsAttribute(name string, values []string) []byte {
	var a message
	a.text(1, name)
	for _, v := range values {
		a.text(9, v)
	}
	a.int(20, 8)
	return a
}

func textAttribute(name, value string) []byte {
	if value == "" {
		value = "NONE"
	}
	var a message
	a.text(1, name)
	a.bytes(4, []byte(value))
	a.int(20, 3)
	return a
}

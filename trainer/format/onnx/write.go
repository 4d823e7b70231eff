package onnx

import (
	"errors"
	"io"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/byoutput"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/sets"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// Losses says what a file would not keep of a model.
func Losses(e *ensemble.Ensemble) []string {
	var losses []string
	if e.ByProbability {
		losses = append(losses, "classes of nearly equal scores are told apart by their probabilities, not by their scores")
	}
	if e.SplitsOnSets() && e.LevelRule != ensemble.Listed {
		losses = append(losses, "values of categories that are no whole numbers are levels of the model, and none in ONNX")
	}
	return losses
}

// Write writes a model as TreeEnsemble of operator set 5, with doubles if the model uses them. Its
// input is X; its outputs are scores and, for a classifier, label, the number of the class, and
// probability unless scores already are probabilities. The names of features, classes and levels are in
// the metadata.
func Write(w io.Writer, e *ensemble.Ensemble) error {
	if err := e.Validate(); err != nil {
		return err
	}
	if e.Input == ensemble.Float64 && e.Sum == ensemble.Float32 {
		return errors.New("the model adds float32 at features of float64, which TreeEnsemble does not")
	}
	e, err := sets.Oriented(e, false)
	if err != nil {
		return err
	}
	x := writer{e: e, elem: elemDouble}
	if e.Sum == ensemble.Float32 {
		x.elem = elemFloat
	}
	if err := x.trees(); err != nil {
		return err
	}
	x.behind()
	var m message
	m.int(1, 10) // version of the format
	m.text(2, "hardwood")
	m.bytes(7, x.graph())
	for _, set := range []struct {
		domain  string
		version int
	}{{"", 21}, {mlDomain, 5}} {
		var o message
		o.text(1, set.domain)
		o.int(2, set.version)
		m.bytes(8, o)
	}
	m.metadata(featuresKey, e.Schema.Features)
	m.metadata(classesKey, e.Schema.Classes)
	if text := words.Text(e); text != "" {
		m.entry(words.Key, []byte(text))
	}
	_, err = w.Write(m)
	return err
}

// The metadata keys of names.
const (
	featuresKey = "hardwood.features"
	classesKey  = "hardwood.classes"
)

// writer writes the graph.
type writer struct {
	e     *ensemble.Ensemble
	elem  int
	parts message // nodes and tensors

	last    string // name of the scores so far
	outputs message

	feature, mode, yes, no, yesLeaf, noLeaf, tracks, roots, targets []int64
	splits, members, weights                                        []float64
}

// trees lists the trees and adds their operator.
func (x *writer) trees() error {
	e := x.e
	trees, err := byoutput.Trees(e)
	if err != nil {
		return err
	}
	for i := range trees {
		x.tree(&trees[i], i%e.Outputs)
	}
	if slices.ContainsFunc(x.weights, func(v float64) bool { return v-v != 0 }) {
		return errors.New("leaf values of the model are too large for the numbers of the file: it adds in float32, whose are below 3.5e38")
	}
	input := "X"
	if e.Input == ensemble.Float32 && x.elem == elemDouble {
		input = "doubles"
		x.node("Cast", "", []string{"X"}, []string{input}, intAttribute("to", elemDouble))
	}
	x.last = "sums"
	attributes := [][]byte{
		intAttribute("n_targets", e.Outputs), intAttribute("aggregate_function", 1), intAttribute("post_transform", 0),
		intsAttribute("nodes_featureids", x.feature), intsAttribute("nodes_truenodeids", x.yes), intsAttribute("nodes_falsenodeids", x.no),
		intsAttribute("nodes_trueleafs", x.yesLeaf), intsAttribute("nodes_falseleafs", x.noLeaf),
		intsAttribute("nodes_missing_value_tracks_true", x.tracks), intsAttribute("tree_roots", x.roots),
		intsAttribute("leaf_targetids", x.targets), tensorAttribute("leaf_weights", tensorOf("", x.elem, x.weights)),
		tensorAttribute("nodes_splits", tensorOf("", x.elem, x.splits)),
		tensorAttribute("nodes_modes", tensorOf("", elemUint8, floats(x.mode))),
	}
	if x.members != nil {
		attributes = append(attributes, tensorAttribute("membership_values", tensorOf("", x.elem, x.members)))
	}
	x.node("TreeEnsemble", mlDomain, []string{input}, []string{x.last}, attributes...)
	return nil
}

// tree lists a tree that adds to an output.
func (x *writer) tree(t *byoutput.Tree, output int) {
	first, leaf := len(x.feature), len(x.weights)
	child := func(n int32) int {
		if n < 0 {
			return ^(leaf + int(^n))
		}
		return first + int(n)
	}
	x.roots = append(x.roots, int64(first))
	for _, s := range t.Splits {
		b := branch{feature: int64(s.Feature), mode: leq, value: s.Threshold, missingTrue: s.DefaultLeft, yes: child(s.Left), no: child(s.Right)}
		if s.Set != nil {
			b.mode = member
			for _, level := range s.Set.Levels {
				x.members = append(x.members, float64(level))
			}
			x.members = append(x.members, math.NaN())
		}
		x.branch(&b)
	}
	if len(t.Splits) == 0 { // both branches lead to the leaf
		x.branch(&branch{mode: leq, yes: ^leaf, no: ^leaf})
	}
	add := t.Add
	if x.e.Average {
		add = 0
	}
	for l := range len(t.Splits) + 1 {
		v := t.Value(l) + add
		if x.elem == elemFloat {
			v = float64(float32(v))
		}
		x.weights, x.targets = append(x.weights, v), append(x.targets, int64(output))
	}
}

// branch lists an inner node.
func (x *writer) branch(b *branch) {
	missing := int64(0)
	if b.missingTrue {
		missing = 1
	}
	child := func(at int) (number, isLeaf int64) {
		if at < 0 {
			return int64(^at), 1
		}
		return int64(at), 0
	}
	yes, yesLeaf := child(b.yes)
	no, noLeaf := child(b.no)
	x.feature, x.mode = append(x.feature, b.feature), append(x.mode, int64(b.mode))
	x.splits, x.tracks = append(x.splits, b.value), append(x.tracks, missing)
	x.yes, x.yesLeaf = append(x.yes, yes), append(x.yesLeaf, yesLeaf)
	x.no, x.noLeaf = append(x.no, no), append(x.noLeaf, noLeaf)
}

// behind adds the operators that turn the sums into scores, classes and probabilities.
func (x *writer) behind() {
	e := x.e
	if e.Average {
		x.parts.bytes(5, tensorOf("trees", x.elem, []float64{float64(e.TreesOf(0))}))
		x.parts.bytes(5, tensorOf("base", x.elem, e.Base))
		x.node("Div", "", []string{x.last, "trees"}, []string{"means"})
		x.node("Add", "", []string{"means", "base"}, []string{"scores"})
	} else {
		x.node("Identity", "", []string{x.last}, []string{"scores"})
	}
	x.output("scores", x.elem, e.Outputs)
	switch {
	case e.Classes == 0:
		return
	case e.Outputs == 1:
		x.parts.bytes(5, tensorOf("cutoff", x.elem, []float64{e.Cutoff}))
		x.node("Greater", "", []string{"scores", "cutoff"}, []string{"above"})
		x.node("Cast", "", []string{"above"}, []string{"label"}, intAttribute("to", elemInt64))
		if e.Link == ensemble.Logistic {
			x.node("Sigmoid", "", []string{"scores"}, []string{"probability"})
			x.output("probability", x.elem, 1)
		}
	default:
		x.node("ArgMax", "", []string{"scores"}, []string{"label"}, intAttribute("axis", 1))
		if e.Link == ensemble.Softmax {
			x.node("Softmax", "", []string{"scores"}, []string{"probability"}, intAttribute("axis", 1))
			x.output("probability", x.elem, e.Outputs)
		}
	}
	x.output("label", elemInt64, 1)
}

// graph returns the message of the graph.
func (x *writer) graph() []byte {
	elem := elemDouble
	if x.e.Input == ensemble.Float32 {
		elem = elemFloat
	}
	var g message
	g.text(2, "trees")
	g.bytes(11, valueInfo("X", elem, x.e.Features))
	return append(append(x.parts, g...), x.outputs...)
}

func (x *writer) output(name string, elem, width int) {
	x.outputs.bytes(12, valueInfo(name, elem, width))
}

func (x *writer) node(op, domain string, inputs, outputs []string, attributes ...[]byte) {
	var n message
	for _, in := range inputs {
		n.text(1, in)
	}
	for _, out := range outputs {
		n.text(2, out)
	}
	n.text(4, op)
	for _, a := range attributes {
		n.bytes(5, a)
	}
	if domain != "" {
		n.text(7, domain)
	}
	x.parts.bytes(1, n)
}

// The types of attributes.
const (
	typeInt    = 2
	typeTensor = 4
	typeInts   = 7
)

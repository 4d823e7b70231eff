package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/refusal"
)

// mlDomain is that of the operators of trees.
const mlDomain = "ai.onnx.ml"

// Start is the first byte of a file: the version of the format comes first.
const Start = "\x08"

// Read reads a model.
func Read(in io.Reader) (*ensemble.Ensemble, error) {
	file, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	m, err := parse(file)
	if err != nil {
		return nil, err
	}
	at, err := m.graph.trees()
	if err != nil {
		return nil, err
	}
	r := reader{node: &m.graph.nodes[at], graph: &m.graph, e: &ensemble.Ensemble{}}
	r.e.Origin.Source = strings.TrimSpace(fmt.Sprintf("onnx %s %s", m.producer, m.version))
	switch r.node.op {
	case "TreeEnsemble":
		err = r.ensemble5()
	default:
		err = r.ensemble1()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.node.op, err)
	}
	r.names(m.metadata)
	return r.e, r.e.Validate()
}

// names takes the names of features and classes that Write leaves.
func (r *reader) names(metadata map[string]string) {
	s := &r.e.Schema
	for key, of := range map[string]struct {
		to   *[]string
		want int
	}{featuresKey: {&s.Features, r.e.Features}, classesKey: {&s.Classes, r.e.Classes}} {
		var names []string
		if json.Unmarshal([]byte(metadata[key]), &names) == nil && len(names) == of.want && *of.to == nil {
			*of.to = names
		}
	}
}

// reader makes an ensemble of an operator.
type reader struct {
	node   *node
	graph  *graph
	e      *ensemble.Ensemble
	forest forest
}

// operators are those of trees.
var operators = []string{"TreeEnsembleClassifier", "TreeEnsembleRegressor", "TreeEnsemble"}

// trees returns the place of the operator of trees.
func (g *graph) trees() (int, error) {
	found := -1
	for i, n := range g.nodes {
		if n.domain != mlDomain || !slices.Contains(operators, n.op) {
			continue
		}
		if found >= 0 {
			return 0, refusal.Unsupported("the graph has several operators of trees: one is read")
		}
		found = i
	}
	if found < 0 {
		return 0, refusal.Unsupported("an ONNX file without trees: operators " + strings.Join(operators, ", ") + " are read")
	}
	return found, nil
}

func (r *reader) ints(name string) []int64 {
	if a := r.node.attributes[name]; a != nil {
		return a.ints
	}
	return nil
}

func (r *reader) int(name string, standard int64) int64 {
	if a := r.node.attributes[name]; a != nil {
		return a.i
	}
	return standard
}

func (r *reader) text(name, standard string) string {
	if a := r.node.attributes[name]; a != nil && a.s != "" {
		return a.s
	}
	return standard
}

// numbers returns a list of numbers, or the tensor that stands for it, and whether
// they are doubles.
func (r *reader) numbers(name string) (values []float64, double bool) {
	if a := r.node.attributes[name+"_as_tensor"]; a != nil && a.tensor != nil {
		return a.tensor.values, a.tensor.elem == elemDouble
	}
	a := r.node.attributes[name]
	switch {
	case a == nil:
		return nil, false
	case a.tensor != nil:
		return a.tensor.values, a.tensor.elem == elemDouble
	}
	for _, v := range a.floats {
		values = append(values, float64(v))
	}
	return values, false
}

// precision sets how numbers are read and added.
func (r *reader) precision(double bool) {
	if !double {
		r.e.Input, r.e.Sum = ensemble.Float32, ensemble.Float32
	}
}

// width sets the number of features: that of the input, or the last that is asked.
func (r *reader) width(features []int64) error {
	name, cast, err := r.graph.source(r.node.inputs)
	if err != nil {
		return err
	}
	if cast == elemFloat {
		r.e.Input = ensemble.Float32
	}
	for _, in := range r.graph.inputs {
		if in.name == name {
			r.e.Features = int(min(in.width, limit.Features))
			if in.elem == elemFloat {
				r.e.Input = ensemble.Float32
			}
		}
	}
	if r.e.Features <= 0 {
		r.e.Schema.Open = true
		for _, f := range features {
			r.e.Features = max(r.e.Features, int(min(f, limit.Features)+1))
		}
	}
	if r.e.Features <= 0 {
		r.e.Features = 1
	}
	return nil
}

// ensemble1 reads the operators of the operator sets 1 and 3.
func (r *reader) ensemble1() error {
	e := r.e
	values, double := r.numbers("nodes_values")
	features := r.ints("nodes_featureids")
	r.precision(double)
	if err := r.width(features); err != nil {
		return err
	}
	prefix := "target"
	if r.node.op == "TreeEnsembleClassifier" {
		prefix = "class"
		if err := r.labels(); err != nil {
			return err
		}
	} else if n := r.int("n_targets", 1); n != 1 {
		return fmt.Errorf("%d targets, a regression of one is read", n)
	} else {
		e.Outputs = 1
	}
	index, err := r.branches(values, features)
	if err != nil {
		return err
	}
	if err := r.votes(prefix, index); err != nil {
		return err
	}
	base, _ := r.numbers("base_values")
	if err := r.decide(prefix == "class", base); err != nil {
		return err
	}
	if err := r.forest.build(e); err != nil {
		return err
	}
	return r.base(base)
}

// labels reads the classes.
func (r *reader) labels() error {
	e := r.e
	if a := r.node.attributes["classlabels_strings"]; a != nil && len(a.strings) > 0 {
		e.Schema.Classes = a.strings
	} else {
		for _, label := range r.ints("classlabels_int64s") {
			e.Schema.Classes = append(e.Schema.Classes, fmt.Sprint(label))
		}
	}
	if e.Classes = len(e.Schema.Classes); e.Classes < 2 || e.Classes > limit.Classes {
		return fmt.Errorf("%d classes", e.Classes)
	}
	e.Outputs = e.Classes
	return nil
}

// branches reads the nodes, and returns the number of each leaf, as ^leaf, and of
// each branch, by tree and node.
func (r *reader) branches(values []float64, features []int64) (map[[2]int64]int, error) {
	trees, nodes := r.ints("nodes_treeids"), r.ints("nodes_nodeids")
	yes, no, tracks := r.ints("nodes_truenodeids"), r.ints("nodes_falsenodeids"), r.ints("nodes_missing_value_tracks_true")
	var names []string
	if a := r.node.attributes["nodes_modes"]; a != nil {
		names = a.strings
	}
	for name, n := range map[string]int{"treeids": len(trees), "featureids": len(features), "truenodeids": len(yes),
		"falsenodeids": len(no), "modes": len(names), "values": len(values)} {
		if n != len(nodes) {
			return nil, fmt.Errorf("%d nodes_%s for %d nodes", n, name, len(nodes))
		}
	}
	if len(tracks) != 0 && len(tracks) != len(nodes) {
		return nil, fmt.Errorf("%d nodes_missing_value_tracks_true for %d nodes", len(tracks), len(nodes))
	}
	index, leaves, branches := make(map[[2]int64]int, len(nodes)), 0, 0
	for i := range nodes {
		key := [2]int64{trees[i], nodes[i]}
		if _, twice := index[key]; twice {
			return nil, fmt.Errorf("tree %d has two nodes %d", trees[i], nodes[i])
		}
		if names[i] == "LEAF" {
			leaves++
			index[key] = -leaves
		} else {
			index[key] = branches
			branches++
		}
	}
	f := &r.forest
	f.votes = make([][]vote, leaves)
	for i, name := range names {
		key := [2]int64{trees[i], nodes[i]}
		if i == 0 || trees[i] != trees[i-1] { // the first node of a tree is its root
			f.roots = append(f.roots, index[key])
		}
		if name == "LEAF" {
			continue
		}
		of, known := modes[name]
		if !known {
			return nil, fmt.Errorf("unknown test %q", name)
		}
		b := branch{feature: features[i], mode: of, value: values[i], missingTrue: len(tracks) > 0 && tracks[i] != 0}
		var there, also bool
		b.yes, there = index[[2]int64{trees[i], yes[i]}]
		b.no, also = index[[2]int64{trees[i], no[i]}]
		if !there || !also {
			return nil, fmt.Errorf("tree %d: node %d has a child that is not there", trees[i], nodes[i])
		}
		f.branches = append(f.branches, b)
	}
	return index, nil
}

// votes reads what leaves add to outputs.
func (r *reader) votes(prefix string, index map[[2]int64]int) error {
	trees, nodes, outputs := r.ints(prefix+"_treeids"), r.ints(prefix+"_nodeids"), r.ints(prefix+"_ids")
	weights, _ := r.numbers(prefix + "_weights")
	if len(nodes) != len(trees) || len(outputs) != len(trees) || len(weights) != len(trees) {
		return fmt.Errorf("%d, %d, %d and %d numbers say the votes of leaves", len(trees), len(nodes), len(outputs), len(weights))
	}
	for i, w := range weights {
		leaf, known := index[[2]int64{trees[i], nodes[i]}]
		if !known || leaf >= 0 {
			return fmt.Errorf("a vote of node %d of tree %d, which is no leaf", nodes[i], trees[i])
		}
		if outputs[i] < 0 || outputs[i] >= int64(r.e.Outputs) {
			return fmt.Errorf("a vote for %d of %d", outputs[i], r.e.Outputs)
		}
		r.forest.votes[^leaf] = append(r.forest.votes[^leaf], vote{int(outputs[i]), w})
	}
	return nil
}

// decide sets how scores become classes and probabilities.
func (r *reader) decide(classifier bool, base []float64) error {
	e, transform := r.e, r.text("post_transform", "NONE")
	switch r.text("aggregate_function", "SUM") {
	case "SUM":
	case "AVERAGE":
		e.Average = true
	default:
		return fmt.Errorf("aggregate_function %s is not read", r.text("aggregate_function", ""))
	}
	if !classifier {
		if transform != "NONE" {
			return fmt.Errorf("post_transform %s of a regression is not read", transform)
		}
		return r.graph.behind(r.node)
	}
	voted, negative := map[int]bool{}, false
	for _, votes := range r.forest.votes {
		for _, v := range votes {
			voted[v.output] = true
			negative = negative || v.weight < 0
		}
	}
	if e.Classes == 2 && len(voted) <= 1 {
		e.Outputs = 1
		for _, votes := range r.forest.votes {
			for k := range votes {
				votes[k].output = 0
			}
		}
		if !negative {
			e.Cutoff = 0.5
		}
	}
	switch {
	case e.Classes == 2 && e.Outputs == 2:
		return refusal.Unsupported("two classes with votes for both, of which onnxruntime does not take the one of the larger score: converters let leaves vote for one")
	case transform == "LOGISTIC" && e.Outputs == 1:
		e.Link = ensemble.Logistic
	case transform == "SOFTMAX" && e.Outputs > 1:
		e.Link = ensemble.Softmax
	case transform == "NONE" && e.Outputs > 1:
		e.Link = ensemble.Vote
	case transform == "NONE": // the score is the probability of the second class
	default:
		return fmt.Errorf("post_transform %s of %d scores is not read", transform, e.Outputs)
	}
	return r.graph.behind(r.node)
}

// base adds base values behind all trees.
func (r *reader) base(values []float64) error {
	e := r.e
	if len(values) != 0 && len(values) != e.Outputs {
		return fmt.Errorf("%d base_values for %d scores", len(values), e.Outputs)
	}
	e.Base = make([]float64, e.Outputs)
	if e.Average {
		copy(e.Base, values)
		return nil
	}
	for k, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("base_values are no numbers")
		}
		if v != 0 {
			e.Trees = append(e.Trees, ensemble.Tree{Output: k, Leaves: []float64{v}})
		}
	}
	return nil
}

package onnx

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// mlDomain is the domain of the operators of trees.
const mlDomain = "ai.onnx.ml"

// Start is the first byte of a file, which begins with the version of the format.
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
	r.e.Origin.Source = "onnx " + m.producer
	if !strings.Contains(m.version, "\n") { // unlike that of CatBoost, which is all about its build
		r.e.Origin.Source = strings.TrimSpace(r.e.Origin.Source + " " + m.version)
	}
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
	if err := r.e.Validate(); err != nil {
		return nil, err
	}
	words.Name(r.e, m.metadata[words.Key])
	return r.e, nil
}

// names takes the names of features and classes that Write stores.
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

// reader makes an ensemble from an operator.
type reader struct {
	node   *node
	graph  *graph
	e      *ensemble.Ensemble
	forest forest

	pipeline *pipeline // before the trees, nil for none
}

// operators are the operators of trees.
var operators = []string{"TreeEnsembleClassifier", "TreeEnsembleRegressor", "TreeEnsemble"}

// trees returns the index of the operator of trees.
func (g *graph) trees() (int, error) {
	found := -1
	for i, n := range g.nodes {
		if n.domain != mlDomain || !slices.Contains(operators, n.op) {
			continue
		}
		if found >= 0 {
			return 0, refusal.Unsupported("the graph has several operators of trees, as those of isolation forests and stacked models have; models of a single one are read")
		}
		found = i
	}
	if found < 0 {
		return 0, refusal.Unsupported("an ONNX file without trees: operators " + strings.Join(operators, ", ") + " are read")
	}
	return found, nil
}

// precision sets how numbers are read and added.
func (r *reader) precision(double bool) {
	r.e.Input, r.e.Sum = ensemble.Float32, ensemble.Float32
	if double {
		r.e.Input, r.e.Sum = ensemble.Float64, ensemble.Float64
	}
}

// width sets the number of features: that of the input, or one that covers all tested features. Trees that
// read doubles compare and add these, even if their own numbers are floats.
func (r *reader) width(features []int64) error {
	name, cast, err := r.graph.source(r.node.inputs)
	if err == errPipeline {
		r.pipeline, err = newPipeline(r.graph, r.node.inputs[0], r.e.Input == ensemble.Float64)
		r.precision(err == nil && r.pipeline.double)
		return err
	}
	if err != nil {
		return err
	}
	if cast == elemFloat {
		r.e.Input = ensemble.Float32
	}
	for _, in := range r.graph.inputs {
		if in.name == name {
			r.e.Features = int(min(in.width, limit.Features))
			if cast == elemDouble || cast == 0 && in.elem == elemDouble {
				r.precision(true)
			}
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
	if err := r.build(); err != nil {
		return err
	}
	return r.base(base)
}

// build builds the trees.
func (r *reader) build() error {
	if r.pipeline == nil {
		return r.forest.build(r.e)
	}
	if err := r.pipeline.rewrite(&r.forest, r.e); err != nil {
		return err
	}
	if err := r.forest.build(r.e); err != nil {
		return err
	}
	return r.pipeline.columns(&r.forest)
}

// counted reports lists of nodes_NAME with another length than there are nodes. Tracks may be left out.
func counted(nodes, tracks int, lists map[string]int) error {
	if tracks > 0 {
		lists["missing_value_tracks_true"] = tracks
	}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if lists[name] != nodes {
			return fmt.Errorf("%d nodes_%s for %d nodes", lists[name], name, nodes)
		}
	}
	return nil
}

// branches reads the nodes, and returns the number of each branch, and of each leaf as ^leaf, by tree
// and node.
func (r *reader) branches(values []float64, features []int64) (map[[2]int64]int, error) {
	trees, nodes := r.ints("nodes_treeids"), r.ints("nodes_nodeids")
	yes, no, tracks := r.ints("nodes_truenodeids"), r.ints("nodes_falsenodeids"), r.ints("nodes_missing_value_tracks_true")
	var names []string
	if a := r.node.attributes["nodes_modes"]; a != nil {
		names = a.strings
	}
	if err := counted(len(nodes), len(tracks), map[string]int{"treeids": len(trees), "featureids": len(features),
		"truenodeids": len(yes), "falsenodeids": len(no), "modes": len(names), "values": len(values)}); err != nil {
		return nil, err
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
			r.forest.treeOf = append(r.forest.treeOf, trees[i])
		} else {
			index[key] = branches
			branches++
		}
	}
	f := &r.forest
	f.votes = make([][]vote, leaves)
	var roots [][2]int64
	begun, children := map[int64]bool{}, map[[2]int64]bool{}
	for i, name := range names {
		key := [2]int64{trees[i], nodes[i]}
		if i == 0 || trees[i] != trees[i-1] { // the first node of a tree is its root
			if begun[trees[i]] {
				return nil, fmt.Errorf("the nodes of tree %d do not stand one after the other", trees[i])
			}
			begun[trees[i]] = true
			f.roots, roots = append(f.roots, index[key]), append(roots, key)
		}
		if name == "LEAF" {
			continue
		}
		of, known := modes[name]
		if !known {
			return nil, fmt.Errorf("unknown test %q", name)
		}
		missing, err := tracked(tracks, i)
		if err != nil {
			return nil, err
		}
		b := branch{feature: features[i], mode: of, value: values[i], missingTrue: missing}
		var there, also bool
		b.yes, there = index[[2]int64{trees[i], yes[i]}]
		b.no, also = index[[2]int64{trees[i], no[i]}]
		if !there || !also {
			return nil, fmt.Errorf("tree %d: node %d has a child that is not there", trees[i], nodes[i])
		}
		children[[2]int64{trees[i], yes[i]}], children[[2]int64{trees[i], no[i]}] = true, true
		f.branches = append(f.branches, b)
	}
	for _, root := range roots {
		if children[root] {
			return nil, fmt.Errorf("the nodes of tree %d begin with node %d, which is not its root", root[0], root[1])
		}
	}
	return index, nil
}

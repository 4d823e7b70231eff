package onnx

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

// inSet is a tree as onnxmltools makes it of a set of LightGBM: tests of feature 0 for 1, 4 and 2 that
// share what follows if it is one of them, and else 5.
func inSet() *older {
	return &older{
		e: &ensemble.Ensemble{Features: 2, Outputs: 1, Base: []float64{0}}, double: true,
		trees: []int64{0, 0, 0, 0, 0, 0, 0}, nodes: []int64{0, 1, 2, 3, 4, 5, 6},
		modes:    []string{"BRANCH_EQ", "BRANCH_EQ", "BRANCH_EQ", "BRANCH_LEQ", "LEAF", "LEAF", "LEAF"},
		features: []int64{0, 0, 0, 1, 0, 0, 0}, values: []float64{1, 4, 2, 0.5, 0, 0, 0},
		yes: []int64{3, 3, 3, 4, 0, 0, 0}, no: []int64{1, 2, 6, 5, 0, 0, 0}, tracks: []int64{0, 0, 0, 1, 0, 0, 0},
		voteTrees: []int64{0, 0, 0}, voteNodes: []int64{4, 5, 6}, voteIDs: []int64{0, 0, 0}, weights: []float64{3, 4, 5},
	}
}

func TestChainsOfEquality(t *testing.T) {
	e := formattest.Model(t, read, inSet().write())
	if n := len(e.Trees[0].Splits); n != 2 {
		t.Errorf("%d splits, not the set and what follows", n)
	}
	nan := math.NaN()
	for _, c := range []struct{ level, x, want float64 }{
		{1, 0, 3}, {2, 0, 3}, {4, 0, 3}, {1, 1, 4}, {2, 1, 4}, {4, nan, 3}, {0, 0, 5}, {3, 0, 5}, {5, 0, 5}, {nan, 0, 5},
	} {
		out := []float64{0}
		if e.Margins([]float64{c.level, c.x}, out); out[0] != c.want {
			t.Errorf("level %v, %v: %v, want %v", c.level, c.x, out[0], c.want)
		}
	}
	// what follows one test of them only has two parents, and no place in a tree
	apart := inSet()
	apart.modes[2] = "BRANCH_NEQ"
	if _, err := read(apart.write()); err == nil || !strings.Contains(err.Error(), "has two parents") {
		t.Errorf("error %v", err)
	}
}

// TestOrderOfNodes: the nodes of a tree stand together, the root first, since onnxruntime takes the first
// node of each stretch for a root, and leaves away what another node has become.
func TestOrderOfNodes(t *testing.T) {
	for want, swap := range map[string][2]int{
		"the nodes of tree 0 begin with node 3, which is not its root": {0, 3},
		"the nodes of tree 0 do not stand one after the other":         {5, 7},
	} {
		o := inSet()
		o.trees, o.nodes, o.modes, o.features = append(o.trees, 1), append(o.nodes, 0), append(o.modes, "LEAF"), append(o.features, 0)
		o.values, o.yes, o.no, o.tracks = append(o.values, 0), append(o.yes, 0), append(o.no, 0), append(o.tracks, 0)
		o.voteTrees, o.voteNodes, o.voteIDs, o.weights = append(o.voteTrees, 1), append(o.voteNodes, 0), append(o.voteIDs, 0), append(o.weights, 7)
		if _, err := read(o.write()); err != nil {
			t.Fatal(err)
		}
		i, k := swap[0], swap[1]
		o.trees[i], o.trees[k] = o.trees[k], o.trees[i]
		o.nodes[i], o.nodes[k] = o.nodes[k], o.nodes[i]
		o.modes[i], o.modes[k] = o.modes[k], o.modes[i]
		o.features[i], o.features[k] = o.features[k], o.features[i]
		o.values[i], o.values[k] = o.values[k], o.values[i]
		o.yes[i], o.yes[k] = o.yes[k], o.yes[i]
		o.no[i], o.no[k] = o.no[k], o.no[i]
		o.tracks[i], o.tracks[k] = o.tracks[k], o.tracks[i]
		if _, err := read(o.write()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

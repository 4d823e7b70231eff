package onnx

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/refusal"
)

// data returns the inputs of a node that are not constants.
func (g *graph) data(n *node) []string {
	return slices.DeleteFunc(slices.Clone(n.inputs), func(in string) bool { return g.tensors[in] != nil })
}

// errPipeline says that operators before the trees change more than types.
var errPipeline = errors.New("a pipeline")

// source returns the input of the graph that an operator reads, and the type that it is cast to on the
// way, 0 for none. Its error is errPipeline if more happens on the way.
func (g *graph) source(inputs []string) (name string, cast int64, err error) {
	if len(inputs) != 1 {
		return "", 0, fmt.Errorf("%d inputs", len(inputs))
	}
	name = inputs[0]
	for range mostOperators {
		if slices.ContainsFunc(g.inputs, func(in input) bool { return in.name == name }) {
			return name, cast, nil
		}
		by := slices.IndexFunc(g.nodes, func(n node) bool { return slices.Contains(n.outputs, name) })
		if by < 0 {
			break
		}
		n := &g.nodes[by]
		switch {
		case n.op == "Cast" && len(n.inputs) == 1 && n.attributes["to"] != nil && (n.attributes["to"].i == elemFloat || n.attributes["to"].i == elemDouble):
			if to := n.attributes["to"].i; to == elemFloat || cast == 0 {
				cast = to
			}
		case n.op == "Identity" && len(n.inputs) == 1:
		default:
			return "", 0, errPipeline
		}
		name = n.inputs[0]
	}
	return "", 0, fmt.Errorf("its input %q is none of the graph", name)
}

// harmless are the operators that may follow trees because they change neither label nor probabilities.
// That is true of Normalizer, as a classifier before it gives shares already.
var harmless = []string{"Cast", "Identity", "Reshape", "Squeeze", "ZipMap", "Normalizer", "Flatten"}

// behind reports an operator after a node that changes its result.
func (g *graph) behind(n *node) error {
	readers := map[string][]*node{}
	for i := range g.nodes {
		for _, in := range g.nodes[i].inputs {
			readers[in] = append(readers[in], &g.nodes[i])
		}
	}
	seen := map[*node]bool{}
	for names := slices.Clone(n.outputs); len(names) > 0; {
		name := names[0]
		names = names[1:]
		for _, next := range readers[name] {
			if !slices.Contains(harmless, next.op) {
				return refusal.Unsupportedf("operator %s follows the trees, which is not read", next.op)
			}
			if !seen[next] {
				seen[next], names = true, append(names, next.outputs...)
			}
		}
		delete(readers, name) // each name is followed once
	}
	return nil
}

// follower returns the operator, one of ops, that reads a value, and the constant that is its other
// input, nil if there is none.
func (g *graph) follower(value string, ops ...string) (n *node, constant []float64) {
	for i := range g.nodes {
		next := &g.nodes[i]
		if !slices.Contains(next.inputs, value) || !slices.Contains(ops, next.op) || len(next.outputs) == 0 {
			continue
		}
		for _, in := range next.inputs {
			if t := g.tensors[in]; t != nil {
				constant = t.values
			}
		}
		return next, constant
	}
	return nil, nil
}

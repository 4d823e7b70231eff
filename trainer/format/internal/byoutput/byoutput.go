// Package byoutput arranges the trees of an ensemble as other libraries keep them: every tree adds to one
// output, and the outputs take turns.
package byoutput

import (
	"errors"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Tree is a tree that adds to one output.
type Tree struct {
	Splits []ensemble.Split
	Leaves []float64 // the tree's values are every Stride-th, from the first on
	Stride int

	// Add is the base margin of the output in its first tree, else 0. Adding it to each leaf value is
	// the same as starting the sum from it.
	Add float64
}

// Value returns the value of a leaf, without Add.
func (t *Tree) Value(leaf int) float64 { return t.Leaves[leaf*t.Stride] }

// constant is a tree of one leaf of value 0.
var constant = Tree{Leaves: []float64{0}, Stride: 1}

// Trees returns the trees of e round by round, output by output: tree i adds to output i % Outputs.
// Outputs that lack trees get some that add 0; if e averages, that is an error. There is at least one
// round.
func Trees(e *ensemble.Ensemble) ([]Tree, error) {
	byOutput := make([][]Tree, e.Outputs)
	for i := range e.Trees {
		t := &e.Trees[i]
		if t.Output != ensemble.VectorLeaves {
			byOutput[t.Output] = append(byOutput[t.Output], Tree{Splits: t.Splits, Leaves: t.Leaves, Stride: 1})
			continue
		}
		for k := range e.Outputs {
			byOutput[k] = append(byOutput[k], Tree{Splits: t.Splits, Leaves: t.Leaves[k:], Stride: e.Outputs})
		}
	}
	most := 1
	for _, list := range byOutput {
		most = max(most, len(list))
	}
	trees := make([]Tree, 0, most*e.Outputs)
	for i := range most {
		for k, list := range byOutput {
			t := constant
			if i < len(list) {
				t = list[i]
			} else if e.Average && len(e.Trees) > 0 {
				return nil, errors.New("the model averages different numbers of trees for its classes")
			}
			if i == 0 {
				t.Add = e.Base[k]
			}
			trees = append(trees, t)
		}
	}
	return trees, nil
}

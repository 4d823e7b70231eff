package rounds

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tellNoSplit notes trees of which none has a split, and what keeps them from it. Where an
// adversary has a say, or hooks changed rows, that may be what hardening comes to.
func (run *Run) tellNoSplit() {
	p, trees := &run.Params, run.Ensemble.Trees
	if p.Note == nil || p.Robust() || run.Rows.changed || len(trees) == 0 ||
		slices.ContainsFunc(trees, func(t ensemble.Tree) bool { return len(t.Splits) > 0 }) {
		return
	}
	why := "no column tells anything, or gamma, min-child-weight or min-samples-leaf is too large for these rows"
	if rows := run.Rows.Len(); rows < 2*p.MinSamplesLeaf {
		why = fmt.Sprintf("min-samples-leaf %d asks for as many rows on each side of a split, and there are %d in all", p.MinSamplesLeaf, rows)
	} else if most := run.mostHessian(); most < 2*p.MinChildWeight {
		why = fmt.Sprintf("min-child-weight %g asks for hessians of that sum on each side of a split, and those of all rows sum to %.4g at most: a smaller one, such as %.2g, lets them split",
			p.MinChildWeight, most, most/20)
	}
	p.Note(fmt.Sprintf("%s: no tree has a split, so that all rows get the same prediction: %s", run.Rows.Source(), why))
}

// mostHessian bounds the sum of the hessians of all rows before the first tree, of which those
// of classes are the largest where two are as likely.
func (run *Run) mostHessian() float64 {
	if run.Params.Objective != nil {
		return math.Inf(1)
	}
	r := run.Rows
	classes, sum := run.Params.ClassWeights(r.table), 0.0
	for i := range r.Len() {
		w := 1.0
		if r.weights != nil {
			w = r.weights[i]
		}
		if r.Classes != nil {
			w *= classes[r.Classes[i]]
		}
		sum += w
	}
	switch run.Ensemble.Link {
	case ensemble.Logistic:
		return sum / 4
	case ensemble.Softmax:
		return sum / 2
	}
	return sum
}

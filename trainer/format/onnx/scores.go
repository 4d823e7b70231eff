package onnx

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

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
	voted := r.oneScore(len(base) == 0 && transform == "LOGISTIC")
	if err := r.checkVotes(voted, base); err != nil {
		return err
	}
	switch {
	case transform == "LOGISTIC" && e.Outputs == 1:
		e.Link = ensemble.Logistic
	case transform == "SOFTMAX" && e.Outputs > 1:
		e.Link = ensemble.Softmax
	case transform == "NONE" && e.Outputs > 1:
		e.Link = ensemble.Vote
	case transform == "NONE" && e.Cutoff != 0: // the score is the probability of the second class
		e.Link = ensemble.Vote
	case transform == "NONE":
	default:
		return fmt.Errorf("post_transform %s of %d scores is not read", transform, e.Outputs)
	}
	return r.graph.behind(r.node)
}

// ballot is how leaves vote.
type ballot struct {
	outputs            map[int]bool // that get votes
	negative, positive bool         // some weight is below 0; all are above it
}

// oneScore makes the scores of two classes one if leaves vote for one class alone, or, where both
// may be opposed, for both with opposite weights. It returns how they voted before.
func (r *reader) oneScore(mayBeOpposed bool) ballot {
	e, b := r.e, ballot{map[int]bool{}, false, true}
	for _, votes := range r.forest.votes {
		for _, v := range votes {
			b.outputs[v.output] = true
			b.negative, b.positive = b.negative || v.weight < 0, b.positive && v.weight > 0
		}
	}
	opposed := e.Classes == 2 && mayBeOpposed && r.forest.opposed() && r.numbered()
	if e.Classes != 2 || len(b.outputs) > 1 && !opposed {
		return b
	}
	e.Outputs = 1
	for l, votes := range r.forest.votes {
		if opposed {
			votes = slices.DeleteFunc(votes, func(v vote) bool { return v.output == 0 })
			r.forest.votes[l] = votes
		}
		for k := range votes {
			votes[k].output = 0
		}
	}
	if !b.negative && !opposed {
		e.Cutoff = half
	}
	return b
}

// checkVotes refuses votes for which onnxruntime may not choose the class of the largest score.
func (r *reader) checkVotes(voted ballot, base []float64) error {
	e := r.e
	unvoted, added := r.forest.unvoted(e.Outputs), e.Outputs == 1 && len(base) == 1 && base[0] != 0
	switch {
	case unvoted >= 0 && added:
		return refusal.Unsupported("onnxruntime adds the one base value of two classes where a leaf votes, which is not so for every row: converters let every leaf vote")
	case unvoted >= 0 && e.Outputs > 1 && len(base) == 0 && !voted.positive:
		return refusal.Unsupportedf("a row may get no vote for class %q, which onnxruntime then does not choose, however low the other scores are: converters let trees vote in all their leaves", e.Schema.Classes[unvoted])
	case added && voted.outputs[1]:
		return refusal.Unsupported("onnxruntime adds the one base value of two classes to votes for the first alone, and these are for the second: converters let leaves vote for the first")
	case e.Classes == 2 && e.Outputs == 2:
		return refusal.Unsupported("two classes with votes for both, of which onnxruntime does not take the one of the larger score: converters let leaves vote for one")
	}
	return nil
}

// half is the largest score for the first class if scores are shares of votes.
const half = 0.5

// numbered reports whether two classes are texts, or 0 and 1: if leaves vote for both classes,
// onnxruntime returns their numbers.
func (r *reader) numbered() bool {
	a := r.node.attributes["classlabels_strings"]
	return a != nil && len(a.strings) > 0 || slices.Equal(r.e.Schema.Classes, []string{"0", "1"})
}

// opposed reports whether each leaf has two votes, one the negative of the other, as CatBoost writes
// them for two classes.
func (f *forest) opposed() bool {
	return !slices.ContainsFunc(f.votes, func(votes []vote) bool {
		return len(votes) != 2 || votes[0].output == votes[1].output || votes[0].weight != -votes[1].weight
	})
}

// unvoted returns an output that a row may get no vote for, -1 if there is none: each output then has a
// tree that votes for it in all its leaves.
func (f *forest) unvoted(outputs int) int {
	type share struct {
		tree   int64
		output int
	}
	leaves, voting := map[int64]int{}, map[share]int{}
	seen := make([]int, outputs) // 1 + the last leaf that votes for an output
	for l, votes := range f.votes {
		leaves[f.treeOf[l]]++
		for _, v := range votes {
			if seen[v.output] != l+1 {
				seen[v.output] = l + 1
				voting[share{f.treeOf[l], v.output}]++
			}
		}
	}
	always := make([]bool, outputs)
	for s, n := range voting {
		always[s.output] = always[s.output] || n == leaves[s.tree]
	}
	return slices.Index(always, false)
}

// base adds base values after all trees.
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

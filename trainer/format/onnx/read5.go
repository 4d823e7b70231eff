package onnx

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ensemble5 reads TreeEnsemble of operator set 5.
func (r *reader) ensemble5() error {
	e := r.e
	values, double := r.numbers("nodes_splits")
	features := r.ints("nodes_featureids")
	r.precision(double)
	if err := r.width(features); err != nil {
		return err
	}
	if err := r.leaves5(); err != nil {
		return err
	}
	if err := r.branches5(values, features); err != nil {
		return err
	}
	switch r.int("aggregate_function", 1) {
	case 0:
		if e.Average = true; e.Outputs > 1 {
			return fmt.Errorf("the mean of the trees of several targets is not read")
		}
	case 1:
	default:
		return fmt.Errorf("aggregate_function %d is not read", r.int("aggregate_function", 1))
	}
	if err := r.build(); err != nil {
		return err
	}
	return r.finish5()
}

// leaves5 reads the leaves.
func (r *reader) leaves5() error {
	targets := r.ints("leaf_targetids")
	weights, _ := r.numbers("leaf_weights")
	if len(weights) != len(targets) {
		return fmt.Errorf("%d leaf_weights for %d leaf_targetids", len(weights), len(targets))
	}
	n := r.int("n_targets", 1)
	if n < 1 || n > int64(len(targets)) {
		return fmt.Errorf("%d targets of %d leaves", n, len(targets))
	}
	r.e.Outputs = int(n)
	r.forest.votes = make([][]vote, len(targets))
	all := make([]vote, len(targets))
	for i, target := range targets {
		if target < 0 || target >= n {
			return fmt.Errorf("a leaf of target %d of %d", target, n)
		}
		all[i] = vote{int(target), weights[i]}
		r.forest.votes[i] = all[i : i+1]
	}
	return nil
}

// branches5 reads the inner nodes and the roots.
func (r *reader) branches5(values []float64, features []int64) error {
	f := &r.forest
	yes, no := r.ints("nodes_truenodeids"), r.ints("nodes_falsenodeids")
	yesLeaf, noLeaf := r.ints("nodes_trueleafs"), r.ints("nodes_falseleafs")
	tracks := r.ints("nodes_missing_value_tracks_true")
	modes, _ := r.numbers("nodes_modes")
	members, _ := r.numbers("membership_values")
	if err := counted(len(features), len(tracks), map[string]int{"truenodeids": len(yes), "falsenodeids": len(no),
		"trueleafs": len(yesLeaf), "falseleafs": len(noLeaf), "modes": len(modes), "splits": len(values)}); err != nil {
		return err
	}
	child := func(number, isLeaf int64) (int, error) {
		if number < 0 || number > math.MaxInt32 {
			return 0, fmt.Errorf("child %d is none", number)
		}
		if isLeaf != 0 {
			return ^int(number), nil
		}
		return int(number), nil
	}
	for i := range features {
		missing, err := tracked(tracks, i)
		if err != nil {
			return err
		}
		b := branch{feature: features[i], mode: mode(modes[i]), value: values[i], missingTrue: missing}
		if float64(b.mode) != modes[i] || b.mode > member {
			return fmt.Errorf("node %d has test %v", i, modes[i])
		}
		if b.yes, err = child(yes[i], yesLeaf[i]); err != nil {
			return err
		}
		if b.no, err = child(no[i], noLeaf[i]); err != nil {
			return err
		}
		if b.mode == member { // the members of each set end with a NaN
			n := 0
			for n < len(members) && members[n] == members[n] {
				n++
			}
			if n == len(members) {
				return fmt.Errorf("node %d asks for a set that does not end", i)
			}
			b.members, members = members[:n], members[n+1:]
		}
		f.branches = append(f.branches, b)
	}
	for _, root := range r.ints("tree_roots") {
		at, err := child(root, 0)
		if err != nil {
			return err
		}
		f.roots = append(f.roots, at)
	}
	return nil
}

// finish5 reads what follows the trees: Div, Add, and the choice of a class.
func (r *reader) finish5() error {
	e, g := r.e, r.graph
	if t := r.int("post_transform", 0); t != 0 {
		return fmt.Errorf("post_transform %d is not read", t)
	}
	e.Base = make([]float64, e.Outputs)
	last := r.node
	if len(last.outputs) != 1 {
		return fmt.Errorf("%d outputs", len(last.outputs))
	}
	if next, _ := g.follower(last.outputs[0], "Identity"); next != nil {
		last = next
	}
	if div, by := g.follower(last.outputs[0], "Div"); div != nil && div.inputs[0] == last.outputs[0] {
		for k := range e.Outputs {
			if len(by) != 1 && len(by) != e.Outputs || by[min(k, len(by)-1)] != float64(e.TreesOf(k)) {
				return fmt.Errorf("a Div by %v follows, which is not the number of trees", by)
			}
		}
		e.Average, last = true, div
	}
	if add, base := g.follower(last.outputs[0], "Add"); add != nil {
		if len(base) != 1 && len(base) != e.Outputs {
			return fmt.Errorf("an Add of %d numbers follows %d scores", len(base), e.Outputs)
		}
		if last = add; e.Average {
			for k := range e.Base {
				e.Base[k] = base[min(k, len(base)-1)]
			}
		} else {
			for k := range e.Outputs {
				e.Trees = append(e.Trees, ensemble.Tree{Output: k, Leaves: []float64{base[min(k, len(base)-1)]}})
			}
		}
	}
	if len(last.outputs) != 1 {
		return fmt.Errorf("%d outputs", len(last.outputs))
	}
	return r.classes5(last)
}

// classes5 reads how scores become classes and probabilities, if they do.
func (r *reader) classes5(last *node) error {
	e, g := r.e, r.graph
	scores := last.outputs[0]
	greater, cutoff := g.follower(scores, "Greater")
	most, _ := g.follower(scores, "ArgMax")
	switch {
	case greater != nil && e.Outputs == 1 && len(cutoff) == 1 && greater.inputs[0] == scores:
		e.Classes, e.Cutoff = 2, cutoff[0]
		if sigmoid, _ := g.follower(scores, "Sigmoid"); sigmoid != nil {
			e.Link = ensemble.Logistic
		} else if e.Average || e.Cutoff == half {
			e.Link = ensemble.Vote
		}
		return g.behind(greater)
	case most != nil && e.Outputs > 1 && most.firstOfRow():
		e.Classes, e.Link = e.Outputs, ensemble.Vote
		if softmax, _ := g.follower(scores, "Softmax"); softmax != nil {
			e.Link = ensemble.Softmax
		}
		return g.behind(most)
	case greater != nil || most != nil:
		return fmt.Errorf("the class of %d scores is found in a way that is not read", e.Outputs)
	default:
		if e.Outputs != 1 {
			return fmt.Errorf("a regression of %d targets, one is read", e.Outputs)
		}
		return g.behind(last)
	}
}

// firstOfRow reports whether an ArgMax gives the largest score of each row, and the first of equal ones.
func (n *node) firstOfRow() bool {
	axis, last := n.attributes["axis"], n.attributes["select_last_index"] // 0 where there is none
	return axis != nil && (axis.i == 1 || axis.i == -1) && (last == nil || last.i == 0)
}

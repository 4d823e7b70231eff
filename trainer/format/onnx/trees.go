package onnx

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// mode is the test of a branch, numbered as TreeEnsemble does.
type mode uint8

const (
	leq mode = iota
	lt
	gte
	gt
	eq
	neq
	member
)

// modes are the names of tests in the older operators.
var modes = map[string]mode{
	"BRANCH_LEQ": leq, "BRANCH_LT": lt, "BRANCH_GTE": gte, "BRANCH_GT": gt, "BRANCH_EQ": eq, "BRANCH_NEQ": neq,
}

// branch is an inner node: yes and no are numbers of branches, or ^leaf.
type branch struct {
	feature     int64
	mode        mode
	value       float64
	members     []float64
	missingTrue bool
	yes, no     int
}

// vote is what a leaf adds to an output.
type vote struct {
	output int
	weight float64
}

// tracked reports whether missing values go to the true branch of a node.
func tracked(tracks []int64, node int) (bool, error) {
	if len(tracks) == 0 {
		return false, nil
	}
	if t := tracks[node]; t != 0 && t != 1 { // onnxruntime takes only 1 for yes
		return false, fmt.Errorf("nodes_missing_value_tracks_true of node %d is %d, not 0 or 1", node, t)
	}
	return tracks[node] == 1, nil
}

// forest is the trees of an operator.
type forest struct {
	branches []branch
	roots    []int // branches, or ^leaf
	votes    [][]vote
	treeOf   []int64 // by leaf: its tree, in operator sets 1 and 3

	e       *ensemble.Ensemble
	ordered map[int64]bool           // features that are compared as numbers
	levels  map[int64]map[int32]bool // of features that are compared for equality
	apart   map[int64]bool           // those of them whose missing values go with members of a set, where unknown levels do not
	seen    []bool                   // by branch
}

// build adds the trees to an ensemble.
func (f *forest) build(e *ensemble.Ensemble) error {
	f.e, f.seen = e, make([]bool, len(f.branches))
	f.ordered, f.levels, f.apart = map[int64]bool{}, map[int64]map[int32]bool{}, map[int64]bool{}
	for t, root := range f.roots {
		tree, err := f.tree(root)
		if err != nil {
			return fmt.Errorf("tree %d: %w", t, err)
		}
		e.Trees = append(e.Trees, tree)
	}
	return f.columns()
}

// columns makes features that are compared for equality categorical.
func (f *forest) columns() error {
	if len(f.levels) == 0 {
		return nil
	}
	if err := f.hasKinds(); err != nil {
		return err
	}
	for feature, levels := range f.levels {
		if f.ordered[feature] {
			return fmt.Errorf("feature %d is compared by equality and by order: it is neither a number nor a category", feature)
		}
		c := &f.e.Columns[feature]
		c.Kind, c.Others = column.Categorical, f.apart[feature]
		for l := range levels {
			c.Codes = append(c.Codes, l)
		}
		slices.Sort(c.Codes)
	}
	return nil
}

// hasKinds makes room for the kinds of columns. It refuses a number of features out of proportion to
// the tests of the trees, so that a mere number in a file takes no memory.
func (f *forest) hasKinds() error {
	if most := 8000 + 10*len(f.branches); f.e.Features > most {
		return refusal.Unsupportedf("categories or whole numbers among %d features of so few trees are not read", f.e.Features)
	}
	if f.e.Columns == nil {
		f.e.Columns, f.e.LevelRule = make([]column.Column, f.e.Features), ensemble.Listed
	}
	return nil
}

// tree builds the tree below a root.
func (f *forest) tree(root int) (t ensemble.Tree, err error) {
	type place struct {
		at     int
		parent int // split, -1 for the root
		left   bool
	}
	var leaves []int
	todo := []place{{root, -1, false}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		number := int32(len(t.Splits))
		if p.at < 0 {
			number = ^int32(len(leaves))
		}
		switch {
		case p.parent < 0:
		case p.left:
			t.Splits[p.parent].Left = number
		default:
			t.Splits[p.parent].Right = number
		}
		if p.at < 0 {
			if ^p.at >= len(f.votes) {
				return t, fmt.Errorf("leaf %d of %d", ^p.at, len(f.votes))
			}
			leaves = append(leaves, ^p.at)
			continue
		}
		if p.at >= len(f.branches) || f.seen[p.at] {
			return t, fmt.Errorf("node %d is out of range, or has two parents", p.at)
		}
		f.seen[p.at] = true
		b := &f.branches[p.at]
		if b.yes == b.no && b.yes < 0 { // a tree of one leaf
			todo = append(todo, place{b.yes, p.parent, p.left})
			continue
		}
		b = f.chained(b)
		s, left, right, err := f.split(b)
		if err != nil {
			return t, fmt.Errorf("node %d: %w", p.at, err)
		}
		t.Splits = append(t.Splits, s)
		todo = append(todo, place{right, int(number), false}, place{left, int(number), true})
	}
	return t, f.values(&t, leaves)
}

// chained returns one test of membership for a test of equality and those that follow it on its false
// branch with the same true branch, which onnxmltools makes of LightGBM's sets. That branch then has
// one parent.
func (f *forest) chained(b *branch) *branch {
	all := *b
	for all.no >= 0 && all.no < len(f.branches) && !f.seen[all.no] && b.mode == eq {
		next := &f.branches[all.no]
		if next.mode != eq || next.feature != b.feature || next.yes != b.yes {
			break
		}
		f.seen[all.no] = true
		if all.mode == eq {
			all.mode, all.members = member, []float64{b.value}
		}
		all.members = append(all.members, next.value)
		all.missingTrue = all.missingTrue || next.missingTrue
		all.no = next.no
	}
	return &all
}

// split returns the split for a branch, and its children.
func (f *forest) split(b *branch) (s ensemble.Split, left, right int, err error) {
	if b.feature < 0 || b.feature >= int64(f.e.Features) {
		return s, 0, 0, fmt.Errorf("feature %d of %d", b.feature, f.e.Features)
	}
	s = ensemble.Split{Feature: ensemble.Feature(b.feature), Threshold: b.value, DefaultLeft: b.missingTrue}
	left, right = b.yes, b.no
	if b.mode >= eq {
		if s.Set, err = f.set(b); err != nil {
			return s, 0, 0, err
		}
		s.Threshold = 0
		if b.mode == neq {
			left, right, s.DefaultLeft = right, left, false
		}
		return s, left, right, nil
	}
	f.ordered[b.feature] = true
	if b.mode == lt || b.mode == gte {
		if s.Threshold = f.e.Prev(b.value); rounded(b.value) != b.value { // between two floats, if floats are compared
			s.Threshold = math.Nextafter(b.value, math.Inf(-1))
		}
	}
	if b.mode == gte || b.mode == gt {
		left, right, s.DefaultLeft = right, left, !b.missingTrue
	}
	return s, left, right, nil
}

// set returns the set of levels that a test of equality or membership names.
func (f *forest) set(b *branch) (*ensemble.Set, error) {
	if b.missingTrue && b.mode != neq {
		f.apart[b.feature] = true
	}
	members := b.members
	if b.mode != member {
		members = []float64{b.value}
	}
	if f.levels[b.feature] == nil {
		f.levels[b.feature] = map[int32]bool{}
	}
	set := &ensemble.Set{}
	for _, v := range members {
		if !(v >= 0 && v < column.MaxCode && v == math.Trunc(v)) {
			return nil, fmt.Errorf("a test of equality with %v, which is not a whole number from 0 on", v)
		}
		set.Levels = append(set.Levels, int32(v))
		f.levels[b.feature][int32(v)] = true
	}
	slices.Sort(set.Levels)
	set.Levels = slices.Compact(set.Levels)
	return set, nil
}

// rare is the most leaf values per vote: values without a vote are 0, and take memory.
const rare = 16

// values sets the values of the leaves, for one output if all votes are for that one.
func (f *forest) values(t *ensemble.Tree, leaves []int) error {
	outputs, votes := map[int]bool{}, 0
	for _, leaf := range leaves {
		votes += len(f.votes[leaf])
		for _, v := range f.votes[leaf] {
			if v.output < 0 || v.output >= f.e.Outputs {
				return fmt.Errorf("a vote for output %d of %d", v.output, f.e.Outputs)
			}
			t.Output = v.output
			outputs[v.output] = true
		}
	}
	width := 1
	if len(outputs) > 1 {
		t.Output, width = ensemble.VectorLeaves, f.e.Outputs
		if width*len(leaves) > rare*votes {
			return fmt.Errorf("%d leaves of %d outputs have %d votes only", len(leaves), width, votes)
		}
	}
	t.Leaves = make([]float64, width*len(leaves))
	for k, leaf := range leaves {
		for _, v := range f.votes[leaf] {
			at := k
			if width > 1 {
				at = k*width + v.output
			}
			t.Leaves[at] += v.weight
		}
	}
	return nil
}

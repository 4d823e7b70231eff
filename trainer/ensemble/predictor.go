package ensemble

import "sync"

// Predictor computes the margins of many rows at once: the same bits as
// [Ensemble.Margins], many times faster.
//
// Values of the features that trees split on are turned into keys, whole numbers in the same order.
// Blocks of rows go through one tree after the other while it is in the cache, several rows at a time:
// each step of a row waits for memory, and steps of the other rows fill the wait. A leaf is a node that
// leads to itself, so that all rows take as many steps as the tree is deep. Through large trees, which
// no cache holds, go more rows together, and each row stops at its leaf.
//
// A Predictor may be shared between goroutines, provided that nobody changes the ensemble.
type Predictor struct {
	ensemble *Ensemble
	used     []int // the features that trees split on, ascending: each has a column of keys
	batch    int   // see Batch
	nodes    []node
	leaf     []int32 // by node: the number of a leaf in its tree, -1 for splits
	trees    []compiledTree
	walkers  sync.Pool

	places []places   // by feature: the places of categorical columns; nil if no split is on a set
	right  []uint64   // for each split on a set a bit per place, 1 if the place goes right
	tests  []*setTest // by node: the test of a set over too many places for bits, else nil
}

// compiledTree says where a tree's nodes begin, how deep it is, whether it is large, whether some of its
// splits are on sets, and whether some of those have a setTest.
type compiledTree struct {
	root, depth int
	large       bool
	sets, tests bool
}

// node is a split or a leaf.
type node struct {
	cut     uint64 // the largest key that goes left, plus turn; or the first bit of a set in right
	feature uint32 // its place in used, shifted left by two, plus turn, plus onSet
	left    uint32 // the left child, which the right one follows
}

// onSet marks splits on sets.
const onSet = 2

// Where missing values go left, cuts and keys are one larger (turn), which wraps the key of missing
// values around to 0.
const (
	missingKey = 1<<64 - 1
	alwaysLeft = 1<<64 - 1
)

// NewPredictor prepares an ensemble for prediction.
func NewPredictor(e *Ensemble) *Predictor {
	p := &Predictor{ensemble: e, used: e.Used(), places: placesOf(e)}
	p.walkers.New = func() any { return newWalker(p) }
	nodes := 0
	for i := range e.Trees {
		nodes += len(e.Trees[i].Splits) + e.Trees[i].NumLeaves()
	}
	p.nodes, p.leaf = make([]node, 0, nodes), make([]int32, 0, nodes)
	column := make([]uint32, e.Features)
	for k, f := range p.used {
		column[f] = uint32(k)
	}
	large := false
	for i := range e.Trees {
		p.add(&e.Trees[i], column)
		large = large || p.trees[i].large
	}
	p.batch = batchOf(len(p.used), large)
	return p
}

// Ensemble returns the model.
func (p *Predictor) Ensemble() *Ensemble { return p.ensemble }

// add compiles a tree, given the columns of features: nodes level by level, siblings side by side.
func (p *Predictor) add(t *Tree, column []uint32) {
	root := len(p.nodes)
	p.trees = append(p.trees, compiledTree{root: root, depth: t.Depth(), large: len(t.Splits) >= manySplits})
	todo := make([]int32, 1, 2*len(t.Splits)+1) // splits, or ^leaf
	if len(t.Splits) == 0 {
		todo[0] = ^0
	}
	for at := 0; at < len(todo); at++ {
		if todo[at] < 0 {
			p.nodes = append(p.nodes, node{cut: alwaysLeft, left: uint32(root + at)})
			p.leaf = append(p.leaf, ^todo[at])
			continue
		}
		s := &t.Splits[todo[at]]
		turn := uint32(0)
		if s.DefaultLeft {
			turn = 1
		}
		p.nodes = append(p.nodes, node{key(s.Threshold) + uint64(turn), column[s.Feature]<<2 + turn, uint32(root + len(todo))})
		p.leaf = append(p.leaf, -1)
		todo = append(todo, s.Left, s.Right)
	}
	if p.places != nil {
		p.addSets(t, todo)
	}
}

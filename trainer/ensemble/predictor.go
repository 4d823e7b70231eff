package ensemble

import "sync"

// Predictor computes the margins of many rows at once: the same bits as
// [Ensemble.Margins], many times faster.
//
// Values are turned into keys, whole numbers that compare alike. Blocks of rows
// go through one tree after the other while it is in the cache, several rows at
// a time: each step of a row waits for memory, and the steps of the others fill
// the wait. A leaf is a node that leads to itself, so that all rows take as many
// steps as the tree is deep.
//
// A Predictor may be shared between goroutines, as long as nobody changes the
// ensemble.
type Predictor struct {
	ensemble *Ensemble
	nodes    []node
	leaf     []int32 // of each node that is one, its number in its tree
	trees    []compiledTree
	walkers  sync.Pool

	places []places   // of categorical columns, nil where no split is on a set
	right  []uint64   // of splits on sets, a bit for each place, 1 where it goes right
	tests  []*setTest // of nodes that ask for one of very many places, nil of the others
}

// compiledTree is where a tree's nodes begin, how deep it is, whether some of its
// splits are on sets, and whether some of those have a test.
type compiledTree struct {
	root, depth int
	sets, tests bool
}

// node is a split or a leaf.
type node struct {
	cut     uint64 // the largest key that goes left, plus turn; or of a set its first bit
	feature uint32 // shifted left by two, plus turn, plus onSet
	left    uint32 // the left child, which the right one follows
}

// onSet marks splits on sets.
const onSet = 2

// Where missing values go left, keys are turned: one larger, which makes the key
// of missing values 0.
const (
	missingKey = 1<<64 - 1
	alwaysLeft = 1<<64 - 1
)

// NewPredictor prepares an ensemble for prediction.
func NewPredictor(e *Ensemble) *Predictor {
	p := &Predictor{ensemble: e, places: placesOf(e)}
	p.walkers.New = func() any { return &walker{p: p, keys: make([]uint64, p.Batch()*e.Features)} }
	for i := range e.Trees {
		p.add(&e.Trees[i])
	}
	return p
}

// add compiles a tree: nodes level by level, siblings side by side.
func (p *Predictor) add(t *Tree) {
	root := len(p.nodes)
	p.trees = append(p.trees, compiledTree{root: root, depth: t.Depth()})
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
		p.nodes = append(p.nodes, node{key(s.Threshold) + uint64(turn), uint32(s.Feature)<<2 + turn, uint32(root + len(todo))})
		p.leaf = append(p.leaf, -1)
		todo = append(todo, s.Left, s.Right)
	}
	if p.places != nil {
		p.addSets(t, todo)
	}
}

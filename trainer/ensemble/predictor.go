package ensemble

import "slices"

// Predictor computes the margins of many rows at once: the same bits as
// [Ensemble.Margins], many times faster.
//
// Thresholds are numbered per feature and rows turned into ranks, so that a
// node is one uint64. Blocks of rows go through one tree after the other
// while it is in the cache, several rows at a time: each step of a row waits
// for memory, and the steps of the others fill the wait. A leaf is a node that
// leads to itself, so that all rows take as many steps as the tree is deep.
//
// A Predictor is read-only and may be shared between goroutines.
type Predictor struct {
	ensemble *Ensemble
	cuts     [][]uint64 // keys of the sorted thresholds of each feature; nil if a rank does not fit
	nodes    []uint64   // see node
	leaf     []int32    // of each node that is one, its number in its tree
	trees    []compiledTree
}

// compiledTree is where a tree's nodes begin, and how deep it is.
type compiledTree struct{ root, depth int }

// A node holds, from the lowest bit: 16 bits of the largest rank that goes
// left, turned by 1 if missing values go left; that turn; 15 bits of feature;
// 32 bits of the left child, which the right one follows. A turned rank is one
// larger, and the rank of missing values becomes 0.
const (
	turnBit     = 1 << 16
	featureAt   = 17
	leftAt      = 32
	maxRank     = 1<<16 - 3
	maxFeatures = 1 << 15
	missingRank = 1<<16 - 1
	alwaysLeft  = 1<<16 - 1
)

// NewPredictor prepares an ensemble for prediction.
func NewPredictor(e *Ensemble) *Predictor {
	p := &Predictor{ensemble: e}
	cuts := thresholds(e)
	for _, c := range cuts {
		if len(c) > maxRank || e.Features > maxFeatures {
			return p // nothing is prepared: rows go through the plain predictor
		}
	}
	p.cuts = cuts
	for i := range e.Trees {
		p.add(&e.Trees[i])
	}
	return p
}

// thresholds returns the keys of the sorted distinct thresholds of each
// feature.
func thresholds(e *Ensemble) [][]uint64 {
	cuts := make([][]uint64, e.Features)
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			cuts[s.Feature] = append(cuts[s.Feature], key(s.Threshold))
		}
	}
	for f := range cuts {
		slices.Sort(cuts[f])
		cuts[f] = slices.Compact(cuts[f])
	}
	return cuts
}

// add compiles a tree: nodes level by level, siblings side by side.
func (p *Predictor) add(t *Tree) {
	root := len(p.nodes)
	p.trees = append(p.trees, compiledTree{root, t.Depth()})
	todo := make([]int32, 1, 2*len(t.Splits)+1) // splits, or ^leaf
	if len(t.Splits) == 0 {
		todo[0] = ^0
	}
	for at := 0; at < len(todo); at++ {
		if todo[at] < 0 {
			p.nodes = append(p.nodes, alwaysLeft|uint64(root+at)<<leftAt)
			p.leaf = append(p.leaf, ^todo[at])
			continue
		}
		s := &t.Splits[todo[at]]
		rank, _ := slices.BinarySearch(p.cuts[s.Feature], key(s.Threshold))
		node := uint64(rank) | uint64(s.Feature)<<featureAt | uint64(root+len(todo))<<leftAt
		if s.DefaultLeft {
			node += 1 | turnBit
		}
		p.nodes = append(p.nodes, node)
		p.leaf = append(p.leaf, -1)
		todo = append(todo, s.Left, s.Right)
	}
}

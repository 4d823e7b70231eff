package ensemble

import (
	"sync"

	"github.com/hardwood-ml/hardwood/internal/pairs"
)

// Grid is an ensemble in integers: thresholds are numbered, points and leaves
// are cells. All trees lie in one array of nodes and one of leaves, in order.
//
// Cell c of feature f holds the values above Cuts[f][c-1] and up to
// Cuts[f][c]; the first and the last cell are open. A point goes left at a
// node where its cell <= Cut.
//
// A Grid is read-only and may be shared between goroutines.
type Grid struct {
	Ensemble *Ensemble

	Cuts  [][]float64 // sorted distinct thresholds of each feature
	Above [][]float64 // Above[f][c] is the smallest value above Cuts[f][c]
	First []CellID    // number of the first cell of each feature, and their total

	// Loose are the variables, whose cells have no order, by feature: nil for a feature whose cells are
	// in order, and nil altogether if no feature is loose. A set of cells of all loose features holds
	// those of feature f from word Word[f] on.
	Loose []*Variable
	Word  []int32

	Nodes []Node  // inner nodes of all trees
	Root  []int32 // root of each tree: a node, or ^leaf

	LeafTree []int32 // the tree of each leaf
	LeafOf   []Leaf  // the first leaf of each tree, and the number of leaves
	Sides    []Side  // the sides of all leaves
	SideOf   []int32 // the first side of each leaf, and the number of sides

	Bits      []uint64  // the sets of cells of nodes and sides
	SetSides  []SetSide // the sides on variables of all leaves
	SetSideOf []int32   // the first of each leaf, and their number

	// The trees whose leaves speak for each class, those with vector leaves, which speak for all, and for
	// each tree the class that its leaves speak for, or VectorLeaves.
	speakers [][]int32
	vectors  []int32
	speaks   []int32

	contrasts *pairs.Of[*Contrast] // by class and rival
	units     sync.Map             // by unitKey, a func() *units

	rounding []float64 // by output, how far sums of the predictor may be off
}

// Feature numbers the features of a model, from 0 on.
type Feature int32

// Cell numbers the cells of one feature, from 0 on.
type Cell int32

// CellID numbers the cells of all features of a grid: First[f]+c. A cut has
// the number of the cell below it.
type CellID int32

// Leaf numbers the leaves of all trees of a grid.
type Leaf int32

// Node is an inner node. Left and Right are nodes if >= 0, else ^leaf. Cut is below 0 at a node on a
// variable: see [Grid.LeftOf].
type Node struct {
	Feature     Feature
	Cut         Cell
	Left, Right int32
}

// Side is the interval of cells that a leaf spans on a feature that its path
// splits: the first and the last cell.
type Side struct {
	Feature Feature
	Lo, Hi  Cell
}

// Last returns the number of the last cell of f, counted from 0 in f.
func (g *Grid) Last(f int) Cell { return Cell(g.First[f+1]-g.First[f]) - 1 }

// ID returns the number of cell c of feature f among the cells of all features.
func (g *Grid) ID(f int, c Cell) CellID { return g.First[f] + CellID(c) }

// NumCells returns the number of cells of all features together.
func (g *Grid) NumCells() int { return int(g.First[len(g.First)-1]) }

// NumLeaves returns the number of leaves of all trees together.
func (g *Grid) NumLeaves() int { return len(g.LeafTree) }

// LeafSides returns the sides of a leaf on features with cells in order, sorted by
// feature. A side with Lo > Hi belongs to a leaf that no point reaches.
func (g *Grid) LeafSides(leaf Leaf) []Side {
	return g.Sides[g.SideOf[leaf]:g.SideOf[leaf+1]]
}

// Cell returns the cell of a value, counted from 0 in feature f. v must be as the model reads it and,
// unless f is loose, not missing.
func (g *Grid) Cell(f int, v float64) Cell {
	if g.Loose != nil && g.Loose[f] != nil {
		if v != v || !g.Loose[f].Number {
			return g.Loose[f].Cell(v)
		}
	}
	cuts, c := g.Cuts[f], 0
	for n := len(cuts); n > 0; { // a binary search without branches, which nothing could predict
		half, below := int(uint(n+1)/2), 0
		if cuts[c+half-1] < v {
			below = 1
		}
		c += half & -below
		n -= half
	}
	return Cell(c)
}

// Cells writes the cell of each feature of x to out, which has a place per feature.
func (g *Grid) Cells(x []float64, out []Cell) {
	for f, v := range x {
		out[f] = g.Cell(f, v)
	}
}

// Leaf returns the leaf of tree t that a point of cells falls into.
func (g *Grid) Leaf(t int, cells []Cell) Leaf {
	if g.Loose != nil {
		return g.leafOfSets(t, cells)
	}
	return g.LeafInOrder(t, cells)
}

// LeafInOrder is Leaf for a grid without loose features. Hot searches call it directly: unlike Leaf it
// is small enough for the compiler to inline.
func (g *Grid) LeafInOrder(t int, cells []Cell) Leaf { return g.LeafBelow(g.Root[t], cells) }

// LeafBelow is LeafInOrder from a node on.
func (g *Grid) LeafBelow(n int32, cells []Cell) Leaf {
	for n >= 0 {
		node := &g.Nodes[n]
		if cells[node.Feature] <= node.Cut {
			n = node.Left
		} else {
			n = node.Right
		}
	}
	return Leaf(^n)
}

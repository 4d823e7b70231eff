package ensemble

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pairs"
)

// NewGrid numbers the thresholds of e. It fails if e has more than 2^31 cells, or sets of categories
// that would fill the memory, if sums of leaf values may overflow, or if averages are over different
// numbers of trees.
func NewGrid(e *Ensemble) (*Grid, error) { return NewGridToBlank(e, nil) }

// NewGridToBlank is NewGrid for an attacker that can make some features missing. These get a cell for
// missing values: numeric ones with splits become variables. A nil blank stands for no such features.
func NewGridToBlank(e *Ensemble, blank func(f Feature) bool) (*Grid, error) {
	if e == nil {
		return nil, errNone
	}
	rounding, err := e.rounding()
	if err != nil {
		return nil, err
	}
	g := &Grid{Ensemble: e, rounding: rounding}
	g.listSpeakers()
	g.contrasts = pairs.New(e.Classes, func(class, rival int) *Contrast { return newContrast(g, class, rival) })
	if err := g.findVariables(e, blank); err != nil {
		return nil, err
	}
	g.number(e)
	total := int64(0)
	g.First = make([]CellID, e.Features+1)
	for f := range g.Cuts {
		if g.IsLoose(Feature(f)) {
			total += int64(len(g.Loose[f].Levels))
		} else {
			total += int64(len(g.Cuts[f]) + 1)
		}
		if total > math.MaxInt32 {
			return nil, fmt.Errorf("ensemble has too many thresholds for a grid")
		}
		g.First[f+1] = CellID(total)
	}
	nodes := 0
	for i := range e.Trees {
		nodes += len(e.Trees[i].Splits)
	}
	if int64(nodes+len(e.Trees)) > math.MaxInt32 {
		return nil, fmt.Errorf("ensemble has too many leaves for a grid")
	}
	g.Nodes = make([]Node, 0, nodes)
	g.LeafTree = make([]int32, 0, nodes+len(e.Trees))
	g.Root = make([]int32, 0, len(e.Trees))
	g.LeafOf = append(make([]Leaf, 0, len(e.Trees)+1), 0)
	g.SideOf = append(make([]int32, 0, nodes+len(e.Trees)+1), 0)
	if g.Loose != nil {
		g.SetSideOf = append(make([]int32, 0, nodes+len(e.Trees)+1), 0)
	}
	for t := range e.Trees {
		g.addTree(int32(t), &e.Trees[t])
	}
	return g, nil
}

// number collects the distinct thresholds of each feature. A threshold of
// +Inf sends every number left and needs no cell of its own, but keeps one so
// that nodes and cuts stay one to one.
func (g *Grid) number(e *Ensemble) {
	g.Cuts = make([][]float64, e.Features)
	g.Above = make([][]float64, e.Features)
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Set != nil {
				continue
			}
			// adding 0 turns -0 into 0: both split alike
			g.Cuts[s.Feature] = append(g.Cuts[s.Feature], s.Threshold+0)
		}
	}
	for f, cuts := range g.Cuts {
		slices.Sort(cuts)
		g.Cuts[f] = slices.Compact(cuts)
		g.Above[f] = make([]float64, len(g.Cuts[f]))
		for c, v := range g.Cuts[f] {
			g.Above[f][c] = e.Next(v)
		}
	}
}

func (g *Grid) addTree(t int32, tree *Tree) {
	firstNode, firstLeaf := int32(len(g.Nodes)), g.LeafOf[t]
	child := func(n int32) int32 {
		if n < 0 {
			return ^(int32(firstLeaf) + ^n)
		}
		return firstNode + n
	}
	for i := range tree.Splits {
		s := &tree.Splits[i]
		cut, _ := slices.BinarySearch(g.Cuts[s.Feature], s.Threshold)
		if g.IsLoose(s.Feature) {
			cut = ^int(g.addSet(s))
		}
		g.Nodes = append(g.Nodes, Node{s.Feature, Cell(cut), child(s.Left), child(s.Right)})
	}
	root := child(0)
	if len(tree.Splits) == 0 {
		root = ^int32(firstLeaf)
	}
	g.Root = append(g.Root, root)
	for range tree.NumLeaves() {
		g.LeafTree = append(g.LeafTree, t)
	}
	g.LeafOf = append(g.LeafOf, firstLeaf+Leaf(tree.NumLeaves()))
	g.addSides(root, firstLeaf)
}

// addSides walks a tree and notes the sides of its leaves, in leaf order.
func (g *Grid) addSides(root int32, firstLeaf Leaf) {
	sides := make([][]Side, Leaf(len(g.LeafTree))-firstLeaf)
	sets := make([][]SetSide, len(sides))
	type step struct {
		at   int32
		path []Side // sorted by feature
		sets []SetSide
	}
	todo := []step{{at: root}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.at < 0 {
			sides[Leaf(^s.at)-firstLeaf], sets[Leaf(^s.at)-firstLeaf] = s.path, s.sets
			continue
		}
		n := g.Nodes[s.at]
		if n.Cut < 0 {
			todo = append(todo,
				step{n.Left, s.path, g.narrowSet(s.sets, &n, true)},
				step{n.Right, s.path, g.narrowSet(s.sets, &n, false)})
			continue
		}
		todo = append(todo,
			step{n.Left, g.narrow(s.path, n.Feature, 0, n.Cut), s.sets},
			step{n.Right, g.narrow(s.path, n.Feature, n.Cut+1, g.Last(int(n.Feature))), s.sets})
	}
	for _, s := range sides {
		g.Sides = append(g.Sides, s...)
		g.SideOf = append(g.SideOf, int32(len(g.Sides)))
	}
	if g.Loose == nil {
		return
	}
	for _, s := range sets {
		g.SetSides = append(g.SetSides, s...)
		g.SetSideOf = append(g.SetSideOf, int32(len(g.SetSides)))
	}
}

// narrow returns a copy of path with the interval of f cut down to lo..hi.
func (g *Grid) narrow(path []Side, f Feature, lo, hi Cell) []Side {
	at, found := slices.BinarySearchFunc(path, f, func(s Side, f Feature) int { return int(s.Feature - f) })
	if found {
		next := slices.Clone(path)
		next[at].Lo, next[at].Hi = max(next[at].Lo, lo), min(next[at].Hi, hi)
		return next
	}
	next := make([]Side, 0, len(path)+1)
	next = append(next, path[:at]...)
	next = append(next, Side{f, lo, hi})
	return append(next, path[at:]...)
}

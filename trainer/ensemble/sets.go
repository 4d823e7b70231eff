package ensemble

import (
	"slices"
)

// SetSide is the set of cells that a leaf spans on a variable that its path splits. The set begins at
// word At of Grid.Bits.
type SetSide struct {
	Feature Feature
	At      int32
}

// Set returns the set of cells of feature f that begins at word at of Bits.
func (g *Grid) Set(f Feature, at int32) CellSet {
	return CellSet(g.Bits[at : int(at)+g.Loose[f].Words])
}

// LeftOf returns the cells that go left at a node on a variable.
func (g *Grid) LeftOf(n *Node) CellSet { return g.Set(n.Feature, ^int32(n.Cut)) }

// LeafSets returns the sides of a leaf on variables, sorted by feature. An empty
// one belongs to a leaf that no point reaches.
func (g *Grid) LeafSets(leaf Leaf) []SetSide {
	if g.Loose == nil {
		return nil
	}
	return g.SetSides[g.SetSideOf[leaf]:g.SetSideOf[leaf+1]]
}

// addSet appends the left cells of a split to Bits, and returns where.
func (g *Grid) addSet(s *Split) int32 {
	v := g.Loose[s.Feature]
	at := int32(len(g.Bits))
	g.Bits = append(g.Bits, make([]uint64, v.Words)...)
	set := g.Set(s.Feature, at)
	if v.Number {
		cut, _ := slices.BinarySearch(g.Cuts[s.Feature], s.Threshold+0)
		for c := range Cell(cut) + 1 {
			set.Add(c)
		}
	}
	for i, l := range v.named {
		if s.Set.Left(l) {
			set.Add(v.cell[i])
		}
	}
	if s.Set != nil && s.Set.Right { // levels in no set
		set.Add(v.unseen)
	}
	if s.DefaultLeft {
		set.Add(v.missing)
	}
	return at
}

// narrowSet returns a copy of path in which the set of the node's feature is cut down to the cells that
// go left, or right, at the node.
func (g *Grid) narrowSet(path []SetSide, n *Node, left bool) []SetSide {
	at, found := slices.BinarySearchFunc(path, n.Feature, func(s SetSide, f Feature) int { return int(s.Feature - f) })
	words := g.Loose[n.Feature].Words
	to := int32(len(g.Bits))
	g.Bits = append(g.Bits, make([]uint64, words)...)
	set, there := g.Set(n.Feature, to), g.LeftOf(n)
	if found {
		copy(set, g.Set(n.Feature, path[at].At))
	} else {
		for c := range g.Loose[n.Feature].Levels {
			set.Add(Cell(c))
		}
	}
	if left {
		set.And(there)
	} else {
		set.AndNot(there)
	}
	next := slices.Clone(path)
	if found {
		next[at].At = to
		return next
	}
	return slices.Insert(next, at, SetSide{n.Feature, to})
}

// leafOfSets is Leaf for a grid with loose features.
func (g *Grid) leafOfSets(t int, cells []Cell) Leaf {
	n := g.Root[t]
	for n >= 0 {
		node := &g.Nodes[n]
		c := cells[node.Feature]
		left := c <= node.Cut
		if node.Cut < 0 {
			left = g.Bits[^int32(node.Cut)+int32(c)>>6]>>(c&63)&1 != 0
		}
		if left {
			n = node.Left
		} else {
			n = node.Right
		}
	}
	return Leaf(^n)
}

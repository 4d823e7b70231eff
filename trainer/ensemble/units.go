package ensemble

import (
	"math"
	"slices"
	"sync"
)

// units are leaf values in whole units of one size. Contrasts of the same unit share them: a value for
// every leaf and pair of classes would be a model for every class.
type units struct {
	value []int64 // by leaf of the grid
	rough []bool  // by leaf: the value was rounded; nil if none was
}

// unitKey says which leaf values units are of: those of an output, or of all outputs if no tree has
// vector leaves, so that each leaf has one value.
type unitKey struct{ output, shift int }

// unitsOf returns the leaf values that trees add to the score of a class, in units of 2^-shift, computed
// on first use.
func (g *Grid) unitsOf(class, shift int) *units {
	key := unitKey{class, shift}
	if len(g.vectors) == 0 {
		key.output = 0
	}
	of, _ := g.units.LoadOrStore(key, sync.OnceValue(func() *units { return g.newUnits(key) }))
	return of.(func() *units)()
}

func (g *Grid) newUnits(k unitKey) *units {
	u := &units{value: make([]int64, g.NumLeaves())}
	for t := range g.Ensemble.Trees {
		first, step := 0, 1
		tree := &g.Ensemble.Trees[t]
		switch {
		case g.speaks[t] == VectorLeaves:
			first, step = k.output, g.Ensemble.Outputs
		case len(g.vectors) > 0 && int(g.speaks[t]) != k.output:
			continue
		}
		for l := range tree.NumLeaves() {
			rounded := int64(0)
			at := int(g.LeafOf[t]) + l
			u.value[at] = toUnits(tree.Leaves[first+l*step], k.shift, &rounded)
			if rounded > 0 {
				if u.rough == nil {
					u.rough = make([]bool, len(u.value))
				}
				u.rough[at] = true
			}
		}
	}
	return u
}

// roundings returns 1 if the value of a leaf was rounded, else 0.
func (u *units) roundings(l Leaf) int64 {
	if u.rough != nil && u.rough[l] {
		return 1
	}
	return 0
}

// toUnits converts a value to units and counts it in rounded if it does not
// fit exactly.
func toUnits(v float64, shift int, rounded *int64) int64 {
	scaled := math.Ldexp(v, shift)
	u := math.RoundToEven(scaled)
	if u != scaled {
		*rounded++
	}
	return int64(u)
}

// listSpeakers notes for which class the leaves of each tree speak: those of a single output for
// class 1.
func (g *Grid) listSpeakers() {
	e := g.Ensemble
	g.speaks, g.speakers = make([]int32, len(e.Trees)), make([][]int32, max(e.Outputs, 2))
	for t := range e.Trees {
		switch o := e.Trees[t].Output; {
		case e.Outputs == 1:
			g.speaks[t] = 1
		case o == VectorLeaves:
			g.speaks[t] = VectorLeaves
			g.vectors = append(g.vectors, int32(t))
			continue
		default:
			g.speaks[t] = int32(o)
		}
		g.speakers[g.speaks[t]] = append(g.speakers[g.speaks[t]], int32(t))
	}
}

// speakersFor returns the trees whose leaves speak for one of two classes, ascending. The list may be
// shared.
func (g *Grid) speakersFor(class, rival int) []int32 {
	return merge(merge(g.speakers[class], g.speakers[rival]), g.vectors)
}

// merge merges two sorted lists.
func merge(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return all
}

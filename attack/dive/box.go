package dive

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// box has two bounds for each feature f: number 2f is the largest value in it,
// and 2f+1 the largest value below it, negated, so that both narrow alike.
type box []float64

// newBox returns the box of everything.
func newBox(features int) box { return slices.Repeat(box{math.Inf(1)}, 2*features) }

// side is a bound of a leaf.
type side struct {
	bound float64
	on    int32 // its number
}

// newSides returns the sides of all leaves of the grid, and which are the first
// ones of each.
func newSides(g *ensemble.Grid) (sides []side, first []int32) {
	first = []int32{0}
	for leaf := range g.NumLeaves() {
		for _, s := range g.Sides[g.SideOf[leaf]:g.SideOf[leaf+1]] {
			if s.Lo > 0 {
				sides = append(sides, side{-g.Cuts[s.Feature][s.Lo-1], 2*s.Feature + 1})
			}
			if s.Hi < g.Last(s.Feature) {
				sides = append(sides, side{g.Cuts[s.Feature][s.Hi], 2 * s.Feature})
			}
		}
		first = append(first, int32(len(sides)))
	}
	return sides, first
}

// meets reports whether a leaf has something in common with the box.
func (b box) meets(leaf []side) bool {
	for i := range leaf {
		if s := &leaf[i]; -b[s.on^1] >= s.bound {
			return false
		}
	}
	return true
}

// narrow leaves of the box what it has in common with a leaf.
func (b box) narrow(leaf []side) {
	for i := range leaf {
		if s := &leaf[i]; s.bound < b[s.on] {
			b[s.on] = s.bound
		}
	}
}

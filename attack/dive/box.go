package dive

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// box has two bounds for each feature f: number 2f is the key of the largest value in it, and 2f+1
// the negated key of the largest value below it, so that both narrow alike.
type box []int64

// newBox returns the box of all points.
func newBox(features int) box { return slices.Repeat(box{key(math.Inf(1))}, 2*features) }

// side is a bound of a leaf.
type side struct {
	bound int64
	on    int32 // its number
}

// newSides returns the sides of all leaves of the grid, and the index of the first one of each.
func newSides(g *ensemble.Grid) (sides []side, first []int32) {
	first = []int32{0}
	for leaf := range g.NumLeaves() {
		for _, s := range g.Sides[g.SideOf[leaf]:g.SideOf[leaf+1]] {
			if s.Lo > 0 {
				sides = append(sides, side{-key(g.Cuts[s.Feature][s.Lo-1]), int32(2*s.Feature + 1)})
			}
			if s.Hi < g.Last(int(s.Feature)) {
				sides = append(sides, side{key(g.Cuts[s.Feature][s.Hi]), int32(2 * s.Feature)})
			}
		}
		first = append(first, int32(len(sides)))
	}
	return sides, first
}

// place is a point in the numbers of boxes: it is outside a side if its number is above the side's
// bound.
type place []int64

func newPlace(features int) place { return make(place, 2*features) }

func (p place) set(f int, v float64) {
	k := key(v)
	p[2*f], p[2*f+1] = k, 1-k
}

func (p place) setAll(x []float64) {
	for f, v := range x {
		p.set(f, v)
	}
}

// right returns 1 if a feature is right of a cut, and else 0.
func (p place) right(n *node) int32 { return one(p[2*n.feature] > n.cut) }

// meets reports whether a leaf and the box have a point in common.
func (b box) meets(leaf []side) bool {
	apart := int32(0)
	for i := range leaf {
		s := &leaf[i]
		apart |= one(-b[s.on^1] >= s.bound)
	}
	return apart == 0
}

// narrow cuts the box down to what it has in common with a leaf.
func (b box) narrow(leaf []side) {
	for i := range leaf {
		s := &leaf[i]
		b[s.on] = min(b[s.on], s.bound)
	}
}

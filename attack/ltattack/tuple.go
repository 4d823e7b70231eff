package ltattack

import (
	"math/bits"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tuple is a valid leaf tuple with the point of its bounding box that is nearest to the victim, and
// all that changes with it. The cost of moving one leaf depends on the length of its path, not on
// the number of trees.
type tuple struct {
	grid  *ensemble.Grid
	space *attack.Space
	duel  *duel

	splits splits // of the duel

	cells []ensemble.Cell // the nearest point
	leaf  []ensemble.Leaf // by tree
	sums  []int64         // by contrast
	score score
	slack int64 // by how much sums have to exceed Enough

	// held counts, for every cut, the trees whose leaf is bounded there, and bounds has a bit for
	// every cut with held > 0: the sides of the bounding box are the next bits below and above the
	// point. For variables it counts, for every cell, the trees whose leaf does not hold it: the
	// box is the cells without a bit.
	held   []int32
	bounds bitset

	moved []ensemble.Feature // features that differ from the victim's value, the costliest first
	place []int32            // by feature, its place in moved, or -1
}

// score is a distance with a tie-break: costs under the norm, then under L2 (paper, section
// "Implementation Details").
type score struct{ cost, second float64 }

// tolerance is the relative difference up to which two costs count as equal. Costs are sums taken
// in different orders.
const tolerance = 1e-12

func (a score) less(b score) bool {
	if a.cost < b.cost-float64(tolerance*b.cost) {
		return true
	}
	return a.cost <= b.cost+float64(tolerance*b.cost) && a.second < b.second-float64(tolerance*b.second)
}

func newTuple(s *attack.Space) *tuple {
	g := s.Grid
	t := &tuple{
		grid: g, space: s, splits: splits{grid: g},
		cells:  make([]ensemble.Cell, len(g.Cuts)),
		leaf:   make([]ensemble.Leaf, len(g.Root)),
		held:   make([]int32, g.NumCells()),
		bounds: make(bitset, (g.NumCells()+63)/64),
		moved:  make([]ensemble.Feature, 0, len(g.Cuts)),
		place:  make([]int32, len(g.Cuts)),
	}
	return t
}

// set makes t the tuple of a point.
func (t *tuple) set(d *duel, cells []ensemble.Cell) {
	t.duel = d
	t.splits.list(d.trees)
	copy(t.cells, cells)
	clear(t.held)
	clear(t.bounds)
	t.sums = t.sums[:0]
	for _, tree := range d.trees {
		t.leaf[tree] = t.grid.Leaf(int(tree), cells)
		t.hold(t.leaf[tree])
	}
	for _, c := range d.contrasts {
		sum := c.Base
		for _, tree := range d.trees {
			sum += c.Values(tree).At(t.leaf[tree])
		}
		t.sums = append(t.sums, sum)
	}
	t.tighten()
}

// tighten moves the point to the point of the tuple's box that is nearest to the victim.
func (t *tuple) tighten() {
	t.moved = t.moved[:0]
	for f := range t.cells {
		f := ensemble.Feature(f)
		t.cells[f] = t.nearest(f)
		t.place[f] = -1
		if t.cells[f] != t.space.Home[f] {
			t.place[f] = int32(len(t.moved))
			t.moved = append(t.moved, f)
		}
	}
	t.rank()
}

// relist adds to or removes from moved a feature whose cell has changed.
func (t *tuple) relist(f ensemble.Feature) {
	home := t.cells[f] == t.space.Home[f]
	at := t.place[f]
	switch {
	case home && at >= 0:
		t.moved = slices.Delete(t.moved, int(at), int(at)+1)
		t.place[f] = -1
		for i := int(at); i < len(t.moved); i++ {
			t.place[t.moved[i]] = int32(i)
		}
	case !home && at < 0:
		t.place[f] = int32(len(t.moved))
		t.moved = append(t.moved, f)
	}
}

// rank sorts the moved features, costliest first, and adds up the score.
func (t *tuple) rank() {
	for i := 1; i < len(t.moved); i++ { // nearly sorted after a move
		f, cost := t.moved[i], t.cost(t.moved[i])
		j := i
		for ; j > 0 && t.cost(t.moved[j-1]) < cost; j-- {
			t.moved[j] = t.moved[j-1]
		}
		t.moved[j] = f
	}
	t.score = score{}
	for i, f := range t.moved {
		t.place[f] = int32(i)
		t.score = t.score.add(t.space.Norm, t.cost(f))
	}
}

func (a score) add(n attack.Norm, cost float64) score {
	a.cost = n.Join(a.cost, cost)
	if n != attack.L2 {
		a.second += float64(cost * cost)
	}
	return a
}

// cost is the cost of the current cell of a feature.
func (t *tuple) cost(f ensemble.Feature) float64 { return t.space.Cost[t.grid.ID(int(f), t.cells[f])] }

// wins reports whether sums are adversarial with slack to spare.
func (d *duel) wins(sums []int64, slack int64) bool {
	for k, c := range d.contrasts {
		if sums[k] < c.Enough+slack {
			return false
		}
	}
	return true
}

// hold counts a leaf's sides as bounds of the box.
func (t *tuple) hold(leaf ensemble.Leaf) { t.count(leaf, 1) }

// release removes a leaf's sides from the bounds of the box.
func (t *tuple) release(leaf ensemble.Leaf) { t.count(leaf, -1) }

// count adds to the number of leaves that hold the cuts at the sides of a leaf.
func (t *tuple) count(leaf ensemble.Leaf, by int32) {
	for _, s := range t.grid.LeafSides(leaf) {
		f := int(s.Feature)
		if s.Lo > 0 {
			t.add(t.grid.ID(f, s.Lo-1), by)
		}
		if s.Hi < t.grid.Last(f) {
			t.add(t.grid.ID(f, s.Hi), by)
		}
	}
	for _, s := range t.grid.LeafSets(leaf) {
		t.eachOutside(s, func(cut ensemble.CellID) { t.add(cut, by) })
	}
}

func (t *tuple) add(cut ensemble.CellID, by int32) {
	if t.held[cut] += by; t.held[cut] > 0 {
		t.bounds.set(cut)
	} else {
		t.bounds.unset(cut)
	}
}

// lo returns the first cell of the box on a feature.
func (t *tuple) lo(f ensemble.Feature) ensemble.Cell {
	first := t.grid.First[f]
	return ensemble.Cell(t.bounds.after(first, first+ensemble.CellID(t.cells[f])) - first)
}

// hi returns the last cell of the box on a feature.
func (t *tuple) hi(f ensemble.Feature) ensemble.Cell {
	first, last := t.grid.First[f], t.grid.First[f+1]-1
	return ensemble.Cell(t.bounds.next(first+ensemble.CellID(t.cells[f]), last) - first)
}

// bitset is a set of cuts.
type bitset []uint64

func (b bitset) set(i ensemble.CellID)   { b[i>>6] |= 1 << (i & 63) }
func (b bitset) unset(i ensemble.CellID) { b[i>>6] &^= 1 << (i & 63) }

// next returns the first member from i up to, but not including, end, or end.
func (b bitset) next(i, end ensemble.CellID) ensemble.CellID {
	for i < end {
		if w := b[i>>6] >> (i & 63); w != 0 {
			return min(i+ensemble.CellID(bits.TrailingZeros64(w)), end)
		}
		i = i&^63 + 64
	}
	return end
}

// after returns the number after the last member below i and not below begin, or begin.
func (b bitset) after(begin, i ensemble.CellID) ensemble.CellID {
	for i > begin {
		j := i - 1
		if w := b[j>>6] << (63 - j&63); w != 0 {
			return max(i-ensemble.CellID(bits.LeadingZeros64(w)), begin)
		}
		i = j &^ 63
	}
	return begin
}

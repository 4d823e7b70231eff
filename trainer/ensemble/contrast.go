package ensemble

import "math"

// Contrast is what separates two classes: the score of Rival minus the score of Class, in integer
// units, so that searches add and take back leaf values without drift and in any order.
//
// The sum at a point is Base plus the Values of the leaves that it falls into. If the sum is at
// least Enough, Rival beats Class in exact arithmetic. But the library that made the model rounds its
// sums, and the plain predictor follows it: it never predicts Rival if the sum is below Need. So proofs
// have to rely on Need, searches for examples aim at Enough, and only the predictor can tell whether a
// point is an example. The two are the same if the model's sums are exact.
type Contrast struct {
	Class, Rival int

	Base   int64
	Need   int64   // at most Enough; allows for all rounding, in any order of trees
	Enough int64   // allows for the rounding to units
	unit   int     // one unit is 2^unit on the margin scale
	Trees  []int32 // the trees that can separate the two classes, ascending

	plus, minus []int64 // what leaves add to the scores of Rival and Class
	speaks      []int32 // see Grid
}

// Values are the values that the leaves of a tree have in a contrast: Plus minus Minus, each by leaf of
// the grid, or nil for zeros. Not both are nil.
type Values struct{ Plus, Minus []int64 }

// Values returns the values of the leaves of a tree.
func (c *Contrast) Values(t int32) Values {
	switch c.speaks[t] {
	case int32(c.Rival):
		return Values{Plus: c.plus}
	case int32(c.Class):
		return Values{Minus: c.minus}
	}
	return Values{c.plus, c.minus}
}

// Gain returns what the sum gains if a point moves from one leaf of a tree to another.
func (c *Contrast) Gain(t int32, from, to Leaf) int64 {
	switch c.speaks[t] {
	case int32(c.Rival):
		return c.plus[to] - c.plus[from]
	case int32(c.Class):
		return c.minus[from] - c.minus[to]
	}
	return c.plus[to] - c.plus[from] - (c.minus[to] - c.minus[from])
}

// Units returns the values of all leaves of the grid in the units of the contrast, whatever they speak
// for. It is nil if leaves have a value for each output. Contrasts of the same units share it.
func (c *Contrast) Units() []int64 {
	if len(c.plus) == 0 || &c.plus[0] != &c.minus[0] {
		return nil
	}
	return c.plus
}

// At returns the value of a leaf of the grid.
func (v Values) At(l Leaf) int64 {
	switch {
	case v.Minus == nil:
		return v.Plus[l]
	case v.Plus == nil:
		return -v.Minus[l]
	}
	return v.Plus[l] - v.Minus[l]
}

// unitBits is the size of the largest possible sum of units: 2 bits short of
// an int64, so that no sum of a search overflows.
const unitBits = 61

// Contrast returns the contrast of two different classes, computed on first use.
func (g *Grid) Contrast(class, rival int) *Contrast { return g.contrasts.At(class, rival) }

func newContrast(g *Grid, class, rival int) *Contrast {
	c := &Contrast{Class: class, Rival: rival, speaks: g.speaks}
	off := c.rounding(g)
	plus, minus := c.base(g.Ensemble)
	bound := math.Abs(plus) + math.Abs(minus)
	trees := g.speakersFor(class, rival)
	c.Trees = make([]int32, 0, len(trees))
	for _, t := range trees {
		if largest, varies := c.look(g.Ensemble, int(t)); largest > 0 || varies && off > 0 {
			c.Trees = append(c.Trees, t)
			bound += largest
		}
	}
	if len(c.Trees) == len(trees) {
		c.Trees = trees
	}
	_, exponent := math.Frexp(bound)
	shift := unitBits - exponent
	c.unit = -shift

	rounded := int64(0) // the number of roundings by half a unit that a sum can contain
	c.Base = toUnits(plus, shift, &rounded) - toUnits(minus, shift, &rounded)
	ofRival, ofClass := g.unitsOf(rival, shift), g.unitsOf(class, shift)
	c.plus, c.minus = ofRival.value, ofClass.value
	for _, t := range c.Trees {
		worst := int64(0)
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			r := ofRival.roundings(l)
			if ofClass != ofRival { // the tree may speak for both
				r += ofClass.roundings(l)
			}
			worst = max(worst, r)
		}
		rounded += worst
	}
	c.Enough = (rounded + 1) / 2
	if rival > class { // ties go to the smaller class
		c.Enough++
	}
	c.Need = c.Enough
	if off > 0 || rounded > 0 {
		c.Need = -((rounded + 1) / 2) - int64(math.Ceil(math.Ldexp(min(off, 2*bound), shift)))
	}
	return c
}

// rounding returns by how much the plain predictor may overestimate the lead of Rival over Class in
// exact arithmetic.
func (c *Contrast) rounding(g *Grid) float64 {
	e := g.Ensemble
	if e.Outputs == 1 {
		return g.rounding[0]
	}
	off := g.rounding[c.Rival] + g.rounding[c.Class]
	if e.ByProbability && c.Rival < c.Class {
		trees := 1.0
		if e.Average {
			trees = float64(e.TreesOf(c.Rival))
		}
		off += float64(trees * asLikely * (1 + 1e-6))
	}
	return off
}

// Loses reports whether Rival cannot be predicted at any point that falls into the same leaves of Trees
// as a point with these margins, at which Class is predicted. The other trees matter only if classes
// are compared by probability.
func (c *Contrast) Loses(e *Ensemble, margins []float64) bool {
	if e.Outputs == 1 || !e.ByProbability {
		return true
	}
	lead := margins[c.Class] - margins[c.Rival]
	return lead > asLikely || lead >= 0 && c.Rival > c.Class
}

// Wins reports whether a sum this large guarantees that Rival is predicted: with two classes, beating
// Class is enough.
func (c *Contrast) Wins(e *Ensemble, sum int64) bool {
	return e.Classes == 2 && !e.ByProbability && sum >= c.Enough && sum > -c.Need
}

// base returns the scores of Rival and Class before the first tree.
func (c *Contrast) base(e *Ensemble) (rival, class float64) {
	trees := 1.0
	if e.Average { // compare sums instead of averages
		trees = float64(e.TreesOf(c.Rival % e.Outputs))
	}
	switch {
	case e.Outputs > 1:
		return trees * e.Base[c.Rival], trees * e.Base[c.Class]
	case c.Rival == 1:
		return trees * e.Base[0], trees * e.Cutoff
	default:
		return trees * e.Cutoff, trees * e.Base[0]
	}
}

// scores returns what leaf l of tree t adds to the scores of Rival and Class.
func (c *Contrast) scores(e *Ensemble, t, l int) (rival, class float64) {
	tree := &e.Trees[t]
	switch {
	case tree.Output == VectorLeaves && e.Outputs > 1:
		return tree.Leaves[l*e.Outputs+c.Rival], tree.Leaves[l*e.Outputs+c.Class]
	case e.Outputs > 1 && tree.Output == c.Rival, e.Outputs == 1 && c.Rival == 1:
		return tree.Leaves[l], 0
	case e.Outputs > 1 && tree.Output == c.Class, e.Outputs == 1:
		return 0, tree.Leaves[l]
	}
	return 0, 0
}

// look returns a bound on what any leaf of tree t adds to the contrast, and whether leaves differ in
// the score of either class.
func (c *Contrast) look(e *Ensemble, t int) (largest float64, varies bool) {
	first, other := c.scores(e, t, 0)
	for l := range e.Trees[t].NumLeaves() {
		rival, class := c.scores(e, t, l)
		if rival != class {
			largest = max(largest, math.Abs(rival)+math.Abs(class))
		}
		varies = varies || rival != first || class != other
	}
	return largest, varies
}

// Sum returns Base plus the values of the leaves that a point of cells
// falls into.
func (c *Contrast) Sum(g *Grid, cells []Cell) int64 {
	sum := c.Base + g.total(g.speakers[c.Rival], c.plus, cells) - g.total(g.speakers[c.Class], c.minus, cells)
	if g.Loose == nil {
		plus, minus := c.plus, c.minus
		for _, t := range g.vectors {
			l := g.LeafInOrder(int(t), cells)
			sum += plus[l] - minus[l]
		}
		return sum
	}
	return sum + g.total(g.vectors, c.plus, cells) - g.total(g.vectors, c.minus, cells)
}

// total returns the sum of the values of the leaves of trees that a point of cells falls into.
func (g *Grid) total(trees []int32, value []int64, cells []Cell) int64 {
	sum := int64(0)
	if g.Loose == nil {
		for _, t := range trees {
			sum += value[g.LeafInOrder(int(t), cells)]
		}
		return sum
	}
	for _, t := range trees {
		sum += value[g.Leaf(int(t), cells)]
	}
	return sum
}

// Margin returns a sum of units on the margin scale of the ensemble.
func (c *Contrast) Margin(units int64) float64 { return math.Ldexp(float64(units), c.unit) }

// Votes returns the smallest and the largest value that the leaves of a tree have in a contrast, and
// whether there are no others.
func (c *Contrast) Votes(g *Grid, t int32) (low, high int64, two bool) {
	values := c.Values(t)
	low, high = math.MaxInt64, math.MinInt64
	for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
		low, high = min(low, values.At(l)), max(high, values.At(l))
	}
	two = true
	for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
		two = two && (values.At(l) == low || values.At(l) == high)
	}
	return low, high, two
}

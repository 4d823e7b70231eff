package ensemble

import "math"

// Contrast is what separates two classes: the score of Rival minus the score
// of Class, in integer units, so that searches add and take back leaf values
// without drift and in any order.
//
// Rival beats Class at a point where Base plus the Leaf values of the leaves
// that the point falls into is at least Need. Need takes in the rounding to
// units (nothing where the leaf values are exact in units), so that this is
// true only where Rival beats Class in exact arithmetic. Whether the library
// that made the model, which rounds its sums, agrees, only the plain
// predictor can tell: ask it before calling a point adversarial.
type Contrast struct {
	Class, Rival int

	Leaf  []int64 // by leaf of the grid; 0 for leaves that say nothing here
	Base  int64
	Need  int64
	Unit  float64 // the value of one unit on the margin scale
	Trees []int32 // the trees with a leaf that is not 0, ascending
}

// unitBits is the size of the largest possible sum of units: 2 bits short of
// an int64, so that no sum of a search overflows.
const unitBits = 61

// NewContrast returns the contrast of two different classes.
func NewContrast(g *Grid, class, rival int) *Contrast {
	c := &Contrast{Class: class, Rival: rival, Leaf: make([]int64, g.NumLeaves())}
	plus, minus := c.base(g.Ensemble)
	bound := math.Abs(plus) + math.Abs(minus)
	for t := range g.Ensemble.Trees {
		if largest := c.largest(g.Ensemble, t); largest > 0 {
			c.Trees = append(c.Trees, int32(t))
			bound += largest
		}
	}
	_, exponent := math.Frexp(bound)
	shift := unitBits - exponent
	c.Unit = math.Ldexp(1, -shift)

	rounded := int64(0) // how many roundings by half a unit a sum can hold
	c.Base = toUnits(plus, shift, &rounded) - toUnits(minus, shift, &rounded)
	for _, t := range c.Trees {
		worst := int64(0)
		for l := range g.Ensemble.Trees[t].NumLeaves() {
			r := int64(0)
			plus, minus := c.scores(g.Ensemble, int(t), l)
			c.Leaf[int(g.LeafOf[t])+l] = toUnits(plus, shift, &r) - toUnits(minus, shift, &r)
			worst = max(worst, r)
		}
		rounded += worst
	}
	c.Need = (rounded + 1) / 2
	if rival > class { // ties go to the smaller class
		c.Need++
	}
	return c
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

// largest returns a bound on what a leaf of tree t says about the two classes.
func (c *Contrast) largest(e *Ensemble, t int) float64 {
	most := 0.0
	for l := range e.Trees[t].NumLeaves() {
		rival, class := c.scores(e, t, l)
		if rival != class {
			most = max(most, math.Abs(rival)+math.Abs(class))
		}
	}
	return most
}

// Sum returns Base plus the leaf values of the leaves that a point of cells
// falls into. Rival beats Class where it is at least Need.
func (c *Contrast) Sum(g *Grid, cells []int32) int64 {
	sum := c.Base
	for _, t := range c.Trees {
		sum += c.Leaf[g.Leaf(int(t), cells)]
	}
	return sum
}

// Margin returns a sum of units on the margin scale of the ensemble.
func (c *Contrast) Margin(units int64) float64 { return float64(units) * c.Unit }

package attack

import (
	"math"
	"slices"
)

// Ungrouped returns constraints on a number of features one by one, without groups and links, for a
// method that supports neither: whatever an attacker under c can do, one under these can do at no more cost.
// Columns of a group move on their own, and the two that a change of the group moves cost together
// what that change does. Only norm 0 counts them as two.
func (c *Constraints) Ungrouped(features int, n Norm) *Constraints {
	if c == nil || c.Groups == nil && c.Links == nil {
		return c
	}
	free := *c
	free.Groups, free.Links = nil, nil
	if len(c.Groups) > 0 {
		free.ownSlices(features)
	}
	for i := range c.Groups {
		free.ungroup(&c.Groups[i], n)
	}
	return &free
}

// ownSlices gives c its own copies of the slices that ungroup changes, for n features.
func (c *Constraints) ownSlices(n int) {
	own := func(of *[]float64, otherwise float64) {
		if *of = slices.Clone(*of); *of == nil {
			*of = slices.Repeat([]float64{otherwise}, n)
		}
	}
	own(&c.Weight, 1)
	own(&c.Lo, math.Inf(-1))
	own(&c.Hi, math.Inf(1))
	c.Fall = slices.Clone(c.Fall)
	for _, of := range []*[]bool{&c.Frozen, &c.Increase, &c.Decrease, &c.Integer} {
		if *of = slices.Clone(*of); *of == nil {
			*of = make([]bool, n)
		}
	}
	c.Values, c.Step = slices.Clone(c.Values), slices.Clone(c.Step)
}

// ungroup lets the features of a group move on their own. Their other constraints do not count in a
// group.
func (c *Constraints) ungroup(g *Group, n Norm) {
	weight := g.LeastPrice()
	frozen := g.Frozen || math.IsInf(weight, 1)
	switch n {
	case L1, Cost:
		weight /= 2
	case L2:
		weight /= math.Sqrt2
	}
	for _, f := range g.Features {
		c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
		c.Frozen[f], c.Increase[f], c.Decrease[f], c.Integer[f] = frozen, false, false, true
		if c.Values != nil {
			c.Values[f] = nil
		}
		if c.Step != nil {
			c.Step[f] = 0
		}
		if frozen {
			continue
		}
		c.Weight[f] = weight * c.width(f) // the weight is for a change by 1 in the data
		if c.Fall != nil {
			c.Fall[f] = c.Weight[f]
		}
	}
}

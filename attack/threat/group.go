package threat

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
)

// group adds a group to the constraints. Its columns are 0 or 1 by themselves too, for
// who looks at features one by one.
func (b *builder) group(of *Group) error {
	c := b.made
	g := attack.Group{Name: of.Name, AtMostOne: of.AtMostOne, Weight: 1, Frozen: first(false, of.Frozen, b.all.Frozen)}
	if b.norm != attack.L0 {
		g.Weight = first(1, of.Price)
	}
	for _, name := range of.Features {
		f, err := find(b.ensemble, name)
		if err != nil {
			return err
		}
		for i := range c.Groups {
			for _, other := range c.Groups[i].Features {
				if other == f {
					return fmt.Errorf("%s is in group %q too", b.name(f), c.Groups[i].Name)
				}
			}
		}
		switch {
		case b.rules[f].line != 0:
			return fmt.Errorf("%s has a table of its own, in line %d: say it of the group", b.name(f), b.rules[f].line)
		case b.kind(f) == column.Categorical:
			return fmt.Errorf("%s holds categories, not 0 and 1", b.name(f))
		}
		g.Features = append(g.Features, f)
		b.alone(f, &g)
	}
	if len(g.Features) < 2 {
		return fmt.Errorf("it has %d features, must have at least 2", len(g.Features))
	}
	c.Groups = append(c.Groups, g)
	return nil
}

// alone constrains a column of a group. Half the change is its own, so that two columns
// that change cost no more than the change of the group.
func (b *builder) alone(f int, g *attack.Group) {
	c := b.made
	c.Lo[f], c.Hi[f] = b.scaled(f, 0), b.scaled(f, 1)
	c.Integer[f], c.Frozen[f], c.Increase[f], c.Decrease[f] = true, g.Frozen, false, false
	if c.Values != nil {
		c.Values[f] = nil
	}
	if c.Step != nil {
		c.Step[f] = 0
	}
	share := map[attack.Norm]float64{attack.LInf: 1, attack.L2: math.Sqrt(0.5), attack.L1: 0.5, attack.L0: 1, attack.Cost: 0.5}[b.norm]
	c.Weight[f] = share * g.Weight * c.Range[f]
	if c.Fall != nil {
		c.Fall[f] = c.Weight[f]
	}
}

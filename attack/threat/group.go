package threat

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// group adds a group to the constraints. Each of its columns is limited to 0 and 1 too, for code
// that looks at features one by one.
func (b *builder) group(of *Group) error {
	c := b.made
	g := attack.Group{Name: of.Name, AtMostOne: of.AtMostOne, Weight: 1, Frozen: first(false, of.Frozen, b.all.Frozen)}
	if price := first(1, of.Price); math.IsInf(price, 1) && of.Prices == nil {
		g.Frozen = true
	} else if b.norm != attack.L0 {
		g.Weight = price
	}
	for _, name := range of.Features {
		f, err := find(b.ensemble, name)
		if err != nil {
			return err
		}
		if other := b.groupOf(f); other != nil {
			return fmt.Errorf("%s is in group %q too", b.name(f), other.Name)
		}
		switch {
		case slices.Contains(g.Features, f):
			return fmt.Errorf("%s is named twice", b.name(f))
		case b.rules[f].Feature != "":
			return fmt.Errorf("%s has a table of its own%s: say it of the group", b.name(f), inLine(b.rules[f].at()))
		case b.kind(f) == column.Categorical:
			return fmt.Errorf("%s holds categories, not 0 and 1", b.name(f))
		}
		g.Features = append(g.Features, f)
	}
	if len(g.Features) < 2 {
		return fmt.Errorf("it has %s, must have at least 2", phrase.Count(len(g.Features), "feature"))
	}
	if of.Prices != nil {
		if err := b.groupPrices(&g, of); err != nil {
			return err
		}
	}
	for _, f := range g.Features {
		b.alone(f, &g)
	}
	c.Groups = append(c.Groups, g)
	return nil
}

// groupPrices gives a group its prices: levels have the names of its columns, and "" stands for
// none of them.
func (b *builder) groupPrices(g *attack.Group, of *Group) (err error) {
	l := levels{names: slices.Clone(of.Features)}
	if of.AtMostOne {
		l.names = append(l.names, "")
	}
	for code := range l.names {
		l.codes = append(l.codes, int32(code))
	}
	if g.Prices, err = l.table(of.Prices, nil, of.Price, func(price float64) float64 { return b.counts(price, 1) }); err != nil {
		return err
	}
	if g.Weight = g.Prices.Least(); math.IsInf(g.Weight, 1) {
		g.Weight, g.Prices, g.Frozen = 1, attack.LevelPrices{}, true
	}
	return nil
}

// alone constrains a column of a group. It has a share of the group's weight such that the two
// columns that change cost no more than the change of the group.
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
	if c.Missing != nil {
		c.Missing[f] = nil
	}
	share := map[attack.Norm]float64{attack.LInf: 1, attack.L2: math.Sqrt(0.5), attack.L1: 0.5, attack.L0: 1, attack.Cost: 0.5}[b.norm]
	c.Weight[f] = share * g.Weight * c.Range[f]
	if c.Fall != nil {
		c.Fall[f] = c.Weight[f]
	}
}

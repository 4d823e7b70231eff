package attack

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// LevelPrices are the prices of changes between levels of a categorical feature, in the norm and
// weight included; +Inf forbids a change. The zero value gives no prices.
type LevelPrices struct {
	Pairs []LevelPrice // sorted by From and To
	Other float64      // the price of all other changes; must be set if there are Pairs
}

// LevelPrice is the price of changing one level, as the model reads it, into another.
type LevelPrice struct {
	From, To int32
	Price    float64
}

// Compare orders prices by their levels.
func (p LevelPrice) Compare(q LevelPrice) int {
	return cmp.Or(cmp.Compare(p.From, q.From), cmp.Compare(p.To, q.To))
}

// Of returns the price of changing a level into another.
func (p *LevelPrices) Of(from, to int32) float64 {
	at, named := slices.BinarySearchFunc(p.Pairs, LevelPrice{From: from, To: to}, LevelPrice.Compare)
	if named {
		return p.Pairs[at].Price
	}
	return p.Other
}

// Least returns the price of the cheapest change, +Inf if all are forbidden.
func (p *LevelPrices) Least() float64 {
	least := p.Other
	for i := range p.Pairs {
		least = min(least, p.Pairs[i].Price)
	}
	return least
}

// said reports whether any prices are given.
func (p *LevelPrices) said() bool { return p.Other != 0 || p.Pairs != nil }

// check reports invalid prices.
func (p *LevelPrices) check() error {
	for i := 1; i < len(p.Pairs); i++ {
		if p.Pairs[i-1].Compare(p.Pairs[i]) >= 0 {
			return fmt.Errorf("prices of levels do not ascend by From and To")
		}
	}
	if p.Other == 0 {
		return fmt.Errorf("prices of some changes of level, and in Other none for the rest: +Inf is never")
	}
	for _, price := range append([]LevelPrice{{Price: p.Other}}, p.Pairs...) {
		if v := price.Price; !(v >= leastWeight && v <= mostWeight) && !math.IsInf(v, 1) {
			return fmt.Errorf("price %v of a change of level is not between %v and %v", v, leastWeight, mostWeight)
		}
	}
	return nil
}

// pricesLevels reports whether changes of level of a feature have prices of their own.
func (c *Constraints) pricesLevels(f int) bool {
	return c != nil && c.Levels != nil && c.Levels[f].Other > 0
}

// LevelPrice returns the price, in the norm and weight included, of categorical feature f going
// from one level to another; +Inf if that is not allowed.
func (c *Constraints) LevelPrice(f int, from, to float64) float64 {
	switch {
	case from == to || from != from && to != to:
		return 0
	case to != to:
		return c.BlankPrice(f)
	case c.Freezes(f):
		return math.Inf(1)
	case c.pricesLevels(f):
		return c.Levels[f].Of(int32(from), int32(to))
	}
	return c.Weigh(f, 1)
}

// checkLevelPrices reports prices of levels for a feature that is not categorical.
func (c *Constraints) checkLevelPrices(e *ensemble.Ensemble) error {
	for f := range e.Features {
		if c.pricesLevels(f) && !e.Categorical(f) {
			return fmt.Errorf("constraints of feature %d: it has prices of levels, but holds numbers", f)
		}
	}
	return nil
}

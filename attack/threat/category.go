package threat

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// category fills in the constraints of a feature whose levels have no order. If the file gives them
// one, the direction of the table all applies to it too; what else that table says about numbers
// does not.
func (b *builder) category(f int) error {
	r, c := b.rules[f], b.made
	switch {
	case r.Min != nil || r.Max != nil || r.Integer != nil || r.Step != nil || r.StepFrom != nil,
		r.Direction != nil && r.Ordinal == nil:
		return fmt.Errorf("it holds categories, which have no order: only values, frozen, weight, price, prices, ordinal, may-blank and blank-price are for it")
	case r.Price.free() || r.Weight.free():
		return fmt.Errorf("a weight or price of 0 is for a column that a link derives")
	case r.Prices != nil && r.Ordinal != nil:
		return fmt.Errorf("only one of prices and ordinal can be given")
	}
	c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
	c.Frozen[f] = first(false, r.Frozen, b.all.Frozen)
	least, err := b.levels(f)
	if err != nil {
		return err
	}
	if math.IsInf(least, 1) { // no level can become another
		c.Frozen[f], least = true, 1
	}
	c.Weight[f] = least
	if c.Fall != nil {
		c.Fall[f] = least
	}
	return c.CheckFeature(f)
}

// levels sets the prices of changes of level of a feature, and returns the least of them.
func (b *builder) levels(f int) (least float64, err error) {
	r := b.rules[f]
	weight := first(Ways{1, 1}, r.Weight, b.all.Weight)
	if r.Prices == nil && r.Ordinal == nil && r.choice() == nil {
		return b.counts(first(1, r.otherPrice()), weight.dearer()), nil
	}
	l, prices := levels{}, attack.LevelPrices{}
	if column := b.ensemble.Columns[f]; column.Codes != nil {
		l = levels{column.Codes, column.Names}
	}
	switch {
	case r.Prices != nil:
		prices, err = l.table(r.Prices, r.choice(), r.otherPrice(), func(price float64) float64 { return b.counts(price, weight.dearer()) })
	case r.Ordinal != nil:
		prices, err = l.order(r.Ordinal, func(steps int) float64 { return b.countsSteps(r, weight, steps) })
	default:
		prices.Other = b.counts(first(1, r.otherPrice()), weight.dearer())
	}
	if words := r.choice(); err == nil && words != nil {
		prices, err = l.only(words, prices)
	}
	if least = prices.Least(); err == nil && !math.IsInf(least, 1) {
		grow(&b.made.Levels, b.ensemble.Features)[f] = prices
	}
	return least, err
}

// countsSteps returns the price, in the norm, of some steps up or down in the order of levels.
func (b *builder) countsSteps(r *Rule, weight Ways, steps int) float64 {
	price, w := first(Ways{1, 1}, r.Price).way(steps), weight.way(steps)
	if direction := first(anyWay, r.Direction, b.all.Direction); price == 0 || direction == increase && steps < 0 || direction == decrease && steps > 0 {
		price = math.Inf(1)
	}
	if w == 0 {
		w = 1
	}
	return b.counts(math.Abs(float64(steps))*price, w)
}

// counts returns what a change of level with a price and a weight counts as in the norm.
func (b *builder) counts(price, weight float64) float64 {
	switch {
	case math.IsInf(price, 1):
		return price
	case b.norm == attack.L0:
		return 1
	case b.norm == attack.Cost:
		return price
	}
	return price * weight
}

// otherPrice returns the price of changes of level that no table names, nil if none is given.
func (r *Rule) otherPrice() *float64 {
	if r.Price == nil {
		return nil
	}
	return new(r.Price.dearer())
}

// dearer returns the larger number, which counts if ways make no difference.
func (w Ways) dearer() float64 { return max(w.Up, w.Down) }

// way returns the number for a rise or a fall.
func (w Ways) way(change int) float64 {
	if change < 0 {
		return w.Down
	}
	return w.Up
}

// choice returns the levels that a categorical feature can be changed to, nil for all.
func (r *Rule) choice() []string {
	if r.Values == nil {
		return r.Levels
	}
	words := []string{}
	for _, v := range r.Values { // the levels have no names
		words = append(words, decimal(v))
	}
	return words
}

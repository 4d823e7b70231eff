package threat

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
)

// feature fills in the constraints of a feature, and checks them.
func (b *builder) feature(f int) error {
	r, c := b.rules[f], b.made
	direction := first(anyWay, r.Direction, b.all.Direction)
	if !slices.Contains(directions, direction) { // in a rule that no file can hold
		return fmt.Errorf("direction: %w", noneOf(direction, directions))
	}
	switch of := b.dates(f); {
	case r.Dates == column.TimeOfDay && of != column.TimeOfDay:
		return fmt.Errorf("a time is for a column of times of day, which the model does not know this one to be")
	case r.Dates != column.NoDates && (of == column.NoDates || (of == column.TimeOfDay) != (r.Dates == column.TimeOfDay)):
		return fmt.Errorf("a date is for a column of dates, which the model does not know this one to be")
	}
	c.Min[f], c.Range[f] = b.scaling(f)
	if b.kind(f) == column.Categorical {
		return b.category(f)
	}
	switch {
	case r.Prices != nil || r.Ordinal != nil:
		return fmt.Errorf("it holds numbers: prices and ordinal are for categories")
	case r.Levels != nil && b.dates(f) != column.NoDates:
		return fmt.Errorf("it holds dates or times, and its values are texts: they stand without quotes")
	case r.Levels != nil && b.kind(f) == column.Boolean:
		return fmt.Errorf("it holds yes and no, which are 1 and 0 here: values = [1], or direction = \"increase\"")
	case r.Levels != nil:
		return fmt.Errorf("it holds numbers, and its values are texts")
	case r.Price != nil && math.IsInf(r.Price.Up, 1):
		return fmt.Errorf("it holds numbers: frozen keeps them as they are, and price is what a change costs")
	}
	lo, hi := b.bounds(f)
	lo, hi = first(lo, r.Min, b.all.Min), first(hi, r.Max, b.all.Max)
	if lo > hi {
		return fmt.Errorf("smallest value %s is above the largest, %s", r.written(lo), r.written(hi))
	}
	c.Lo[f], c.Hi[f] = b.scaled(f, lo), b.scaled(f, hi)
	c.Frozen[f] = first(false, r.Frozen, b.all.Frozen)
	c.Increase[f], c.Decrease[f] = direction == increase, direction == decrease
	b.weigh(f)
	if err := b.places(f); err != nil {
		return err
	}
	if numbers := missing(b.ensemble, f); numbers != nil {
		for i, v := range numbers {
			numbers[i] = b.scaled(f, v)
		}
		grow(&c.Missing, b.ensemble.Features)[f] = numbers
	}
	return c.CheckFeature(f)
}

// dates returns the dates or times that the model knows a feature to hold.
func (b *builder) dates(f int) column.Dates {
	if b.ensemble.Columns == nil {
		return column.NoDates
	}
	return b.ensemble.Columns[f].Dates
}

// weigh sets the weights of a feature's changes.
func (b *builder) weigh(f int) {
	r, c := b.rules[f], b.made
	var w Ways
	switch b.norm {
	case attack.L0:
		w = Ways{1, 1}
	case attack.Cost:
		if r.Price.free() { // free sets 0 once the column is derived
			w = Ways{1, 1}
			break
		}
		w = first(Ways{}, r.Price, b.all.Price)
		c.Decrease[f] = c.Decrease[f] || w.Up == 0
		c.Increase[f] = c.Increase[f] || w.Down == 0
		if c.Increase[f] && c.Decrease[f] { // no allowed way has a price
			c.Increase[f], c.Decrease[f], c.Frozen[f] = false, false, true
		}
		w.Up, w.Down = w.Up*c.Range[f], w.Down*c.Range[f]
	default:
		w = first(Ways{1, 1}, r.Weight, b.all.Weight)
	}
	for _, way := range [2]*float64{&w.Up, &w.Down} {
		if *way == 0 {
			*way = 1
		}
	}
	c.Weight[f] = w.Up
	if w.Down != w.Up && c.Fall == nil {
		c.Fall = slices.Clone(c.Weight)
	}
	if c.Fall != nil {
		c.Fall[f] = w.Down
	}
}

// places sets the values that a feature can be changed to: its own table counts first, then the
// table all, and then the kind of the column.
func (b *builder) places(f int) error {
	c := b.made
	for _, r := range []*Rule{b.rules[f], b.all} {
		integer := r.Integer != nil && *r.Integer
		switch {
		case r.StepFrom != nil && r.Step == nil:
			return fmt.Errorf("step-from is given without step")
		case integer && (r.Step != nil || r.Values != nil), r.Step != nil && r.Values != nil:
			return fmt.Errorf("only one of integer, step and values can be given")
		case r.between() && b.isWorded(f) && r == b.all: // it is for the numbers
		case r.between() && b.isWorded(f):
			return fmt.Errorf("it holds %q and %q, with nothing between them: integer = false, step, and values other than 0 and 1 are for numbers",
				b.ensemble.Columns[f].Names[0], b.ensemble.Columns[f].Names[1])
		case r.Step != nil:
			if !(*r.Step > 0 && *r.Step < math.Inf(1)) {
				return fmt.Errorf("step %v is not a positive number", *r.Step)
			}
			grow(&c.Step, b.ensemble.Features)[f] = *r.Step
			grow(&c.StepFrom, b.ensemble.Features)[f] = first(math.NaN(), r.StepFrom)
			return nil
		case r.Values != nil:
			grow(&c.Values, b.ensemble.Features)[f] = r.Values
			return nil
		case r.Integer != nil: // last, as false leaves the values to others
			c.Integer[f] = integer
			return nil
		}
	}
	c.Integer[f] = whole(b.kind(f))
	return nil
}

// grow returns the slice, made with n values if it is nil.
func grow[T any](to *[]T, n int) []T {
	if *to == nil {
		*to = make([]T, n)
	}
	return *to
}

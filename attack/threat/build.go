package threat

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
)

// constraints turns the rules into constraints and checks them.
func (d *decoder) constraints() (*attack.Constraints, error) {
	n := len(d.rules)
	c := &attack.Constraints{
		Weight: make([]float64, n), Lo: make([]float64, n), Hi: make([]float64, n),
		Min: make([]float64, n), Range: make([]float64, n),
		Frozen: make([]bool, n), Increase: make([]bool, n), Decrease: make([]bool, n), Integer: make([]bool, n),
	}
	for f := range d.rules {
		r := &d.rules[f]
		c.Weight[f] = first(1, r.weight, d.all.weight)
		c.Min[f], c.Range[f] = d.scaling(f)
		lo, hi := d.bounds(f)
		c.Lo[f] = d.scaled(f, first(lo, r.min, d.all.min))
		c.Hi[f] = d.scaled(f, first(hi, r.max, d.all.max))
		c.Frozen[f] = first(false, r.frozen, d.all.frozen)
		c.Integer[f] = first(whole(d.kind(f)), r.integer, d.all.integer)
		direction := first("any", r.direction, d.all.direction)
		c.Increase[f], c.Decrease[f] = direction == "increase", direction == "decrease"
		if err := c.CheckFeature(f); err != nil {
			line := r.line
			if line == 0 {
				line = d.all.line
			}
			return nil, fmt.Errorf("line %d: %s: %w", line, d.name(f), err)
		}
	}
	return c, nil
}

// scaled turns a value in the data's units into the model's.
func (d *decoder) scaled(f int, v float64) float64 {
	least, width := d.scaling(f)
	return (v - least) / width
}

// scaling returns the raw value that the model reads as 0, and how many raw
// units it reads as 1.
func (d *decoder) scaling(f int) (least, width float64) {
	s := &d.ensemble.Schema
	switch {
	case s.Min == nil:
		return 0, 1
	case s.Max[f] == s.Min[f]: // a constant feature keeps its unit
		return s.Min[f], 1
	}
	return s.Min[f], s.Max[f] - s.Min[f]
}

// first returns the first value that is given.
func first[T any](otherwise T, given ...*T) T {
	for _, v := range given {
		if v != nil {
			return *v
		}
	}
	return otherwise
}

// name is what a user calls a feature.
func (d *decoder) name(f int) string {
	if names := d.ensemble.Schema.Features; names != nil {
		return fmt.Sprintf("feature %q", names[f])
	}
	return fmt.Sprintf("feature %d", f)
}

package threat

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// check reports the first number that no file could hold, as a threat need not come from a file.
func (t *Threat) check() error {
	if err := t.All.check(); err != nil {
		return fmt.Errorf("%sall: %w", at(t.All.line), err)
	}
	for i := range t.Features {
		r := &t.Features[i]
		if err := r.check(); err != nil {
			return fmt.Errorf("%sfeature %q: %w", at(r.at()), r.Feature, err)
		}
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		if slices.ContainsFunc(t.Groups[:i], func(other Group) bool { return other.Name == g.Name }) {
			return fmt.Errorf("%stwo groups are called %q", at(g.at()), g.Name)
		}
		if g.Price != nil {
			if err := checkLevelPrice(*g.Price); err != nil {
				return fmt.Errorf("%sgroup %q: price: %w", at(g.at()), g.Name, err)
			}
		}
		if err := g.Prices.check(); err != nil {
			return fmt.Errorf("%sgroup %q: %w", at(g.at()), g.Name, err)
		}
	}
	return nil
}

func (r *Rule) check() error {
	for _, one := range [...]struct {
		key   string
		value *float64
	}{{"min", r.Min}, {"max", r.Max}, {"step", r.Step}, {"step-from", r.StepFrom}} {
		if one.value != nil && math.IsNaN(*one.value) {
			return fmt.Errorf("%s: NaN is not a number", one.key)
		}
	}
	for _, one := range [...]struct {
		key   string
		value *Ways
	}{{"weight", r.Weight}, {"price", r.Price}} {
		if w := one.value; w != nil && !w.free() && (one.key == "weight" || *w != Ways{math.Inf(1), math.Inf(1)}) {
			if err := w.check(); err != nil {
				return fmt.Errorf("%s: %w", one.key, err)
			}
		}
	}
	if price := r.BlankPrice; price != nil {
		if err := (Ways{*price, *price}).check(); err != nil {
			return fmt.Errorf("blank-price: %w", err)
		}
	}
	return r.Prices.check()
}

// checkLevelPrice reports an invalid price of a change of level. +Inf is valid: it means never.
func checkLevelPrice(price float64) error {
	if math.IsInf(price, 1) {
		return nil
	}
	return Ways{price, price}.check()
}

func (p Prices) check() error {
	for _, from := range slices.Sorted(maps.Keys(p)) {
		for _, to := range slices.Sorted(maps.Keys(p[from])) {
			if err := checkLevelPrice(p[from][to]); err != nil {
				return fmt.Errorf("prices: %s: %s: %w", from, to, err)
			}
		}
	}
	return nil
}

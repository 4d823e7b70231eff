package threat

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// idle says what in the file does not count in a norm, "" if all of it does. A file may well hold
// prices for one norm and weights for others, even for the same column, but someone who forgets the
// norm has to be told.
func (t *Threat) idle(e *ensemble.Ensemble, n attack.Norm) string {
	switch n {
	case attack.L0:
		return t.idleForColumns()
	case attack.Cost:
		if t.some(func(r *Rule) bool { return r.Weight != nil && !r.Weight.free() && r.Price == nil }) {
			return "its weights count in the norms inf, 2 and 1 only"
		}
		return ""
	}
	priced := t.some(func(r *Rule) bool {
		f, err := find(e, r.Feature)
		return r.Price != nil && !r.Price.free() && (err != nil || !e.Categorical(f))
	})
	said, numbers := "", "numbers"
	if slices.ContainsFunc(t.Features, func(r Rule) bool { return r.Price != nil && !r.Price.free() && isBoolean(e, r.Feature) }) {
		numbers += ", and of yes and no," // which look like levels
	}
	switch {
	case priced && t.Gain != nil:
		said = "its gain and its prices of " + numbers + " count in the norm cost only"
	case priced:
		said = "its prices of " + numbers + " count in the norm cost only"
	case t.Gain != nil:
		return gainInCost
	}
	if priced && (t.pricesGroups() || t.some(func(r *Rule) bool { f, err := find(e, r.Feature); return err == nil && e.Categorical(f) && r.priced() })) {
		said += ", those of levels and groups in this one too" // where they may be far too high
	}
	return said
}

// isBoolean reports whether a feature of a model is yes or no.
func isBoolean(e *ensemble.Ensemble, name string) bool {
	f, err := find(e, name)
	return err == nil && f < len(e.Columns) && e.Columns[f].Kind == column.Boolean
}

// pricesGroups reports whether a change of group has a price other than never.
func (t *Threat) pricesGroups() bool {
	return slices.ContainsFunc(t.Groups, func(g Group) bool { return g.Price != nil && !math.IsInf(*g.Price, 1) || g.Prices.some() })
}

// idleForColumns says what does not count in norm 0, which only asks what is possible and what is free.
func (t *Threat) idleForColumns() string {
	var idle []string
	for _, of := range []struct {
		what string
		some bool
	}{
		{"weights", t.some(func(r *Rule) bool { return r.Weight != nil && !r.Weight.free() })},
		{"prices", t.some((*Rule).priced) || t.pricesGroups()},
	} {
		if of.some {
			idle = append(idle, of.what)
		}
	}
	switch {
	case idle == nil && t.Gain != nil:
		return gainInCost
	case idle == nil:
		return ""
	}
	said := fmt.Sprintf("its %s count in other norms than 0 only", phrase.List(idle, "and"))
	if t.Gain != nil {
		said += ", and " + gainInCost
	}
	return said
}

const gainInCost = "its gain counts in the norm cost only"

// priced reports whether a change has a price that is neither 0 nor never.
func (r *Rule) priced() bool {
	return r.Price != nil && !r.Price.free() && !math.IsInf(r.Price.Up, 1) || r.BlankPrice != nil || r.Prices.some()
}

// some reports whether there is a price other than never.
func (p Prices) some() bool {
	for _, to := range p {
		for _, price := range to {
			if !math.IsInf(price, 1) {
				return true
			}
		}
	}
	return false
}

// some reports whether something holds for the table all or for that of any feature.
func (t *Threat) some(holds func(*Rule) bool) bool {
	return holds(&t.All) || slices.ContainsFunc(t.Features, func(r Rule) bool { return holds(&r) })
}

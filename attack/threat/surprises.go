package threat

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Surprises says what the author of the file may not have meant in a norm: what has no effect, what is a
// number of days, what cannot change although the file says how it does, what counts 1 because it has no
// price, and what counts although it follows from other columns.
func (t *Threat) Surprises(e *ensemble.Ensemble, n attack.Norm) (all []string) {
	all = append(all, t.idle(e, n))
	if b, err := newBuilder(e, t, n); err == nil { // else it is reported elsewhere
		all = append(append(all, b.datesAsNumbers(), t.frozenByAll(), b.pricedTheOtherWay(), t.unpriced(b)), b.derived(t.Links)...)
	}
	return slices.DeleteFunc(all, func(said string) bool { return said == "" })
}

// datesAsNumbers names the columns of dates for which there are numbers, such as 2023 for a year.
func (b *builder) datesAsNumbers() string {
	var columns []string
	for f, r := range b.rules {
		if of := b.dates(f); of != column.NoDates && of != column.TimeOfDay && r.Dates == column.NoDates &&
			(r.Min != nil || r.Max != nil || r.Values != nil || r.StepFrom != nil) {
			columns = append(columns, b.called(f))
		}
	}
	if columns == nil {
		return ""
	}
	return "numbers are days since 1970 in columns of dates, and dates are written like 2023-05-31: " + phrase.Names(columns)
}

// frozenByAll names what the table all freezes although a table of its own says how it changes.
func (t *Threat) frozenByAll() string {
	var held []string
	for i := range t.Features {
		if r := &t.Features[i]; r.Frozen == nil && r.changes() {
			held = append(held, r.Feature)
		}
	}
	for i := range t.Groups {
		if g := &t.Groups[i]; g.Frozen == nil && (g.Price != nil || g.Prices != nil) {
			held = append(held, g.Name)
		}
	}
	if held == nil || !first(false, t.All.Frozen) {
		return ""
	}
	return "frozen by [all], though their tables say how they change: " + phrase.Names(held) + "; frozen = false there lets them"
}

// changes reports whether a rule says how a column changes. Range and steps only describe it, see [First].
func (r *Rule) changes() bool {
	return r.Direction != nil || r.Values != nil || r.Levels != nil || r.Ordinal != nil || r.Weight != nil || r.Price != nil || r.Prices != nil
}

// derived says which derived columns cannot change, for a reason that is not in their own tables, although
// some of what they are derived from can: then only changes that leave them as they are remain. Of the
// others it says which count beside that, unless their own tables say so.
func (b *builder) derived(rules []string) []string {
	var held, counted []string
	for _, rule := range rules {
		l, err := b.link(rule)
		if err != nil || l.AtMost || !slices.ContainsFunc(l.Features()[1:], b.moves) {
			continue
		}
		r := b.rules[l.Feature]
		said := r.Frozen != nil && *r.Frozen || first(false, b.all.Frozen) && r.changes() // by its table, or by frozenByAll
		switch moves := b.moves(l.Feature); {
		case !moves && !said:
			held = append(held, b.called(l.Feature))
		case moves && r.Price == nil && r.Weight == nil:
			counted = append(counted, b.called(l.Feature))
		}
	}
	var all []string
	if held != nil {
		free := "frozen = false"
		if b.norm == attack.Cost {
			free += " and price = 0"
		}
		all = append(all, "derived by links, but frozen by [all] or without a price: "+phrase.Names(held)+
			"; what they are derived from can then only change together: "+free+" in their tables lets them follow")
	}
	if counted != nil {
		all = append(all, "derived by links, and counted beside what they are derived from: "+phrase.Names(counted)+
			"; price = 0 in their tables lets them follow at no cost")
	}
	return all
}

// moves reports whether a column of numbers can change at all: it is not frozen, and has a price where it
// takes one.
func (b *builder) moves(f int) bool {
	r := b.rules[f]
	return !first(false, r.Frozen, b.all.Frozen) && (b.norm != attack.Cost || r.Price.free() || b.priced(f))
}

// priced reports whether a way in which a column of numbers may change has a price.
func (b *builder) priced(f int) bool {
	r := b.rules[f]
	w, direction := first(Ways{}, r.Price, b.all.Price), first(anyWay, r.Direction, b.all.Direction)
	return w.Up != 0 && direction != decrease || w.Down != 0 && direction != increase
}

// pricedTheOtherWay names the columns that have a price, but not for the way in which they may change.
func (b *builder) pricedTheOtherWay() string {
	var held []string
	for f, r := range b.rules {
		if b.norm == attack.Cost && b.kind(f) != column.Categorical && first(Ways{}, r.Price, b.all.Price) != (Ways{}) &&
			!first(false, r.Frozen, b.all.Frozen) && !b.priced(f) {
			held = append(held, b.called(f))
		}
	}
	if held == nil {
		return ""
	}
	return "with a price for one way and a direction that is the other, and so frozen: " + phrase.Names(held)
}

// unpriced names what counts 1 in the norm cost because it has no price.
func (t *Threat) unpriced(b *builder) string {
	if b.norm != attack.Cost {
		return ""
	}
	var levels, groups, blanks []string
	for f, r := range b.rules {
		frozen := first(false, r.Frozen, b.all.Frozen)
		if !frozen && b.kind(f) == column.Categorical && r.Price == nil && r.Prices == nil {
			levels = append(levels, b.called(f))
		}
		if !frozen && r.MayBlank != nil && *r.MayBlank && r.BlankPrice == nil && b.all.BlankPrice == nil {
			blanks = append(blanks, b.called(f))
		}
	}
	for i := range t.Groups {
		if g := &t.Groups[i]; g.Price == nil && g.Prices == nil && !first(false, g.Frozen, b.all.Frozen) {
			groups = append(groups, g.Name)
		}
	}
	var all []string
	for _, of := range []struct {
		what  string
		names []string
	}{{"a change of level in ", levels}, {"a change of group ", groups}, {"going missing in ", blanks}} {
		if of.names != nil {
			all = append(all, of.what+phrase.Names(of.names))
		}
	}
	if all == nil {
		return ""
	}
	return "without a price, and so of price 1: " + strings.Join(all, "; ")
}

// called is what the file calls a feature.
func (b *builder) called(f int) string {
	if r := b.rules[f]; r.Feature != "" {
		return r.Feature
	}
	if names := b.ensemble.Schema.Features; names != nil {
		return names[f]
	}
	return decimal(float64(f))
}

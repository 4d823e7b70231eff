package threat

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Idle says what in the file does not count in a norm, "" if all of it does. A file may well hold
// prices for one norm and weights for others, even for the same column, but someone who forgets the
// norm has to be told.
func (t *Threat) Idle(e *ensemble.Ensemble, n attack.Norm) string {
	if n == attack.Cost {
		if t.some(func(r *Rule) bool { return r.Weight != nil && !r.Weight.free() && r.Price == nil }) {
			return "its weights count in the norms inf, 2 and 1 only"
		}
		return ""
	}
	priced := t.some(func(r *Rule) bool {
		f, err := find(e, r.Feature)
		return r.Price != nil && !r.Price.free() && (err != nil || !e.Categorical(f))
	})
	switch {
	case priced && t.Gain != nil:
		return "its gain and its prices of numbers count in the norm cost only"
	case priced:
		return "its prices of numbers count in the norm cost only"
	case t.Gain != nil:
		return "its gain counts in the norm cost only"
	}
	return ""
}

// some reports whether something holds for the table all or for that of any feature.
func (t *Threat) some(holds func(*Rule) bool) bool {
	return holds(&t.All) || slices.ContainsFunc(t.Features, func(r Rule) bool { return holds(&r) })
}

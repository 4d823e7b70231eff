package threat

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// WithLevels returns e with the levels added that t names, that rows hold, and that e does not know:
// [Threat.Constraints] of the result takes them, where that of e takes them for misspelt. They
// change nothing, since rows of such a level keep it and no model knows how to move to one. Held
// returns the levels of a feature in the rows. Only features whose levels have names count.
func (t *Threat) WithLevels(e *ensemble.Ensemble, held func(feature int) []string) *ensemble.Ensemble {
	wider := *e
	wider.Columns = slices.Clone(e.Columns)
	for i := range t.Features {
		f, err := find(e, t.Features[i].Feature)
		if err != nil || e.Columns == nil || len(e.Columns[f].Names) == 0 {
			continue
		}
		c := &wider.Columns[f]
		for _, level := range held(f) {
			if t.Features[i].names(level) && !slices.Contains(c.Names, level) {
				c.Names = append(slices.Clip(c.Names), level)
				c.Codes = append(slices.Clip(c.Codes), slices.Max(c.Codes)+1)
			}
		}
	}
	return &wider
}

// names reports whether a rule names a level.
func (r *Rule) names(level string) bool {
	if _, from := r.Prices[level]; from {
		return true
	}
	for _, row := range r.Prices {
		if _, to := row[level]; to {
			return true
		}
	}
	return slices.Contains(r.Ordinal, level) || slices.Contains(r.Levels, level)
}

package attack

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// resolved keeps a searcher for the model as victims with the same missing features see it, for the
// next such victim. If no level may change and the method does not support category splits, their
// levels are the same too.
type resolved struct {
	pattern []float64
	kept    Searcher
}

// Entries of a pattern for features that have no fixed level.
const (
	missing = -2
	movable = -3
)

// searcher returns a searcher for a model without splits on what cannot move: the features that the
// victim x misses, and its levels if they are still. x is as the model reads it.
func (r *resolved) searcher(p *Problem, a Attack, x []float64, still bool) (Searcher, error) {
	pattern := patternOf(p, x, still)
	if r.kept != nil && slices.Equal(r.pattern, pattern) {
		return r.kept, nil
	}
	prepared, err := prepareFor(p, a, x, pattern)
	if err != nil {
		return nil, err
	}
	r.pattern, r.kept = pattern, prepared.Searcher()
	return r.kept, nil
}

func patternOf(p *Problem, x []float64, still bool) []float64 {
	pattern := make([]float64, len(x))
	for f, v := range x {
		loose := p.Grid.IsLoose(ensemble.Feature(f))
		switch {
		case v != v && (still || !loose):
			pattern[f] = missing
		case still && loose:
			pattern[f] = v
		default:
			pattern[f] = movable
		}
	}
	return pattern
}

// prepareFor prepares a method for the model as victims of a pattern see it.
func prepareFor(p *Problem, a Attack, x, pattern []float64) (Prepared, error) {
	q := *p
	q.Ensemble = p.Ensemble.Resolve(x, func(f ensemble.Feature) bool { return pattern[f] != movable })
	var err error
	if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
		return nil, err
	}
	return a.Prepare(&q)
}

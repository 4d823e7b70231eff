package attack

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// resolved is a searcher for the model as victims with one pattern of missing
// features see it, kept for the next victim with the same pattern.
type resolved struct {
	pattern []bool
	kept    Searcher
}

// searcher returns a searcher for a model that reads no feature that the
// victim misses.
func (r *resolved) searcher(p *Problem, a Attack, x []float64) (Searcher, error) {
	pattern := make([]bool, len(x))
	for f, v := range x {
		pattern[f] = v != v
	}
	if r.kept != nil && slices.Equal(r.pattern, pattern) {
		return r.kept, nil
	}
	q := *p
	q.Ensemble = p.Ensemble.Resolve(func(f int32) bool { return pattern[f] })
	var err error
	if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
		return nil, err
	}
	prepared, err := a.Prepare(&q)
	if err != nil {
		return nil, err
	}
	r.pattern, r.kept = pattern, prepared.Searcher()
	return r.kept, nil
}

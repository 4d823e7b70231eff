package ensemble

import (
	"math"
	"slices"
)

// Swap returns the ensemble with its two classes exchanged, and whether it exists. Only two classes
// that share one output allow an ensemble with the same predictions: with an output per class the first
// of equals counts, so another order gives a different model.
func (e *Ensemble) Swap() (s *Ensemble, same bool) {
	if e.Classes != 2 || e.Outputs != 1 {
		return nil, false
	}
	negated := *e
	s = &negated
	s.Base = []float64{-e.Base[0]}
	s.Cutoff = math.Nextafter(-e.Cutoff, math.Inf(-1)) // what was not above the cutoff now is
	s.Trees = slices.Clone(e.Trees)
	for i := range s.Trees {
		s.Trees[i].Leaves = slices.Clone(e.Trees[i].Leaves)
		for l, v := range s.Trees[i].Leaves {
			s.Trees[i].Leaves[l] = -v
		}
	}
	if e.Schema.Classes != nil {
		s.Schema.Classes = []string{e.Schema.Classes[1], e.Schema.Classes[0]}
	}
	return s, true
}

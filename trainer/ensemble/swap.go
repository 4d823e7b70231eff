package ensemble

import (
	"math"
	"slices"
)

// Swap returns the ensemble whose classes change places, and says whether there is one that
// says the same of every row: of two classes with one output. Of more outputs that are equal
// the first counts, so that another order is another model.
func (e *Ensemble) Swap() (s *Ensemble, same bool) {
	if e.Classes != 2 || e.Outputs != 1 {
		return nil, false
	}
	negated := *e
	s = &negated
	s.Base = []float64{-e.Base[0]}
	s.Cutoff = math.Nextafter(-e.Cutoff, math.Inf(-1)) // what was not above it is
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

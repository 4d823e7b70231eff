package milp

import (
	"math"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/attack"
)

// scale turns costs into numbers that solvers can tell apart within their tolerances, 1e-5 for a
// variable and 1e-7 for the objective. For LInf these are the ranks of the costs, as only the
// largest counts; for sums the largest cost becomes full.
type scale struct {
	limit float64   // on the cost of a cell; dearer cells are left out
	ranks []float64 // costs in ascending order, for LInf
}

// full is what the largest cost becomes.
const full = 1000

func scaleOf(s *attack.Space, limit float64) scale {
	if s.Norm != attack.LInf {
		return scale{limit: limit}
	}
	ranks := slices.DeleteFunc(slices.Clone(s.Cost), func(cost float64) bool { return !(cost <= limit) })
	slices.Sort(ranks)
	return scale{limit: limit, ranks: slices.Compact(ranks)}
}

// costs returns scaled costs.
func (s scale) costs(of []float64) []float64 {
	scaled := make([]float64, len(of))
	for i, cost := range of {
		switch {
		case !(cost <= s.limit):
			scaled[i] = math.Inf(1)
		case s.ranks != nil:
			scaled[i] = float64(sort.SearchFloat64s(s.ranks, cost))
		case cost > 0:
			scaled[i] = cost / s.limit * full
		}
	}
	return scaled
}

// cost returns the cost that scales to a number; for ranks, the next one above.
func (s scale) cost(scaled float64) float64 {
	if s.ranks == nil {
		return max(0, scaled/full*s.limit)
	}
	return s.ranks[min(max(0, int(math.Ceil(scaled))), len(s.ranks)-1)]
}

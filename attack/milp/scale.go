package milp

import (
	"math"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/attack"
)

// scale turns costs into numbers that solvers can tell apart by their tolerances,
// of 1e-5 at a variable and 1e-7 at the objective. For LInf these are the ranks of
// the costs, of which the largest decides; in sums the largest is full.
type scale struct {
	limit float64   // of the cost of a cell; what costs more is left out
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

// cost returns the cost that becomes as much; the next one above for ranks.
func (s scale) cost(scaled float64) float64 {
	if s.ranks == nil {
		return max(0, scaled/full*s.limit)
	}
	return s.ranks[min(max(0, int(math.Ceil(scaled))), len(s.ranks)-1)]
}

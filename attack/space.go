package attack

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Space is the grid as one victim sees it under a norm and constraints: for
// every cell the nearest admissible value and its cost. Slices are indexed by
// the grid's cell numbers, Grid.First[f]+c.
//
// A Space is scratch memory: Reset it for every victim.
type Space struct {
	Grid *ensemble.Grid
	Norm Norm

	X     []float64 // the victim as the model reads it
	Home  []int32   // the victim's cell of each feature
	Cost  []float64 // of the nearest admissible value of a cell, +Inf if there is none
	Value []float64 // the nearest admissible value of a cell

	// Lo and Hi are the first and the last admissible cell of each feature, as
	// far as the space is filled in. Cells between them may still be
	// inadmissible.
	Lo, Hi []int32

	filled      [][2]int32 // by feature, the first and the last cell filled in
	constraints *Constraints
}

// NewSpace returns a space for the victims of a problem.
func NewSpace(p *Problem) *Space {
	n, cells := p.Ensemble.Features, p.Grid.NumCells()
	return &Space{
		Grid: p.Grid, Norm: p.Norm, constraints: p.Constraints,
		X: make([]float64, n), Home: make([]int32, n),
		Lo: make([]int32, n), Hi: make([]int32, n), filled: make([][2]int32, n),
		Cost: make([]float64, cells), Value: make([]float64, cells),
	}
}

// Reset fills s for a victim. The model must not split on a feature that the
// victim misses.
func (s *Space) Reset(x []float64) { s.ResetWithin(x, math.Inf(1)) }

// ResetWithin is Reset for a search in the ball of a cost: cells that cost
// more lie beyond Lo and Hi, and are not filled in.
func (s *Space) ResetWithin(x []float64, limit float64) {
	s.Grid.Ensemble.Round(s.X, x)
	for f, v := range s.X {
		home := s.Grid.Cell(f, v)
		s.Home[f], s.filled[f] = home, [2]int32{home, home}
		at := s.Grid.First[f] + home
		s.Cost[at], s.Value[at] = 0, v // also where v is missing
	}
	s.Widen(limit)
}

// Widen fills in what the ball of a cost lacks, for the same victim.
func (s *Space) Widen(limit float64) {
	weights, weight := s.constraints.weights(), 1.0
	for f, v := range s.X {
		if weights != nil {
			weight = weights[f]
		}
		cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
		first, last := s.filled[f][0], s.filled[f][1]
		lo, hi := first, last
		if limit == math.Inf(1) {
			lo, hi = 0, int32(len(cuts))
		}
		for lo > 0 && s.price(weight, cuts[lo-1]-v) <= limit {
			lo--
		}
		for int(hi) < len(cuts) && s.price(weight, above[hi]-v) <= limit {
			hi++
		}
		if lo < first {
			s.fill(f, weight, lo, cuts[lo:first])
		}
		if hi > last {
			s.fill(f, weight, last+1, above[last:hi])
		}
		s.filled[f] = [2]int32{lo, hi}
		s.Lo[f], s.Hi[f] = lo, hi
	}
	s.Narrow(limit)
}

// fill fills in cells of a feature from a first one on, given their nearest
// values.
func (s *Space) fill(f int, weight float64, from int32, nearest []float64) {
	at := int(s.Grid.First[f] + from)
	value := s.Value[at : at+len(nearest)]
	copy(value, nearest)
	if s.constraints != nil {
		s.constrain(f, from, value)
	}
	for i, to := range value {
		s.Cost[at+i] = s.price(weight, to-s.X[f])
	}
}

// Narrow makes the ball that of a smaller cost.
func (s *Space) Narrow(limit float64) {
	limit = min(limit, math.MaxFloat64)
	for f := range s.X {
		cost := s.Cost[s.Grid.First[f]:s.Grid.First[f+1]]
		for cost[s.Lo[f]] > limit {
			s.Lo[f]++
		}
		for cost[s.Hi[f]] > limit {
			s.Hi[f]--
		}
	}
}

// price returns the cost of a change of one feature, +Inf if it is not to a
// number.
func (s *Space) price(weight, change float64) float64 {
	d := s.Norm.Cost(weight * change)
	if d != d {
		return math.Inf(1)
	}
	return d
}

// constrain replaces the nearest value of each cell of f, from a first one on,
// by the nearest admissible one, NaN where there is none.
func (s *Space) constrain(f int, from int32, value []float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	for i := range value {
		c := int(from) + i
		lo, hi := math.Inf(-1), math.Inf(1)
		if c > 0 {
			lo = above[c-1]
		}
		if c < len(cuts) {
			hi = cuts[c]
		}
		value[i] = s.constraints.admissible(s.Grid.Ensemble, f, s.X[f], lo, hi)
	}
}

// Nearest returns the admissible cell of feature f from lo to hi that is
// nearest to the victim's, or -1 if there is none.
func (s *Space) Nearest(f, lo, hi int32) int32 {
	cost, home := s.Cost[s.Grid.First[f]:s.Grid.First[f+1]], s.Home[f]
	at, step := min(max(home, lo), hi), int32(1)
	if at < home {
		step = -1
	}
	for ; at >= lo && at <= hi; at += step {
		if cost[at] < math.Inf(1) {
			return at
		}
	}
	return -1
}

// Total returns the cost of a point of cells.
func (s *Space) Total(cells []int32) float64 {
	total := 0.0
	for f, c := range cells {
		total = s.Norm.Join(total, s.Cost[s.Grid.First[f]+c])
	}
	return total
}

// Example returns the nearest admissible row in a point of cells.
func (s *Space) Example(cells []int32) []float64 {
	x := make([]float64, len(cells))
	for f, c := range cells {
		x[f] = s.Value[s.Grid.First[f]+c]
	}
	return x
}

// Distance returns the distance of a row, as the model reads it, from the
// victim.
func (s *Space) Distance(x []float64) float64 {
	return s.Norm.Between(s.X, x, s.constraints.weights())
}

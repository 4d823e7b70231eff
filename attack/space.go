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

	// Lo and Hi are the first and the last admissible cell of each feature.
	// Cells between them may still be inadmissible.
	Lo, Hi []int32

	constraints *Constraints
}

// NewSpace returns a space for the victims of a problem.
func NewSpace(p *Problem) *Space {
	n, cells := p.Ensemble.Features, p.Grid.NumCells()
	return &Space{
		Grid: p.Grid, Norm: p.Norm, constraints: p.Constraints,
		X: make([]float64, n), Home: make([]int32, n),
		Lo: make([]int32, n), Hi: make([]int32, n),
		Cost: make([]float64, cells), Value: make([]float64, cells),
	}
}

// Reset fills s for a victim. The model must not split on a feature that the
// victim misses.
func (s *Space) Reset(x []float64) {
	s.Grid.Ensemble.Round(s.X, x)
	for f, v := range s.X {
		home := s.Grid.Cell(f, v)
		s.Home[f] = home
		first := s.Grid.First[f]
		cost, value := s.Cost[first:s.Grid.First[f+1]], s.Value[first:s.Grid.First[f+1]]
		copy(value, s.Grid.Cuts[f][:home])
		value[home] = v
		copy(value[home+1:], s.Grid.Above[f][home:])
		if s.constraints != nil {
			s.constrain(f, value)
		}
		weight := 1.0
		if s.constraints != nil && s.constraints.Weight != nil {
			weight = s.constraints.Weight[f]
		}
		s.price(v, weight, value, cost)
		cost[home] = 0 // also where v is missing
		s.Lo[f], s.Hi[f] = 0, int32(len(cost)-1)
		for cost[s.Lo[f]] == math.Inf(1) {
			s.Lo[f]++
		}
		for cost[s.Hi[f]] == math.Inf(1) {
			s.Hi[f]--
		}
	}
}

// price writes the costs of the values of a feature's cells. Values that are
// NaN or infinite cost +Inf.
func (s *Space) price(x, weight float64, value, cost []float64) {
	for c, v := range value {
		d := weight * (v - x)
		if s.Norm == L2 {
			d *= d
		} else {
			d = math.Abs(d)
		}
		if d != d || math.IsInf(v, 0) {
			d = math.Inf(1)
		}
		cost[c] = d
	}
}

// constrain replaces the nearest value of each cell of f by the nearest
// admissible one, NaN where there is none. The victim's own cell keeps the
// victim's value.
func (s *Space) constrain(f int, value []float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	for c := range value {
		if int32(c) == s.Home[f] {
			continue
		}
		lo, hi := math.Inf(-1), math.Inf(1)
		if c > 0 {
			lo = above[c-1]
		}
		if c < len(cuts) {
			hi = cuts[c]
		}
		value[c] = s.constraints.admissible(s.Grid.Ensemble, f, s.X[f], lo, hi)
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

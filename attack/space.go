package attack

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Space is the grid as one victim sees it under a norm and constraints: for
// every cell the nearest admissible value and its cost. Cost, Value and Order are
// indexed by the grid's cell numbers, Grid.First[f]+c; the other slices by feature.
//
// A Space is scratch memory: Reset it for every victim.
type Space struct {
	Grid *ensemble.Grid
	Norm Norm

	X     []float64       // the victim as the model reads it
	Home  []ensemble.Cell // the victim's cell of each feature
	Cost  []float64       // of the nearest admissible value of a cell, +Inf if there is none
	Value []float64       // the nearest admissible value of a cell

	// Lo and Hi are the first and the last admissible cell of each feature, as far as the space is
	// filled in. Cells between them may still be inadmissible. For a variable they are its first
	// and last cell.
	Lo, Hi []ensemble.Cell

	// Order holds the cells of each variable, the cheapest first and ties by number; nil if the
	// grid has no variables.
	Order []ensemble.Cell

	constraints *Constraints
	bounding    *bounding
	most        float64 // the largest value, see Ensemble.Largest
}

// NewSpace returns a space for the victims of a problem.
func NewSpace(p *Problem) *Space {
	n, cells := p.Ensemble.Features, p.Grid.NumCells()
	s := &Space{
		Grid: p.Grid, Norm: p.Norm, constraints: p.Constraints, bounding: p.bounding, most: p.Ensemble.Largest(),
		X: make([]float64, n), Home: make([]ensemble.Cell, n),
		Lo: make([]ensemble.Cell, n), Hi: make([]ensemble.Cell, n),
		Cost: make([]float64, cells), Value: make([]float64, cells),
	}
	if p.Grid.Loose != nil {
		s.Order = make([]ensemble.Cell, cells)
	}
	return s
}

// Cell returns the cell of a value as the model reads it. A missing value has the victim's cell.
func (s *Space) Cell(f int, v float64) ensemble.Cell {
	if v != v && !s.Grid.IsLoose(ensemble.Feature(f)) {
		return s.Home[f]
	}
	return s.Grid.Cell(f, v)
}

// Nearest returns the admissible cell of feature f from lo to hi that is
// nearest to the victim's, or -1 if there is none. It is not for variables, see
// [Space.NearestIn].
func (s *Space) Nearest(f ensemble.Feature, lo, hi ensemble.Cell) ensemble.Cell {
	cost, home := s.Cost[s.Grid.First[f]:s.Grid.First[f+1]], s.Home[f]
	at, step := min(max(home, lo), hi), ensemble.Cell(1)
	if at < home {
		step = -1
	}
	for ; at >= lo && at <= hi; at += step {
		if cost[at] <= math.MaxFloat64 {
			return at
		}
	}
	return -1
}

// Total returns the cost of the point with the given cells.
func (s *Space) Total(cells []ensemble.Cell) float64 {
	total := 0.0
	for f, c := range cells {
		total = s.Norm.Join(total, s.Cost[s.Grid.ID(f, c)])
	}
	return total
}

// Example returns the nearest admissible row with the given cells.
func (s *Space) Example(cells []ensemble.Cell) []float64 {
	x := make([]float64, len(cells))
	s.Put(cells, x)
	return x
}

// Put writes the nearest admissible row with the given cells to x.
func (s *Space) Put(cells []ensemble.Cell, x []float64) {
	for f, c := range cells {
		x[f] = s.Value[s.Grid.ID(f, c)]
	}
}

// Distance returns the distance of a row, as the model reads it, from the
// victim.
func (s *Space) Distance(x []float64) float64 {
	return distance(s.Grid.Ensemble, s.Norm, s.constraints, s.X, x)
}

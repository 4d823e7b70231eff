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

// Reset fills s for a victim. The model must not split on a feature that the victim misses, unless
// it is a variable.
func (s *Space) Reset(x []float64) { s.ResetWithin(x, math.Inf(1)) }

// ResetWithin is Reset for a search within a ball of cost limit: dearer cells lie beyond Lo and Hi,
// and are not filled in.
func (s *Space) ResetWithin(x []float64, limit float64) {
	s.Grid.Ensemble.Round(s.X, x)
	for f, v := range s.X {
		switch {
		case s.Order == nil || s.Grid.Loose[f] == nil:
			s.resetNumber(f, v, s.Grid.Last(f), limit)
		case s.Grid.Loose[f].Number:
			s.resetToBlank(f, v, limit)
		default:
			s.resetLevels(f, v, limit)
		}
	}
	s.Narrow(limit)
}

// resetNumber fills in the cells of a numeric feature up to a last one, for the victim's value v.
func (s *Space) resetNumber(f int, v float64, last ensemble.Cell, limit float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	home := s.Grid.Cell(f, v)
	down, up := s.constraints.Weigh(f, -1), s.constraints.Weigh(f, 1)
	lo, hi := ensemble.Cell(0), last
	if limit < math.Inf(1) {
		for lo = home; lo > 0 && s.price(down, v, cuts[lo-1]) <= limit; {
			lo--
		}
		for hi = home; int(hi) < len(cuts) && s.price(up, v, above[hi]) <= limit; {
			hi++
		}
	}
	from, to := s.Grid.ID(f, lo), s.Grid.ID(f, hi)+1
	cost, value := s.Cost[from:to], s.Value[from:to]
	copy(value, cuts[lo:home])
	value[home-lo] = v
	copy(value[home-lo+1:], above[home:hi])
	s.Home[f] = home
	if s.constraints != nil {
		s.constrain(f, lo, value)
	}
	for c, to := range value[:home-lo] {
		cost[c] = s.price(down, v, to)
	}
	for c := home - lo + 1; int(c) < len(value); c++ {
		cost[c] = s.price(up, v, value[c])
	}
	if s.Norm == LInf && s.constraints.Discrete(f) {
		for c := range cost {
			cost[c] = s.constraints.stepCost(f, value[c]-v, cost[c])
		}
	}
	cost[home-lo] = 0 // also if v is missing
	beyond := func(c ensemble.Cell) bool { return cost[c-lo] > limit || cost[c-lo] == math.Inf(1) }
	for s.Lo[f] = lo; beyond(s.Lo[f]); {
		s.Lo[f]++
	}
	for s.Hi[f] = hi; beyond(s.Hi[f]); {
		s.Hi[f]--
	}
}

// price returns the cost of a change of one feature, +Inf if no row can hold what it becomes. The
// change may overflow if its size does not count.
func (s *Space) price(weight, from, to float64) float64 {
	if d := s.Norm.Cost(Weighted(weight, to-from)); d == d && -s.most <= to && to <= s.most {
		return d
	}
	return math.Inf(1)
}

// constrain replaces the nearest value of each cell of f, from a first cell on, by the nearest
// admissible one, NaN if there is none. The victim's own cell keeps the victim's value.
func (s *Space) constrain(f int, from ensemble.Cell, value []float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	allowed := s.constraints.allowedOf(f, s.X[f])
	for i := range value {
		c := int(from) + i
		if ensemble.Cell(c) == s.Home[f] {
			continue
		}
		lo, hi := math.Inf(-1), math.Inf(1)
		if c > 0 {
			lo = above[c-1]
		}
		if c < len(cuts) {
			hi = cuts[c]
		}
		value[i] = allowed.nearest(s.Grid.Ensemble, s.X[f], lo, hi)
	}
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

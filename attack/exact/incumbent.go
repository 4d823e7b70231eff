package exact

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// incumbent is the best example of a victim so far.
type incumbent struct {
	space   *attack.Space
	problem *attack.Problem

	victim attack.Victim
	within float64 // examples farther than this do not count
	goal   float64 // any example this near will do; below 0 if only the nearest will

	best  []ensemble.Cell // cells of the best example
	cost  float64         // its cost, +Inf if there is none
	class int             // the model's class for it
	doubt float64         // least cost of a point of which the search cannot tell whether rounding makes it an example

	cells   []ensemble.Cell // a point to try
	row     []float64
	margins []float64
}

func newIncumbent(p *prepared, space *attack.Space) incumbent {
	n := p.problem.Ensemble.Features
	return incumbent{
		space: space, problem: p.problem,
		best: make([]ensemble.Cell, n), cells: make([]ensemble.Cell, n),
		row: make([]float64, n), margins: make([]float64, p.problem.Ensemble.Outputs),
	}
}

// forget starts with a victim without a known example. Only the nearest one will do, however far.
func (s *incumbent) forget(v attack.Victim) {
	s.victim, s.within, s.goal = v, math.Inf(1), -1
	s.cost, s.doubt = math.Inf(1), math.Inf(1)
}

// guess tries a row that may be adversarial as the first example.
func (s *incumbent) guess(x []float64) {
	e := s.problem.Ensemble
	e.Round(s.row, x)
	for f, v := range s.row {
		s.cells[f] = s.space.Cell(f, v)
		if c := s.cells[f]; c < s.space.Lo[f] || c > s.space.Hi[f] {
			return
		}
	}
	s.try(s.cells)
}

// try makes a point the best example if it is one, and reports whether it did.
func (s *incumbent) try(cells []ensemble.Cell) bool {
	cost := s.space.Total(cells)
	if cost >= s.cost || s.space.Norm.Distance(cost) > s.within {
		return false
	}
	class := s.predict(cells)
	if class == s.victim.Label || s.problem.Target != attack.Untargeted && class != s.problem.Target {
		return false
	}
	s.cost, s.class = cost, class
	copy(s.best, cells)
	return true
}

// predict returns the model's class for a point, and leaves its margins in s.margins.
func (s *incumbent) predict(cells []ensemble.Cell) int {
	s.space.Put(cells, s.row)
	e := s.problem.Ensemble
	e.Margins(s.row, s.margins)
	return e.ClassOf(s.margins)
}

// leave gives up a point that is not an example. No other point with the same leaves of the duel is
// one either, unless trees outside the duel have a say: then its cost is in doubt.
func (s *incumbent) leave(duel attack.Duel, cells []ensemble.Cell) {
	if len(duel) > 1 { // all trees are in it
		return
	}
	if cost := s.space.Total(cells); cost < s.doubt && duel[0].Sum(s.space.Grid, cells) >= duel[0].Need &&
		s.predict(cells) == s.victim.Label && !duel[0].Loses(s.problem.Ensemble, s.margins) {
		s.doubt = cost
	}
}

// done reports whether there is an example that is near enough: none is nearer than one that costs
// nothing.
func (s *incumbent) done() bool {
	return s.cost == 0 || s.cost < math.Inf(1) && s.space.Norm.Distance(s.cost) <= s.goal
}

// tolerance is the relative difference up to which costs count as equal: sums of costs are added up
// in different orders.
const tolerance = 1e-12

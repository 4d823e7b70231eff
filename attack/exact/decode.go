package exact

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// decode looks for an example at the point that the messages prefer.
func (s *ball) decode(graphs []*bound.Graph, depth int) bool {
	s.farthest(graphs)
	if len(graphs) > 1 {
		return s.try(s.cells)
	}
	c := s.duel[0]
	sum := c.Sum(s.space.Grid, s.cells)
	if s.goal >= 0 && sum >= c.Enough && s.try(s.cells) && s.done() {
		return true
	}
	if sum >= c.Need && sum < c.Enough && s.try(s.cells) { // rounding makes it an example
		return true
	}
	if !s.climbing {
		s.climber.Reset(s.stack[0], c)
		s.climbing = true
	}
	if sum < c.Enough && (depth == 0 || s.cost == math.Inf(1)) {
		sum, _ = s.climber.Push(s.cells, graphs[0].Lambda())
	}
	if sum < c.Enough {
		return false
	}
	cost := s.cost
	s.try(s.cells)
	s.climber.Pull(s.cells)
	s.try(s.cells)
	return s.cost < cost
}

// meet puts the cheapest cell of each feature that all graphs, which have no trees left, allow into
// s.cells. It reports whether every feature has one.
func (s *ball) meet(graphs []*bound.Graph) bool {
	copy(s.lo, s.space.Lo)
	copy(s.hi, s.space.Hi)
	for _, g := range graphs {
		g.Narrow(s.lo, s.hi)
	}
	for f := range s.cells {
		if s.cells[f] = s.cheapest(graphs, ensemble.Feature(f)); s.cells[f] < 0 {
			return false
		}
	}
	return true
}

// cheapest returns the cheapest cell of a feature that graphs without trees allow and, for numbers,
// the intervals hold, or -1 if there is none.
func (s *ball) cheapest(graphs []*bound.Graph, f ensemble.Feature) ensemble.Cell {
	if !s.space.Grid.IsLoose(f) {
		return s.space.Nearest(f, s.lo[f], s.hi[f])
	}
	for _, c := range s.space.ByCost(f) {
		if s.space.Cost[s.space.Grid.ID(int(f), c)] > s.limit {
			break
		}
		if !slices.ContainsFunc(graphs, func(g *bound.Graph) bool { return !g.Allows(f, c) }) {
			return c
		}
	}
	return -1
}

// farther reports whether a cell of a feature is farther from the victim than another.
func (s *ball) farther(f int, c, than ensemble.Cell) bool {
	if s.space.Grid.IsLoose(ensemble.Feature(f)) {
		return s.space.Cost[s.space.Grid.ID(f, c)] > s.space.Cost[s.space.Grid.ID(f, than)]
	}
	home := s.space.Home[f]
	return max(c-home, home-c) > max(than-home, home-than)
}

// farthest puts the point that graphs prefer into s.cells: for each feature the cell farther from
// the victim, which often lies in the boxes of all.
func (s *ball) farthest(graphs []*bound.Graph) {
	copy(s.cells, s.space.Home)
	for k, g := range graphs {
		if k == 0 {
			g.Point(s.cells)
			continue
		}
		copy(s.other, s.space.Home)
		g.Point(s.other)
		for f, c := range s.other {
			if c != s.cells[f] && s.farther(f, c, s.cells[f]) {
				s.cells[f] = c
			}
		}
	}
}

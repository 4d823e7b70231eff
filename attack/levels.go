package attack

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Levels of a categorical feature have no distance from each other: a change of level counts as a
// change by 1 before its weight, or what [LevelPrices] gives for the two.

// weighed returns the change of a feature of a row to a value as the norm measures it, weight
// included. The row and the value are as the model reads them.
func (c *Constraints) weighed(e *ensemble.Ensemble, f int, x []float64, to float64) float64 {
	from := x[f]
	if from == to || from != from && to != to {
		return 0
	}
	if to != to {
		return c.BlankPrice(f)
	}
	if e.Categorical(f) {
		return c.LevelPrice(f, from, to)
	}
	return Weighted(c.Weigh(f, to-from), c.inDecimals(f, c.stepSlack(f, x), to-from))
}

// distance returns the distance from one row to another, as the model reads them. Features missing in
// both do not count.
func distance(e *ensemble.Ensemble, n Norm, c *Constraints, from, to []float64) float64 {
	var groups []*Group
	if c != nil && c.Groups != nil {
		groups = c.groupOf(len(from))
	}
	cost := 0.0
	for f := range from {
		if groups != nil && groups[f] != nil {
			g := groups[f]
			if f != g.Features[0] {
				continue
			}
			if a, b := c.Level(g, from), c.Level(g, to); a != b {
				cost = n.Join(cost, n.Cost(g.Price(a, b)))
			}
			continue
		}
		if d := c.weighed(e, f, from, to[f]); d != 0 {
			cost = n.Join(cost, n.Cost(d))
		}
	}
	return n.Distance(cost)
}

// cheapest returns the level of a cell that is cheapest to change level v into, the first of
// equals, and its price; NaN and +Inf if none is allowed.
func (c *Constraints) cheapest(f int, v float64, levels []int32) (to, least float64) {
	to, least = math.NaN(), math.Inf(1)
	for _, l := range levels {
		if price := c.LevelPrice(f, v, float64(l)); price < least {
			to, least = float64(l), price
		}
		if !c.pricesLevels(f) {
			break // the others cost the same
		}
	}
	return to, least
}

// ByCost returns the cells of a variable, the cheapest first.
func (s *Space) ByCost(f ensemble.Feature) []ensemble.Cell {
	return s.Order[s.Grid.First[f]:s.Grid.First[f+1]]
}

// NearestIn returns the cheapest admissible cell of a variable within a set, or -1 if there is
// none.
func (s *Space) NearestIn(f ensemble.Feature, set ensemble.CellSet) ensemble.Cell {
	cost := s.Cost[s.Grid.First[f]:]
	for _, c := range s.ByCost(f) {
		if cost[c] > math.MaxFloat64 {
			break
		}
		if set.Has(c) {
			return c
		}
	}
	return -1
}

// Allow reports the first forbidden change from one row to another. A level must not change into
// one that is not legal, nor from a missing value, nor in a frozen feature; the rest is
// [Constraints.Allow]. Rows are as the model reads them.
func (p *Problem) Allow(from, to []float64) error {
	if p.Grid.Loose == nil {
		return p.Constraints.Allow(from, to)
	}
	numbers := slices.Clone(to)
	for f, v := range to {
		if !p.Grid.HasLevels(ensemble.Feature(f)) {
			continue
		}
		numbers[f] = from[f]
		switch {
		case from[f] == v || v != v && (from[f] != from[f] || p.Constraints.blanks(f)):
		case from[f] != from[f] || !p.Grid.Loose[f].IsLegal(v):
			return fmt.Errorf("feature %d goes from level %v to %v", f, from[f], v)
		case math.IsInf(p.Constraints.LevelPrice(f, from[f], v), 1):
			return fmt.Errorf("feature %d must not go from level %v to %v", f, from[f], v)
		}
	}
	return p.Constraints.Allow(from, numbers)
}

// StillLevels returns constraints that also freeze all categorical features of a model.
func StillLevels(e *ensemble.Ensemble, c *Constraints) *Constraints {
	if e.Columns == nil {
		return c
	}
	still := Constraints{}
	if c != nil {
		still = *c
	}
	frozen := make([]bool, e.Features)
	copy(frozen, still.Frozen)
	for f := range frozen {
		frozen[f] = frozen[f] || e.Categorical(f)
	}
	still.Frozen = frozen
	if still.Blank != nil {
		still.Blank = slices.Clone(still.Blank)
		for f := range still.Blank {
			if e.Categorical(f) {
				still.Blank[f] = 0
			}
		}
	}
	return &still
}

// leastLevelChange is leastChange for a categorical feature. If the model does not split on it, its
// levels are those of its column.
func (p *Problem) leastLevelChange(f int, x float64) float64 {
	least := math.Inf(1)
	if x != x {
		return least
	}
	least = p.Constraints.BlankPrice(f)
	legal := [][]int32{p.Ensemble.Columns[f].Codes}
	if p.Grid.IsLoose(ensemble.Feature(f)) {
		legal = p.Grid.Loose[f].Levels
	}
	for _, levels := range legal {
		for _, l := range levels {
			if to := float64(l); to != x {
				least = min(least, p.Constraints.LevelPrice(f, x, to))
			}
		}
	}
	if math.IsInf(least, 1) {
		return least
	}
	return p.Norm.Distance(p.Norm.Cost(least))
}

// Cheapest returns which of some levels is cheapest to change level x of categorical feature f
// into, and its price, weight included; NaN and +Inf if none is allowed.
func (p *Problem) Cheapest(f int, x float64, levels []int32) (to, price float64) {
	if x != x {
		return math.NaN(), math.Inf(1)
	}
	return p.Constraints.cheapest(f, x, levels)
}

// admitLevel is Admit for a categorical feature.
func (p *Problem) admitLevel(f int, x, to float64) float64 {
	if p.Grid == nil || !p.Grid.IsLoose(ensemble.Feature(f)) || !p.Grid.Loose[f].IsLegal(to) ||
		math.IsInf(p.Constraints.LevelPrice(f, x, to), 1) {
		return x
	}
	return to
}

// Package rba is the approximate region-based attack (RBA-Appr) of Yang,
// Rashtchian, Wang and Chaudhuri, "Robustness for Non-Parametric
// Classification: A Generic Attack and Defense" (AISTATS 2020), section 3:
// every training row that the model gives another class lies in a region, the
// box of its leaf tuple, in which the model says the same everywhere. The
// nearest point of the nearest such region is the example.
package rba

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack is RBA-Appr.
type Attack struct {
	// Rows are the training rows, as the model reads them. Their labels do not
	// matter, only what the model says of them.
	Rows [][]float64
}

var _ attack.Attack = Attack{}

// Name returns rba.
func (a Attack) Name() string { return "rba" }

// region is the box of the leaf tuple of a training row.
type region struct {
	class int
	box   []side
}

// side is the interval of cells of a feature that the box does not span
// fully.
type side struct{ feature, lo, hi int32 }

type prepared struct {
	problem *attack.Problem
	regions []region
}

// Prepare finds the region of every training row. Rows with missing values
// that the model splits on are refused.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if len(a.Rows) == 0 {
		return nil, fmt.Errorf("rba needs training rows")
	}
	r := &prepared{problem: p}
	cells, x := make([]int32, p.Ensemble.Features), make([]float64, p.Ensemble.Features)
	box := ensemble.NewBox(p.Grid)
	for i, row := range a.Rows {
		if len(row) != p.Ensemble.Features {
			return nil, fmt.Errorf("training row %d has %d features, the model reads %d", i, len(row), p.Ensemble.Features)
		}
		p.Ensemble.Round(x, row)
		for f, v := range x {
			if math.IsNaN(v) && p.Grid.Last(int32(f)) > 0 {
				return nil, fmt.Errorf("training row %d misses feature %d, which rba needs", i, f)
			}
		}
		p.Grid.Cells(x, cells)
		box.Reset(p.Grid)
		for t := range p.Ensemble.Trees {
			box.Intersect(p.Grid.LeafSides(p.Grid.Leaf(t, cells)))
		}
		r.regions = append(r.regions, region{p.Ensemble.Class(row), sides(p.Grid, box)})
	}
	return r, nil
}

func sides(g *ensemble.Grid, box ensemble.Box) []side {
	var s []side
	for f := range box.Lo {
		if box.Lo[f] > 0 || box.Hi[f] < g.Last(int32(f)) {
			s = append(s, side{int32(f), box.Lo[f], box.Hi[f]})
		}
	}
	return s
}

// Searcher implements [attack.Prepared].
func (p *prepared) Searcher() attack.Searcher {
	return &searcher{p, attack.NewSpace(p.problem), make([]int32, p.problem.Ensemble.Features)}
}

type searcher struct {
	*prepared
	space *attack.Space
	cells []int32
}

// Search implements [attack.Searcher].
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	result := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
	least := math.Inf(1)
	for i := range s.regions {
		if i%1024 == 0 && ctx.Err() != nil {
			result.Stop = attack.Cancelled
			break
		}
		r := &s.regions[i]
		if r.class == v.Label || s.problem.Target != attack.Untargeted && r.class != s.problem.Target {
			continue
		}
		result.Stats.Neighbors++
		if cost := s.reach(r, least); cost < least {
			if x := s.space.Example(s.cells); s.problem.Ensemble.Class(x) == r.class {
				least = cost
				result.Example, result.Class = x, r.class
			}
		}
	}
	if result.Example != nil {
		result.Status, result.Distance = attack.Found, s.problem.Distance(v.X, result.Example)
	}
	return result
}

// reach writes the nearest admissible point of a region to cells and returns
// its cost, or something of at least limit as soon as that is certain.
func (s *searcher) reach(r *region, limit float64) float64 {
	copy(s.cells, s.space.Home)
	total := 0.0
	for _, b := range r.box {
		cell, cost := s.nearest(b)
		if total = s.space.Norm.Join(total, cost); total >= limit {
			return total
		}
		s.cells[b.feature] = cell
	}
	return total
}

// nearest returns the cheapest cell of a side. Costs rise with the distance
// from the victim's cell, so that it is the first admissible one.
func (s *searcher) nearest(b side) (int32, float64) {
	home := s.space.Home[b.feature]
	first := s.space.Grid.First[b.feature]
	switch {
	case home < b.lo:
		for c := b.lo; c <= b.hi; c++ {
			if cost := s.space.Cost[first+c]; !math.IsInf(cost, 1) {
				return c, cost
			}
		}
	case home > b.hi:
		for c := b.hi; c >= b.lo; c-- {
			if cost := s.space.Cost[first+c]; !math.IsInf(cost, 1) {
				return c, cost
			}
		}
	default:
		return home, 0
	}
	return home, math.Inf(1)
}

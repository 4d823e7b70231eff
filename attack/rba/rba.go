// Package rba is the approximate region-based attack (RBA-Appr) of Yang, Rashtchian, Wang and
// Chaudhuri, "Robustness for Non-Parametric Classification: A Generic Attack and Defense" (AISTATS
// 2020, arXiv:1906.03310), section 3: every training row that the model gives another class lies in
// a region, the box of its leaf tuple, in which the model predicts the same class everywhere. The
// nearest point of the nearest such region is the example.
package rba

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack is RBA-Appr.
type Attack struct {
	// Rows are the training rows, as the model reads them. Their labels do not matter, only what
	// the model predicts for them.
	Rows [][]float64
}

var _ attack.Attack = Attack{}

// Name returns rba.
func (a Attack) Name() string { return "rba" }

// region is the box of the leaf tuple of a training row.
type region struct {
	class int
	box   []ensemble.Side    // the sides on features that it does not span fully
	sets  []ensemble.SetSide // the same for variables, with the places of their sets in prepared.bits
}

type prepared struct {
	problem *attack.Problem
	rows    [][]float64

	finding sync.Mutex // held by the searcher that finds regions, for all
	regions []region   // of the rows, as far as they have been found
	bits    []uint64
}

// Prepare checks the training rows; the first search finds their regions. Rows that miss values of
// features that the model splits on are refused.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if len(a.Rows) == 0 {
		return nil, fmt.Errorf("rba needs training rows")
	}
	for i, row := range a.Rows {
		if len(row) != p.Ensemble.Features {
			return nil, fmt.Errorf("training row %d has %d features, the model reads %d", i, len(row), p.Ensemble.Features)
		}
		for f, v := range p.Row(row) {
			if math.IsNaN(v) && p.Grid.Last(f) > 0 && !p.Grid.IsLoose(ensemble.Feature(f)) {
				return nil, fmt.Errorf("training row %d misses feature %d, which rba needs", i, f)
			}
		}
	}
	return &prepared{problem: p, rows: a.Rows}, nil
}

// find finds the region of every training row, unless a searcher already has, and reports whether
// all are found: a cancelled search leaves the rest to others.
func (p *prepared) find(ctx context.Context) bool {
	p.finding.Lock()
	defer p.finding.Unlock()
	e, g := p.problem.Ensemble, p.problem.Grid
	cells := make([]ensemble.Cell, e.Features)
	box := ensemble.NewBox(g)
	for len(p.regions) < len(p.rows) {
		if ctx.Err() != nil {
			return false
		}
		x := p.problem.Row(p.rows[len(p.regions)])
		g.Cells(x, cells)
		box.Reset(g)
		sets := p.wholes()
		for t := range e.Trees {
			leaf := g.Leaf(t, cells)
			box.Intersect(g.LeafSides(leaf))
			p.narrow(sets, g.LeafSets(leaf))
		}
		p.regions = append(p.regions, region{e.Class(x), sides(g, box), sets})
	}
	return true
}

// wholes returns sides that hold all cells, for all variables.
func (p *prepared) wholes() []ensemble.SetSide {
	var sets []ensemble.SetSide
	for f, v := range p.problem.Grid.Loose {
		if v == nil {
			continue
		}
		side := ensemble.SetSide{Feature: ensemble.Feature(f), At: int32(len(p.bits))}
		p.bits = append(p.bits, make([]uint64, v.Words)...)
		for c := range v.Levels {
			p.set(side).Add(ensemble.Cell(c))
		}
		sets = append(sets, side)
	}
	return sets
}

// narrow cuts sides down to those of a leaf.
func (p *prepared) narrow(sets, leaf []ensemble.SetSide) {
	for _, side := range sets {
		for _, l := range leaf {
			if l.Feature == side.Feature {
				p.set(side).And(p.problem.Grid.Set(l.Feature, l.At))
			}
		}
	}
}

func (p *prepared) set(side ensemble.SetSide) ensemble.CellSet {
	return ensemble.CellSet(p.bits[side.At : int(side.At)+p.problem.Grid.Loose[side.Feature].Words])
}

func sides(g *ensemble.Grid, box ensemble.Box) []ensemble.Side {
	var s []ensemble.Side
	for f := range box.Lo {
		if g.IsLoose(ensemble.Feature(f)) {
			continue
		}
		if box.Lo[f] > 0 || box.Hi[f] < g.Last(f) {
			s = append(s, ensemble.Side{Feature: ensemble.Feature(f), Lo: box.Lo[f], Hi: box.Hi[f]})
		}
	}
	return s
}

// Searcher implements [attack.Prepared].
func (p *prepared) Searcher() attack.Searcher {
	return &searcher{p, attack.NewSpace(p.problem), make([]ensemble.Cell, p.problem.Ensemble.Features), false}
}

type searcher struct {
	*prepared
	space *attack.Space
	cells []ensemble.Cell
	found bool // all regions are found
}

// Search implements [attack.Searcher].
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	result := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
	if s.found = s.found || s.find(ctx); !s.found {
		result.Stop = attack.Cancelled
		return result
	}
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

// reach writes the nearest admissible point of a region to cells and returns its cost, or any cost
// of at least limit as soon as that is certain.
func (s *searcher) reach(r *region, limit float64) float64 {
	copy(s.cells, s.space.Home)
	total := 0.0
	for _, side := range r.sets {
		cell := s.space.NearestIn(side.Feature, s.set(side))
		if cell < 0 {
			return math.Inf(1)
		}
		total = s.space.Norm.Join(total, s.space.Cost[s.space.Grid.ID(int(side.Feature), cell)])
		s.cells[side.Feature] = cell
	}
	for _, b := range r.box {
		cell := s.space.Nearest(b.Feature, b.Lo, b.Hi)
		if cell < 0 {
			return math.Inf(1)
		}
		total = s.space.Norm.Join(total, s.space.Cost[s.space.Grid.ID(int(b.Feature), cell)])
		if total >= limit {
			return total
		}
		s.cells[b.Feature] = cell
	}
	return total
}

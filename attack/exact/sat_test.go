package exact_test

import (
	"context"
	"math"
	"testing"

	"github.com/crillab/gophersat/solver"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A pseudo-Boolean solver decides like the exact search, on all small shapes and on some that are
// too large for brute force.
func TestDecideAgreesWithSAT(t *testing.T) {
	shapes := map[string]ensembletest.Shape{
		"deep": {Features: 5, Trees: 12, Depth: 5},
		"wide": {Features: 30, Trees: 20, Depth: 3},
	}
	for name, shape := range ensembletest.Shapes {
		shapes[name] = shape
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 5 {
				r := seed.At(9, i)
				p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.LInf)
				prepared, err := exact.Attack{}.Prepare(p)
				if err != nil {
					t.Fatal(err)
				}
				s := prepared.Searcher().(attack.Decider)
				v := attacktest.Victim(r, p.Ensemble)
				best := s.Search(context.Background(), v).Distance
				if best == math.Inf(1) {
					best = 1
				}
				for _, factor := range []float64{0.5, 1 - 1e-6, 1 + 1e-6, 2} {
					eps := best * factor
					verdict, _ := s.Decide(context.Background(), v, eps)
					possible, certain := satisfiable(p, v, eps)
					if verdict == attack.Undecided || verdict == attack.Broken && !possible || verdict == attack.Certified && certain {
						t.Errorf("victim %d within %v: %v; the solver finds an example possible: %v, certain: %v", i, eps, verdict, possible, certain)
					}
				}
			}
		})
	}
}

// satisfiable asks the solver for an example in the ball of eps, once with leaves and margins
// rounded towards an example, and once away from it.
func satisfiable(p *attack.Problem, v attack.Victim, eps float64) (possible, certain bool) {
	space := attack.NewSpace(p)
	space.Reset(v.X)
	for rival := range p.Ensemble.Classes {
		if rival == v.Label {
			continue
		}
		c := p.Grid.Contrast(v.Label, rival)
		possible = possible || solve(encode(space, c, eps, up))
		certain = certain || solve(encode(space, c, eps, down))
	}
	return possible, certain
}

func solve(constraints []solver.PBConstr) bool {
	return solver.New(solver.ParsePBConstrs(constraints)).Solve() == solver.Sat
}

// up and down scale units down to sums that leave the solver room for products.
func up(units int64) int   { return -int(-units >> 40) }
func down(units int64) int { return int(units >> 40) }

// encode says in pseudo-Boolean constraints that a rival wins in a ball. There
// is a variable for every cut, true below it, and for every leaf.
func encode(s *attack.Space, c *ensemble.Contrast, eps float64, round func(int64) int) []solver.PBConstr {
	g := s.Grid
	below := func(f int, cell ensemble.Cell) int { return int(g.ID(f, cell)) + 1 }
	inside := func(leaf ensemble.Leaf) int { return g.NumCells() + int(leaf) + 1 }
	var all []solver.PBConstr
	for f := range s.Home {
		last := g.Last(f)
		for cell := ensemble.Cell(0); cell <= last; cell++ {
			var in []int // true in the cell, or absent where that goes without saying
			if cell < last {
				in = append(in, -below(f, cell))
			}
			if cell > 0 {
				in = append(in, below(f, cell-1))
			}
			if cell > 0 && cell < last {
				all = append(all, solver.PropClause(-below(f, cell-1), below(f, cell)))
			}
			if len(in) > 0 && s.Cost[g.ID(f, cell)] > eps {
				all = append(all, solver.PropClause(in...))
			}
		}
	}
	var leaves, weights []int
	for t := range len(g.LeafOf) - 1 {
		var one []int
		for leaf := g.LeafOf[t]; leaf < g.LeafOf[t+1]; leaf++ {
			one = append(one, inside(leaf))
			leaves, weights = append(leaves, inside(leaf)), append(weights, round(c.Values(int32(t)).At(leaf)))
			for _, side := range g.LeafSides(leaf) {
				if side.Lo > side.Hi {
					all = append(all, solver.PropClause(-inside(leaf)))
					continue
				}
				f := int(side.Feature)
				if side.Hi < g.Last(f) {
					all = append(all, solver.PropClause(-inside(leaf), below(f, side.Hi)))
				}
				if side.Lo > 0 {
					all = append(all, solver.PropClause(-inside(leaf), -below(f, side.Lo-1)))
				}
			}
		}
		all = append(all, solver.AtLeast(one, 1), solver.AtMost(one, 1))
	}
	return append(all, solver.GtEq(leaves, weights, -round(c.Base-c.Need)))
}

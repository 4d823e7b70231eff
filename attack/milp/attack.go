package milp

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack solves the program of every victim and rival. It is untargeted.
type Attack struct {
	Solver string        // cbc, glpk, highs or gurobi; "" for the first that is installed
	Time   time.Duration // for a program, 0 for no limit

	// Failed is called with what goes wrong with a row, which then stays
	// open. It may be nil.
	Failed func(row int, err error)
}

var _ attack.Attack = Attack{}

// Name returns milp.
func (a Attack) Name() string { return "milp" }

// Prepare looks for the solver.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	s, err := find(a.Solver)
	if err != nil {
		return nil, err
	}
	if p.Target != attack.Untargeted {
		return nil, fmt.Errorf("the program is for untargeted attacks only")
	}
	return &prepared{a, s, p}, nil
}

type prepared struct {
	Attack
	solver  solver
	problem *attack.Problem
}

// Searcher returns a searcher with its own scratch memory.
func (p *prepared) Searcher() attack.Searcher {
	return &searcher{prepared: p, space: attack.NewSpace(p.problem)}
}

type searcher struct {
	*prepared
	space *attack.Space
}

// Search solves a program per rival, for points that the model may give to it:
// the optimum is a bound. Where the model does not, because its sums are rounded
// otherwise, another program asks for points that win by Margin. Bounds are as
// good as the solver's word: it works with tolerances, and sees no cells of
// costs that it would take for infinite.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1, Status: attack.None, Distance: math.Inf(1)}
	bound, proved := s.problem.Norm.Distance(s.dropFar()), true
	for _, duel := range s.problem.Duels(v.Label) { // of one contrast, as there are no targets
		c := duel[0]
		cells, err := s.solve(ctx, c, c.Margin(c.Need))
		if cells != nil && err == nil {
			bound = min(bound, s.problem.Distance(v.X, s.space.Example(cells)))
			if !s.take(&r, v, cells) {
				cells, err = s.solve(ctx, c, winning(c))
			}
		}
		switch {
		case ctx.Err() != nil:
			r.Stop = attack.Cancelled
			return r
		case err == context.DeadlineExceeded:
			r.Stop, proved = attack.TimeLimit, false
		case err != nil:
			proved = false
			if s.Failed != nil {
				s.Failed(v.Row, err)
			}
		case cells != nil:
			s.take(&r, v, cells)
		}
	}
	if proved {
		r.LowerBound = min(bound, r.Distance)
		if r.Example != nil && r.LowerBound == r.Distance {
			r.Status = attack.Optimal
		}
	}
	return r
}

// infinite is what solvers take numbers for that are as large. Where splits tell
// the missing from all numbers, some cells cost 1e38.
const infinite = 1e20

// dropFar makes cells that cost too much inadmissible, and returns a bound on
// what points in them cost, +Inf if there are none.
func (s *searcher) dropFar() float64 {
	bound := math.Inf(1)
	for i, cost := range s.space.Cost {
		if cost >= infinite {
			s.space.Cost[i], bound = math.Inf(1), min(bound, cost)
		}
	}
	return bound
}

// take keeps a point if it is the nearest example so far, and reports whether it
// is one.
func (s *searcher) take(r *attack.Result, v attack.Victim, cells []ensemble.Cell) bool {
	x := s.space.Example(cells)
	d := s.problem.Distance(v.X, x)
	class := s.problem.Ensemble.Class(x)
	if class != v.Label && d < r.Distance {
		r.Example, r.Class, r.Distance, r.Status = x, class, d, attack.Found
	}
	return class != v.Label
}

// solve returns the nearest point with a margin of a contrast, or nil if there
// is none.
func (s *searcher) solve(ctx context.Context, c *ensemble.Contrast, margin float64) ([]ensemble.Cell, error) {
	if s.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Time)
		defer cancel()
	}
	sol, err := s.solver.solve(ctx, func(f *os.File) ([]string, error) { return write(f, s.space, c, margin) })
	if err != nil || sol.infeasible {
		return nil, err
	}
	cells := make([]ensemble.Cell, len(s.space.Home))
	for f := range cells {
		last := int(s.space.Grid.Last(f))
		for int(cells[f]) < last && sol.values[cutName(f, int(cells[f]))] < 0.5 {
			cells[f]++
		}
	}
	return cells, nil
}

package milp

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack solves the program of every victim and rival. It is untargeted.
type Attack struct {
	Solver string        // cbc, glpk, highs or gurobi; "" for the first that is installed
	Time   time.Duration // for a program, 0 for no limit

	// Votes uses the smaller program for trees that vote, for models whose trees have two leaf
	// values each. Features may be of any kind.
	Votes bool

	// Failed is called with what went wrong for a row, which then stays open. It may be nil.
	Failed func(row int, err error)
}

var _ attack.Attack = Attack{}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (Attack) CheckNorm(attack.Norm) error { return nil }

// Name returns milp, or milp-votes.
func (a Attack) Name() string {
	if a.Votes {
		return "milp-votes"
	}
	return "milp"
}

// Prepare checks the problem, and then looks for the solver: it is [ErrNoSolver] where there
// is none.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if p.Target != attack.Untargeted {
		return nil, refusal.Unsupportedf("the program is for untargeted attacks only")
	}
	if a.Votes {
		if err := checkVotes(p); err != nil {
			return nil, err
		}
	}
	s, err := find(a.Solver)
	if err != nil {
		return nil, err
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

// Search looks for the nearest point of every rival. Its proofs are as good as the solver's word,
// minus what solvers are known to leave open: a bound is the true distance for LInf and L0, and
// otherwise up to a millionth below it (HiGHS: a ten-thousandth), with stop "gap".
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1, Status: attack.None, Distance: math.Inf(1)}
	bound, proved := math.Inf(1), true
	for _, duel := range s.problem.Duels(v.Label) { // each of one contrast, as there are no targets
		cost, err := s.nearest(ctx, &r, v, duel[0])
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
		}
		bound = min(bound, s.problem.Norm.Distance(cost))
	}
	if !proved {
		return r
	}
	if s.problem.Norm == attack.L0 {
		bound = math.Ceil(bound) // a number of columns
	}
	r.LowerBound = min(bound, r.Distance)
	switch {
	case r.Example == nil:
	case r.LowerBound == r.Distance:
		r.Status = attack.Optimal
	default:
		r.Stop = attack.GapReached
	}
	return r
}

// nearest looks for the nearest point that a rival may win, keeps it in r if it is the nearest
// example so far, and returns a bound on the cost of such points. If the model still predicts the
// victim's class there, because it rounds its sums, it looks for one that surely wins.
func (s *searcher) nearest(ctx context.Context, r *attack.Result, v attack.Victim, c *ensemble.Contrast) (float64, error) {
	limit := 0.0
	for _, cost := range s.space.Cost {
		if !math.IsInf(cost, 1) {
			limit = max(limit, cost)
		}
	}
	for first := true; ; first = false {
		cells, bound, err := s.solve(ctx, c, perhaps(s.space.Grid, c), limit)
		switch {
		case err != nil:
			return 0, err
		case cells == nil && first:
			return math.Inf(1), nil
		case cells == nil:
			return 0, fmt.Errorf("solver %s finds no point where it has found one", s.solver.name)
		}
		took := s.take(r, v, cells)
		if cost := s.space.Total(cells); s.space.Norm != attack.LInf && cost < limit/2 && c.Sum(s.space.Grid, cells) >= c.Need {
			limit = cost
			continue
		}
		if !took {
			err = s.surely(ctx, r, v, c, limit)
		}
		return bound, err
	}
}

// surely looks for the nearest point that wins by Margin, and by more if nearly whole variables
// only made it look as if one did.
func (s *searcher) surely(ctx context.Context, r *attack.Result, v attack.Victim, c *ensemble.Contrast, limit float64) error {
	for _, margin := range []float64{Margin, 100 * Margin} {
		cells, _, err := s.solve(ctx, c, winning(s.space.Grid, c, margin), limit)
		if err != nil || cells == nil || s.take(r, v, cells) {
			return err
		}
	}
	return nil
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

// solve returns the nearest point at which a contrast has a margin, among those whose cells cost at
// most limit each, or nil if there is none, and a bound on its cost.
func (s *searcher) solve(ctx context.Context, c *ensemble.Contrast, margin, limit float64) ([]ensemble.Cell, float64, error) {
	if s.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Time)
		defer cancel()
	}
	scaled, scale := *s.space, scaleOf(s.space, limit)
	scaled.Cost = scale.costs(s.space.Cost)
	sol, err := s.solver.solve(ctx, func(f *os.File) ([]string, error) { return write(f, &scaled, c, margin, s.Votes) })
	if err != nil || sol.infeasible {
		return nil, 0, err
	}
	cells := make([]ensemble.Cell, len(s.space.Home))
	for f := range cells {
		if s.space.Grid.IsLoose(ensemble.Feature(f)) {
			cells[f] = cellOf(s.space.Grid, f, sol.values)
			continue
		}
		last := int(s.space.Grid.Last(f))
		for int(cells[f]) < last && sol.values[cutName(f, int(cells[f]))] < 0.5 {
			cells[f]++
		}
	}
	return cells, scale.cost(sol.objective - float64(s.solver.gap*(100+math.Abs(sol.objective)))), nil
}

package experiment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// toTry returns the radii to try around the probed ones, ascending: those at which some column of a
// model can change, up to the first at which all columns that can change may take any value.
func toTry(ctx context.Context, e *ensemble.Ensemble, rows *data.Table, s advboost.Strategy, probed []float64) ([]float64, error) {
	grid := radii(probed)
	if wholeLevels(rows, s) {
		grid = wholeFromOne(grid)
	}
	grid, err := moving(ctx, e, rows, s, grid)
	if i := slices.IndexFunc(grid, func(eps float64) bool { return coversMoving(rows, s, eps) }); i >= 0 {
		grid = grid[:i+1]
	}
	return grid, err
}

// coversMoving reports whether some features cannot change, and a radius reaches across the range of
// every feature that can.
func coversMoving(rows *data.Table, s advboost.Strategy, eps float64) bool {
	s.Eps = eps
	ball := s.Ball(rows.Cols)
	return ball.CoversMoving(rows)
}

// radii returns radii to try, evenly spaced on a logarithmic scale and rounded to two digits.
func radii(probed []float64) []float64 {
	grid := floats.LogSpan(make([]float64, radiusSteps), radiusLeast*probed[0], radiusMost*probed[len(probed)-1])
	for i, e := range grid {
		grid[i] = eval.TwoDigits(e)
	}
	return slices.Compact(grid)
}

// wholeLevels reports whether changing a level takes 1 of the radius of a strategy in every column
// of levels that can change, so that radii below 1 change none and whole radii suffice. If most
// columns have levels, columns of 0 and 1 count as such too. It is always true in norm 0, where
// every change takes 1, and otherwise only in norm 1.
func wholeLevels(rows *data.Table, s advboost.Strategy) bool {
	if s.Norm == attack.L0 {
		return true
	}
	c, some := s.Constraints, false
	grouped := map[int]bool{} // whose changes have the price of their group
	if c != nil {
		for i := range c.Groups {
			g := &c.Groups[i]
			if g.Prices.Other > 0 || g.Price(0, 1) != 1 {
				return false
			}
			for _, f := range g.Features {
				grouped[f] = true
			}
			some = some || !g.Frozen
		}
	}
	for f, isLevel := range advboost.LevelColumns(rows) {
		if !isLevel || grouped[f] || c.Freezes(f) {
			continue
		}
		if c.Weigh(f, 1) != 1 || c.Weigh(f, -1) != 1 || c != nil && c.Levels != nil {
			return false
		}
		some = true
	}
	return some && s.Norm == attack.L1
}

// wholeFromOne rounds radii above 1 down to whole numbers, and adds 1.
func wholeFromOne(grid []float64) []float64 {
	whole := []float64{1}
	for _, e := range grid {
		if e > 1 {
			e = math.Floor(e)
		}
		whole = append(whole, e)
	}
	slices.Sort(whole)
	return slices.Compact(whole)
}

// moving returns the radii, which ascend, at which some column of a model can change, or only the
// last if there are none.
func moving(ctx context.Context, e *ensemble.Ensemble, rows *data.Table, s advboost.Strategy, eps []float64) ([]float64, error) {
	p, err := attack.NewProblem(e, s.Norm)
	if err != nil {
		return nil, err
	}
	p.Constraints = s.Constraints
	for len(eps) > 1 {
		still, err := eval.Still(ctx, p, rows, eps[:1])
		if err != nil {
			return nil, err
		}
		if len(still[0]) < e.Features {
			break
		}
		eps = eps[1:]
	}
	return eps, nil
}

// Around returns the radii to report around one to harden against: half of it, itself and twice it.
func Around(eps float64) []float64 {
	return []float64{eval.TwoDigits(eps / 2), eps, eval.TwoDigits(2 * eps)}
}

package attack

import (
	"iter"
	"math"
	"slices"
)

// Still returns the features that no attacker within eps changes in any of some
// rows: those that are frozen or missing, and those whose next allowed value is
// farther. eps may be infinite. Whether the model asks for a feature does not matter.
func (p *Problem) Still(rows iter.Seq[[]float64], eps float64) []int {
	var open []int
	for f := range p.Ensemble.Features {
		if p.Constraints != nil || eps == 0 || p.Norm == L0 || p.Ensemble.Categorical(f) { // else it moves by next to nothing
			open = append(open, f)
		}
	}
	type cell struct {
		f int
		x float64
	}
	const most = 1 << 16
	stays := map[cell]struct{}{} // as many of them as there is room for: rows repeat levels and whole numbers
	x := make([]float64, p.Ensemble.Features)
	for row := range rows {
		if len(open) == 0 {
			break
		}
		p.Ensemble.Round(x, row)
		open = slices.DeleteFunc(open, func(f int) bool {
			if _, known := stays[cell{f, x[f]}]; known {
				return false
			}
			if d := p.leastChange(f, x[f]); d <= Reach(eps) && d < math.Inf(1) {
				return true
			}
			if len(stays) < most && x[f] == x[f] {
				stays[cell{f, x[f]}] = struct{}{}
			}
			return false
		})
	}
	return open
}

// leastChange returns the distance of the nearest row in which feature f is not x,
// but an allowed value; +Inf or NaN if there is none.
func (p *Problem) leastChange(f int, x float64) float64 {
	if p.Ensemble.Categorical(f) {
		return p.leastLevelChange(f, x)
	}
	if p.Constraints != nil && p.Constraints.Groups != nil {
		if g := p.Constraints.groupOf(f + 1)[f]; g != nil && !g.Frozen && x == x {
			return p.Norm.Distance(p.Norm.Cost(g.LeastPrice()))
		} else if g != nil {
			return math.Inf(1)
		}
	}
	least := math.Inf(1)
	if price := p.Constraints.BlankPrice(f); x == x && price < least {
		least = p.Norm.Distance(p.Norm.Cost(price))
	}
	for _, to := range [2]float64{
		p.Nearest(f, x, p.Ensemble.Next(x), math.MaxFloat64),
		p.Nearest(f, x, -math.MaxFloat64, p.Ensemble.Prev(x)),
	} {
		if to == to {
			least = min(least, p.Norm.Distance(p.Norm.Cost(Weighted(p.Constraints.Weigh(f, to-x), to-x))))
		}
	}
	return least
}

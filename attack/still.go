package attack

import (
	"iter"
	"math"
	"slices"
)

// Still returns the features that no attacker within eps can change in any of some rows: those that
// are frozen or missing, those whose next allowed value is farther, and those that links derive from
// such features alone. eps may be infinite. It does not matter whether the model uses a feature.
func (p *Problem) Still(rows iter.Seq[[]float64], eps float64) []int {
	var open []int
	for f := range p.Ensemble.Features {
		if p.Constraints != nil || eps == 0 || p.Norm == L0 || p.Ensemble.Categorical(f) { // otherwise it can move by next to nothing
			open = append(open, f)
		}
	}
	type cell struct {
		f int
		x float64 // the level for a column of a group
	}
	const most = 1 << 16
	stays := map[cell]struct{}{} // bounded in size; rows repeat levels and whole numbers
	x := make([]float64, p.Ensemble.Features)
	groups := p.Constraints.groupOf(len(x))
	ties := p.Constraints.ties()
	for row := range rows {
		if len(open) == 0 {
			break
		}
		p.Ensemble.Round(x, row)
		ties.loosen(x)
		open = slices.DeleteFunc(open, func(f int) bool {
			c, least := cell{f, x[f]}, p.leastChange
			if g := groups[f]; g != nil {
				c.x = float64(p.Constraints.Level(g, x))
				least = func(f int, level float64) float64 { return p.leastGroupChange(g, f, int(level)) }
			}
			if _, known := stays[c]; known {
				return false
			}
			if d := least(f, c.x); d <= Reach(eps) && d < math.Inf(1) {
				return true
			}
			if len(stays) < most && c.x == c.x {
				stays[c] = struct{}{}
			}
			return false
		})
	}
	return ties.tied(open)
}

// leastGroupChange returns the distance of the nearest row with another level of a group in which
// feature f becomes 1 or is 1 no longer; +Inf if there is none.
func (p *Problem) leastGroupChange(g *Group, f, level int) float64 {
	least, own := math.Inf(1), slices.Index(g.Features, f)
	levels := len(g.Features)
	if g.AtMostOne {
		levels++
	}
	for to := range levels {
		if !g.Frozen && level >= 0 && to != level && (level == own || to == own) {
			least = min(least, g.Price(level, to))
		}
	}
	return p.Norm.Distance(p.Norm.Cost(least))
}

// leastChange returns the distance of the nearest row in which feature f, which is in no group, has
// another allowed value than x; +Inf or NaN if there is none.
func (p *Problem) leastChange(f int, x float64) float64 {
	if p.Ensemble.Categorical(f) {
		return p.leastLevelChange(f, x)
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

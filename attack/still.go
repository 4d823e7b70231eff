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
	c, x := p.Constraints, make([]float64, p.Ensemble.Features)
	near := func(distance float64) bool { return distance <= Reach(eps) && distance < math.Inf(1) }
	var never, open []int // those that are frozen, and those in no group that did not move so far
	for f, g := range c.groupOf(len(x)) {
		switch {
		case g != nil:
		case c != nil && is(c.Frozen, f) && !c.blanks(f):
			never = append(never, f)
		default:
			open = append(open, f)
		}
	}
	groups := p.stillGroups()
	type cell struct {
		f int
		x float64
	}
	const most = 1 << 16
	stays := map[cell]struct{}{} // bounded in size; rows repeat levels and whole numbers
	ties := c.ties()
	for row := range rows {
		if len(open)+len(groups) == 0 && ties.links == nil {
			break
		}
		p.Ensemble.Round(x, row)
		ties.loosen(x)
		open = slices.DeleteFunc(open, func(f int) bool {
			c := cell{f, x[f]}
			if c.x != c.x {
				return false
			}
			if _, known := stays[c]; known {
				return false
			}
			if near(p.leastChange(f, x)) {
				return true
			}
			if len(stays) < most {
				stays[c] = struct{}{}
			}
			return false
		})
		groups = slices.DeleteFunc(groups, func(g *stillGroup) bool {
			level := c.Level(g.Group, x)
			if !g.seen[level] {
				g.seen[level] = true
				g.open = slices.DeleteFunc(g.open, func(own int) bool { return near(p.leastGroupChange(g.Group, own, level)) })
			}
			return len(g.open) == 0
		})
	}
	still := slices.Concat(never, open)
	for _, g := range groups {
		for _, own := range g.open {
			still = append(still, g.Features[own])
		}
	}
	return ties.tied(still)
}

// stillGroup is a group of which some features did not change so far.
type stillGroup struct {
	*Group
	open []int        // places of these in the group
	seen map[int]bool // levels from which they do not change
}

// stillGroups returns all groups, before any row.
func (p *Problem) stillGroups() []*stillGroup {
	if p.Constraints == nil {
		return nil
	}
	groups := make([]*stillGroup, len(p.Constraints.Groups))
	for i := range groups {
		g := &p.Constraints.Groups[i]
		groups[i] = &stillGroup{Group: g, seen: map[int]bool{}}
		for own := range g.Features {
			groups[i].open = append(groups[i].open, own)
		}
	}
	return groups
}

// leastGroupChange returns the distance of the nearest row with another level of a group in which
// its feature at place own becomes 1 or is 1 no longer; +Inf if there is none.
func (p *Problem) leastGroupChange(g *Group, own, level int) float64 {
	least := math.Inf(1)
	switch {
	case g.Frozen || level < 0:
	case level != own:
		least = g.Price(level, own)
	default:
		levels := len(g.Features)
		if g.AtMostOne {
			levels++
		}
		for to := range levels {
			if to != level {
				least = min(least, g.Price(level, to))
			}
		}
	}
	if math.IsInf(least, 1) {
		return least
	}
	return p.Norm.Distance(p.Norm.Cost(least))
}

// leastChange returns the distance of the nearest row in which feature f, which is in no group, has
// another allowed value; +Inf or NaN if there is none.
func (p *Problem) leastChange(f int, row []float64) float64 {
	x := row[f]
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
			least = min(least, p.Norm.Distance(p.Norm.Cost(p.Constraints.weighed(p.Ensemble, f, row, to))))
		}
	}
	return least
}

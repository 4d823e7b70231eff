package soak

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// withGroups is the number from which on tables have groups of columns of 0 and 1, of
// which one is 1, see wide.
const withGroups = 4_000_000

// oneHots gives a table groups of further columns.
func (s *soak) oneHots(t *data.Table) (groups []attack.Group) {
	for i := range one(s.Rand, 0, 1, 1, 2) {
		g := attack.Group{Name: fmt.Sprint("g", i), AtMostOne: s.chance(0.5)}
		for range 2 + s.IntN(3) {
			g.Features = append(g.Features, t.Cols+len(g.Features))
			t.Features = append(t.Features, fmt.Sprintf("%s_%d", g.Name, len(g.Features)))
			t.Columns = append(t.Columns, column.Column{Kind: one(s.Rand, column.Boolean, column.Integer, column.Numeric)})
		}
		levels, missing := attacktest.Levels(&g), one(s.Rand, 0, 0, 0.1)
		var wider []float64
		for row := range t.Rows {
			wider = append(wider, t.Row(row)...)
			level, absent := int(one(s.Rand, levels...)), s.chance(missing)
			for k := range g.Features {
				switch {
				case absent:
					wider = append(wider, math.NaN())
				case k == level:
					wider = append(wider, 1)
				default:
					wider = append(wider, 0)
				}
			}
		}
		t.X, t.Cols = wider, t.Cols+len(g.Features)
		groups = append(groups, g)
	}
	return groups
}

// group says what changes of groups count.
func (s *soak) group(c *attack.Constraints, groups []attack.Group, n attack.Norm) {
	for _, g := range groups {
		g.Weight, g.Frozen = one(s.Rand, 0, 1, 0.3+s.Float64(), 1e-3), s.chance(0.1)
		if s.chance(0.3) {
			g.Prices = attacktest.LevelPrices(s.Rand, attacktest.Levels(&g), n)
		}
		for _, f := range g.Features {
			c.Lo[f], c.Hi[f], c.Integer[f] = 0, 1, true
			c.Frozen[f], c.Increase[f], c.Decrease[f] = g.Frozen, false, false
			if c.Values != nil {
				c.Values[f], c.Step[f] = nil, 0
			}
		}
		c.Groups = append(c.Groups, g)
	}
	if groups[0].Features[0] < 2 { // a column of a link
		c.Links = nil
	}
	s.ran["groups"]++
}

// regroup lets most rows obey groups, and some miss one.
func (s *soak) regroup(p *attack.Problem, x []float64) {
	if p.Constraints == nil || s.chance(0.05) {
		return
	}
	for i := range p.Constraints.Groups {
		g := &p.Constraints.Groups[i]
		attacktest.SetLevel(p, g, x, int(one(s.Rand, attacktest.Levels(g)...)))
		if s.chance(0.05) {
			for _, f := range g.Features {
				x[f] = math.NaN()
			}
		}
	}
}

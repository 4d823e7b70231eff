package ceiling

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// kind says how a feature changes.
type kind uint8

const (
	number kind = iota // alone, to any value between those of two rows
	level              // alone, to a level
	inUnit             // together with others
)

// unit is a set of features that change together: a group of one-hot columns, or columns that links
// tie, which change from one row's values to the other's.
type unit struct {
	features []int
	group    *attack.Group // nil for columns that links tie
}

// newBall returns the ball of a radius around the rows of a table.
func newBall(t *data.Table, norm attack.Norm, c *attack.Constraints, eps float64) *ball {
	b := &ball{norm: norm, constraints: c, eps: eps}
	if norm == attack.L0 {
		b.eps = math.Floor(eps * (1 + 2*slack))
	}
	reader := &ensemble.Ensemble{Features: t.Cols, Columns: t.Columns}
	b.problem = attack.Problem{Ensemble: reader, Norm: norm, Constraints: c}
	b.units = unitsOf(c)
	if len(b.units) == 0 && column.Count(t.Columns, column.Categorical) == 0 {
		return b
	}
	if c == nil {
		b.constraints = &attack.Constraints{}
	}
	b.kinds = make([]kind, t.Cols)
	for f := range t.Columns {
		if t.Columns[f].Kind == column.Categorical {
			b.kinds[f] = level
		}
	}
	for _, u := range b.units {
		for _, f := range u.features {
			b.kinds[f] = inUnit
		}
	}
	if c != nil && c.Levels != nil {
		b.levels = make([]levelTable, t.Cols)
		for f := range t.Columns {
			if b.kinds[f] == level && c.Levels[f].Other > 0 {
				b.levels[f] = newLevelTable(b, f, t.Columns[f].Codes)
			}
		}
	}
	return b
}

// exact reports whether meet finds all pairs of rows that meet, except those that are cut.
func (b *ball) exact(t *data.Table) bool {
	c := b.constraints
	switch {
	case c != nil && len(c.Links) > 0:
		return false
	case b.norm == attack.LInf || c == nil:
		return true
	}
	for f := range t.Cols {
		if c.Discrete(f) && (b.kinds == nil || b.kinds[f] == number) {
			return false
		}
	}
	return c.Fall == nil
}

// unitsOf returns the groups of columns, and the sets of columns that links tie.
func unitsOf(c *attack.Constraints) []unit {
	if c == nil {
		return nil
	}
	var units []unit
	for i := range c.Links {
		tied := c.Links[i].Features()
		units = slices.DeleteFunc(units, func(u unit) bool {
			shares := slices.ContainsFunc(u.features, func(f int) bool { return slices.Contains(tied, f) })
			if shares {
				tied = append(tied, u.features...)
			}
			return shares
		})
		slices.Sort(tied)
		units = append(units, unit{features: slices.Compact(tied)})
	}
	for i := range c.Groups { // their columns are in no links
		units = append(units, unit{c.Groups[i].Features, &c.Groups[i]})
	}
	return units
}

// differs reports whether two rows differ in a unit.
func (u *unit) differs(x, y []float64) bool {
	return slices.ContainsFunc(u.features, func(f int) bool { return x[f] != y[f] && (x[f] == x[f] || y[f] == y[f]) })
}

// unitWays appends the ways in which two rows that differ in a unit can become equal there.
func (b *ball) unitWays(to []way, u *unit, x, y []float64) []way {
	c := b.constraints
	if u.group == nil {
		if w := (way{x: b.takesOn(u, x, y)}); !math.IsInf(w.x, 1) {
			to = append(to, w)
		}
		if w := (way{y: b.takesOn(u, y, x)}); !math.IsInf(w.y, 1) {
			to = append(to, w)
		}
		return to
	}
	g := u.group
	of, other := c.Level(g, x), c.Level(g, y)
	if of < 0 || other < 0 || g.Frozen {
		return to
	}
	levels := len(g.Features)
	if g.AtMostOne {
		levels++
	}
	price := func(from, z int) float64 {
		if from == z {
			return 0
		}
		return b.costOf(g.Price(from, z))
	}
	for z := range levels {
		if w := (way{x: price(of, z), y: price(other, z)}); !math.IsInf(max(w.x, w.y), 1) {
			to = append(to, w)
		}
	}
	return undominated(to)
}

// takesOn returns the cost for one row to take on the values of another in a unit, +Inf if it cannot.
func (b *ball) takesOn(u *unit, from, to []float64) float64 {
	moved := slices.Clone(from)
	for _, f := range u.features {
		moved[f] = to[f]
	}
	if b.constraints.Allow(from, moved) != nil {
		return math.Inf(1)
	}
	return b.norm.Budget(b.problem.Distance(from, moved))
}

package ceiling

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// kind is how a feature changes.
type kind uint8

const (
	number kind = iota // alone, to any value between those of two rows
	level              // alone, to a level
	inUnit             // with others
)

// unit are features that go from one row's values to another's together: a group of
// columns of which one is 1, or columns that links tie.
type unit []int

// either is what one of two rows has to pay, +Inf for one that cannot.
type either struct{ x, y float64 }

// newBall returns the ball of a radius around the rows of a table.
func newBall(t *data.Table, norm attack.Norm, c *attack.Constraints, eps float64) *ball {
	b := &ball{norm: norm, constraints: c, eps: eps}
	reader := &ensemble.Ensemble{Features: t.Cols, Columns: t.Columns}
	b.problem = attack.Problem{Ensemble: reader, Norm: norm, Constraints: c}
	b.units = unitsOf(c, t.Cols)
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
		for _, f := range u {
			b.kinds[f] = inUnit
		}
	}
	return b
}

// exact reports whether the ball misses no pair of rows that meet.
func (b *ball) exact(t *data.Table) bool {
	c := b.constraints
	priced := func(g attack.Group) bool { return g.Prices.Other > 0 }
	switch {
	case c == nil:
	case c.Blanks(), c.Fall != nil, c.Values != nil, c.Step != nil, len(c.Links) > 0, slices.ContainsFunc(c.Groups, priced):
		return false
	}
	if b.norm == attack.LInf {
		return true
	}
	for f := range t.Cols {
		if c != nil && c.Discrete(f) || b.kinds != nil && b.kinds[f] != number {
			return false
		}
	}
	return true
}

// unitsOf returns the groups of columns, and the columns that links tie.
func unitsOf(c *attack.Constraints, features int) []unit {
	if c == nil {
		return nil
	}
	var units []unit
	for i := range c.Groups {
		units = append(units, unit(c.Groups[i].Features))
	}
	for i := range c.Links {
		tied := c.Links[i].Features()
		units = slices.DeleteFunc(units, func(u unit) bool {
			shares := slices.ContainsFunc(u, func(f int) bool { return slices.Contains(tied, f) })
			if shares {
				tied = append(tied, u...)
			}
			return shares
		})
		slices.Sort(tied)
		units = append(units, slices.Compact(tied))
	}
	return units
}

// level adds levels to a split.
func (b *ball) level(s *split, f int, x, y float64) bool {
	c := b.constraints
	switch {
	case x != x || y != y:
		return false
	case b.norm != attack.LInf:
		return s.add(costOf(b.norm, c.LevelPrice(f, x, y)), costOf(b.norm, c.LevelPrice(f, y, x)))
	}
	near := func(to float64) bool { return c.LevelPrice(f, x, to) <= b.eps && c.LevelPrice(f, y, to) <= b.eps }
	return near(x) || near(y) || slices.ContainsFunc(b.problem.Ensemble.Columns[f].Codes, func(code int32) bool {
		return near(float64(code))
	})
}

// unit adds the columns of a unit to a split, where one of the rows takes on what the
// other has.
func (b *ball) unit(s *split, u *unit, x, y []float64) bool {
	pay := func(from, to []float64) float64 {
		moved := slices.Clone(from)
		for _, f := range *u {
			moved[f] = to[f]
		}
		if b.constraints.Allow(from, moved) != nil {
			return math.Inf(1)
		}
		return b.norm.Budget(b.problem.Distance(from, moved))
	}
	same := !slices.ContainsFunc(*u, func(f int) bool { return x[f] != y[f] && (x[f] == x[f] || y[f] == y[f]) })
	if same {
		return true
	}
	e := either{pay(x, y), pay(y, x)}
	if b.norm == attack.LInf {
		return min(e.x, e.y) <= b.eps
	}
	return s.add(e.x, e.y)
}

// costOf returns the cost of a price, which in norm 0 must not count 1 where it is
// infinite.
func costOf(n attack.Norm, price float64) float64 {
	if math.IsInf(price, 1) {
		return price
	}
	return n.Cost(price)
}

// add adds what one of two rows has to pay, and reports whether one can.
func (s *split) add(x, y float64) bool {
	s.either = append(s.either, either{x, y})
	return min(x, y) < math.Inf(1)
}

// choose lets rows pay, the one that has more left than the other first. It may find
// no way to do so where there is one.
func (b *ball) choose(s *split) bool {
	if len(s.either) == 0 {
		return true
	}
	budget := b.norm.Budget(b.eps)
	slices.SortFunc(s.either, func(a, c either) int { return cmp.Compare(max(c.x, c.y), max(a.x, a.y)) })
	for _, e := range s.either {
		if max(s.x+e.x, s.y) <= max(s.x, s.y+e.y) {
			s.x += e.x
		} else {
			s.y += e.y
		}
		if max(s.x, s.y) > budget {
			return false
		}
	}
	s.either = s.either[:0]
	return true
}

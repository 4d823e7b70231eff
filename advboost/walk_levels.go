package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Trees split on levels of categorical features, or on columns of groups, which
// change together as the levels of one feature do.

// group is a group of columns whose levels a walker changes.
type group struct {
	*attack.Group
	first ensemble.Feature // stands for all columns

	home  int // level of the row, if known
	known bool
}

// member is what a column is in its group, which is nil for none: the level for which it is 1, and the
// values that 0 and 1 are to the model.
type member struct {
	*group
	level     int
	zero, one float64
}

// membersOf returns the groups of a ball, and by feature the members of these up to the last one.
func membersOf(b *Ball) (groups []*group, of []member) {
	for i := range b.Groups {
		g := &group{Group: &b.Groups[i], first: ensemble.Feature(b.Groups[i].Features[0])}
		groups = append(groups, g)
		of = append(of, make([]member, max(0, 1+slices.Max(g.Features)-len(of)))...)
		for level, f := range g.Features {
			zero, one := b.Constraints.ZeroOne(f)
			of[f] = member{g, level, zero, one}
		}
	}
	return groups, of
}

// left reports whether a level of the member's group goes left at a split on the member.
func (m *member) left(s *ensemble.Split, level int) bool {
	if level == m.level {
		return s.GoesLeft(m.one)
	}
	return s.GoesLeft(m.zero)
}

// memberOf returns the member that a feature is.
func (w *walker) memberOf(f ensemble.Feature) member {
	if int(f) >= len(w.member) {
		return member{}
	}
	return w.member[f]
}

// groupOf returns the group of a feature, nil for none.
func (w *walker) groupOf(f ensemble.Feature) *group { return w.memberOf(f).group }

// unit returns the feature that stands for all that change with f: the first of its group, or f.
func (w *walker) unit(f ensemble.Feature) ensemble.Feature {
	if g := w.groupOf(f); g != nil {
		return g.first
	}
	return f
}

// onLevels reports whether a split is on levels that change.
func (w *walker) onLevels(s *ensemble.Split) bool {
	if g := w.groupOf(s.Feature); g != nil {
		return w.movesGroup(g.Group)
	}
	return s.Set != nil && w.levels[s.Feature]
}

// setSide is a side of a split on levels.
type setSide struct {
	split *ensemble.Split
	left  bool
}

// walkSet finds the leaves below a split on levels that was reached at a cost. A level that has
// changed is the cheapest that goes all the way from the root.
func (w *walker) walkSet(s *ensemble.Split, cost float64) {
	unit := w.unit(s.Feature)
	changed := slices.ContainsFunc(w.path, func(c crossing) bool { return c.feature == unit })
	for _, left := range [2]bool{true, false} {
		n := s.Right
		if left {
			n = s.Left
		}
		w.sets = append(w.sets, setSide{s, left})
		if !changed && left == s.GoesLeft(w.x[s.Feature]) {
			w.walk(n, cost)
		} else if price := w.cheapest(s.Feature); price <= math.MaxFloat64 {
			w.turn(n, unit, w.Norm.Cost(price), cost)
		}
		w.sets = w.sets[:len(w.sets)-1]
	}
}

// goes reports whether a level of a unit goes the way from the root, if left says at which
// splits it goes left.
func (w *walker) goes(unit ensemble.Feature, left func(s *ensemble.Split) bool) bool {
	return !slices.ContainsFunc(w.sets, func(s setSide) bool { return w.unit(s.split.Feature) == unit && left(s.split) != s.left })
}

// cheapest returns the price of changing the level of a feature, or of its group, into one that
// goes the way from the root, or of making it missing if that does; +Inf if nothing does.
func (w *walker) cheapest(f ensemble.Feature) float64 {
	if g := w.groupOf(f); g != nil {
		return w.cheapestOf(g)
	}
	c, home, least := w.Constraints, w.x[f], math.Inf(1)
	if w.goes(f, func(s *ensemble.Split) bool { return s.DefaultLeft }) {
		least = c.BlankPrice(int(f))
	}
	for _, level := range w.Columns[f].Codes {
		if least <= c.Weigh(int(f), 1) { // no change of level costs less
			break
		}
		if to := float64(level); to != home && w.goes(f, func(s *ensemble.Split) bool { return s.Set.Left(level) }) {
			least = min(least, c.LevelPrice(int(f), home, to))
		}
	}
	return least
}

// cheapestOf is cheapest for a group. A row that has no level of the group stays as it is.
func (w *walker) cheapestOf(g *group) float64 {
	if !g.known {
		g.home, g.known = w.Constraints.Level(g.Group, w.x), true
	}
	first, last := 0, len(g.Features)-1
	if g.AtMostOne {
		last++
	}
	for _, s := range w.sets { // where a column must not be 0, its level is the only one left
		if m := w.memberOf(s.split.Feature); m.group == g && s.split.GoesLeft(m.zero) != s.left {
			first, last = max(first, m.level), min(last, m.level)
		}
	}
	least := math.Inf(1)
	for to := first; to <= last; to++ {
		if g.home < 0 || least <= g.LeastPrice() {
			break
		}
		if to != g.home && w.goes(g.first, func(s *ensemble.Split) bool { return w.member[s.Feature].left(s, to) }) {
			least = min(least, g.Price(g.home, to))
		}
	}
	return least
}

package attack

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Reset fills s for a victim. The model must not split on a feature that the victim misses, unless
// it is a variable.
func (s *Space) Reset(x []float64) { s.ResetWithin(x, math.Inf(1)) }

// ResetWithin is Reset for a search within a ball of cost limit: dearer cells lie beyond Lo and Hi,
// and are not filled in.
func (s *Space) ResetWithin(x []float64, limit float64) {
	s.Grid.Ensemble.Round(s.X, x)
	for f, v := range s.X {
		switch {
		case s.Order == nil || s.Grid.Loose[f] == nil:
			s.resetNumber(f, v, s.Grid.Last(f), limit)
		case s.Grid.Loose[f].Number:
			s.resetToBlank(f, v, limit)
		default:
			s.resetLevels(f, v, limit)
		}
	}
	s.Narrow(limit)
}

// resetNumber fills in the cells of a numeric feature up to a last one, for the victim's value v.
func (s *Space) resetNumber(f int, v float64, last ensemble.Cell, limit float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	home := s.Grid.Cell(f, v)
	down, up := s.constraints.Weigh(f, -1), s.constraints.Weigh(f, 1)
	obeyed := s.constraints
	if s.bounding != nil {
		obeyed = s.bounding.obeyed
	}
	slack := obeyed.stepSlack(f, s.X)
	lo, hi := ensemble.Cell(0), last
	if limit < math.Inf(1) {
		for lo = home; lo > 0 && s.price(down, min(cuts[lo-1]-(v-slack), 0), cuts[lo-1]) <= limit; {
			lo--
		}
		for hi = home; int(hi) < len(cuts) && s.price(up, max(above[hi]-(v+slack), 0), above[hi]) <= limit; {
			hi++
		}
	}
	from, to := s.Grid.ID(f, lo), s.Grid.ID(f, hi)+1
	cost, value := s.Cost[from:to], s.Value[from:to]
	copy(value, cuts[lo:home])
	value[home-lo] = v
	copy(value[home-lo+1:], above[home:hi])
	s.Home[f] = home
	if s.constraints != nil {
		s.constrain(f, lo, value)
	}
	for c, to := range value[:home-lo] {
		cost[c] = s.price(down, s.constraints.inDecimals(f, slack, to-v), to)
	}
	for c := home - lo + 1; int(c) < len(value); c++ {
		cost[c] = s.price(up, s.constraints.inDecimals(f, slack, value[c]-v), value[c])
	}
	if s.Norm == LInf && s.constraints.Discrete(f) {
		for c := range cost {
			cost[c] = s.constraints.stepCost(f, value[c]-v, cost[c])
		}
	}
	cost[home-lo] = 0 // also if v is missing
	beyond := func(c ensemble.Cell) bool { return cost[c-lo] > limit || cost[c-lo] == math.Inf(1) }
	for s.Lo[f] = lo; beyond(s.Lo[f]); {
		s.Lo[f]++
	}
	for s.Hi[f] = hi; beyond(s.Hi[f]); {
		s.Hi[f]--
	}
}

// price returns the cost of a change of one feature, +Inf if no row can hold what it becomes. The
// change may overflow if its size does not count.
func (s *Space) price(weight, change, to float64) float64 {
	if d := s.Norm.Cost(Weighted(weight, change)); d == d && -s.most <= to && to <= s.most {
		return d
	}
	return math.Inf(1)
}

// constrain replaces the nearest value of each cell of f, from a first cell on, by the nearest
// admissible one, NaN if there is none. The victim's own cell keeps the victim's value.
func (s *Space) constrain(f int, from ensemble.Cell, value []float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	allowed := s.constraints.allowedOf(f, s.X[f])
	for i := range value {
		c := int(from) + i
		if ensemble.Cell(c) == s.Home[f] {
			continue
		}
		lo, hi := math.Inf(-1), math.Inf(1)
		if c > 0 {
			lo = above[c-1]
		}
		if c < len(cuts) {
			hi = cuts[c]
		}
		value[i] = allowed.nearest(s.Grid.Ensemble, s.X[f], lo, hi)
	}
}

// resetToBlank fills in the cells of a numeric feature that may go missing, for the victim's value
// v.
func (s *Space) resetToBlank(f int, v, limit float64) {
	last := s.Grid.Last(f)
	cost, value := s.Cost[s.Grid.First[f]:s.Grid.First[f+1]], s.Value[s.Grid.First[f]:s.Grid.First[f+1]]
	if v == v {
		s.resetNumber(f, v, last-1, math.Inf(1))
		cost[last] = s.price(s.constraints.BlankPrice(f), 1, 1)
	} else { // a missing value stays missing
		for c := range cost {
			cost[c], value[c] = math.Inf(1), math.NaN()
		}
		s.Home[f], cost[last] = last, 0
	}
	value[last] = math.NaN()
	for c, price := range cost {
		if price > limit {
			cost[c] = math.Inf(1)
		}
	}
	s.Lo[f], s.Hi[f] = 0, last
	order := s.Order[s.Grid.First[f]:s.Grid.First[f+1]]
	for i := range order {
		order[i] = ensemble.Cell(i)
	}
	slices.SortStableFunc(order, func(a, b ensemble.Cell) int { return cmp.Compare(cost[a], cost[b]) })
}

// resetLevels fills in the cells of a variable for the victim's level v. A missing value stays
// missing.
func (s *Space) resetLevels(f int, v, limit float64) {
	variable := s.Grid.Loose[f]
	from, to := s.Grid.First[f], s.Grid.First[f+1]
	cost, value := s.Cost[from:to], s.Value[from:to]
	home := variable.Cell(v)
	s.Home[f], s.Lo[f], s.Hi[f] = home, 0, ensemble.Cell(len(cost)-1)
	for c, levels := range variable.Levels {
		cost[c], value[c] = math.Inf(1), math.NaN()
		if v != v {
			continue
		}
		to, least := s.constraints.cheapest(f, v, levels)
		if price := s.price(least, 1, 1); least < math.Inf(1) && price <= limit {
			cost[c] = price
		}
		value[c] = to
	}
	if gone := variable.Cell(math.NaN()); v == v && s.constraints.blanks(f) {
		if price := s.price(s.constraints.Blank[f], 1, 1); price <= limit && price < cost[gone] {
			cost[gone], value[gone] = price, math.NaN()
		}
	}
	cost[home], value[home] = 0, v
	s.sort(f)
}

// sort puts the cells of a variable in the order of their costs.
func (s *Space) sort(f int) {
	order, cost := s.Order[s.Grid.First[f]:s.Grid.First[f+1]], s.Cost[s.Grid.First[f]:]
	for i := range order {
		c, at := ensemble.Cell(i), i
		for ; at > 0 && cost[order[at-1]] > cost[c]; at-- {
			order[at] = order[at-1]
		}
		order[at] = c
	}
}

// Narrow removes the cells of linked columns that hold no row that obeys the links at a cost of at
// most limit: it moves Lo and Hi. Without it, an attacker who need not obey could move a derived
// column on its own, at no cost if its weight is 0. It is for bounds about an attacker who must
// obey; other spaces stay as they are.
func (s *Space) Narrow(limit float64) {
	if s.bounding == nil {
		return
	}
	r := s.bounding.reach(s.Grid.Ensemble, s.Norm, s.constraints, s.X, limit)
	if r.share(); !r.narrow() { // the victim itself breaks a link
		return
	}
	for i, f := range s.bounding.columns {
		s.cut(f, r.at[i].lo, r.at[i].hi)
	}
}

// cut removes the cells of a feature that end below lo or begin above hi, except the victim's own.
func (s *Space) cut(f int, lo, hi float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	for ; s.Lo[f] < s.Home[f] && cuts[s.Lo[f]] < lo; s.Lo[f]++ {
		s.Cost[s.Grid.ID(f, s.Lo[f])] = math.Inf(1)
	}
	for ; s.Hi[f] > s.Home[f] && above[s.Hi[f]-1] > hi; s.Hi[f]-- {
		s.Cost[s.Grid.ID(f, s.Hi[f])] = math.Inf(1)
	}
}

// ResetIn is [Space.Reset] for a part of what a victim can be turned into: costs count from the
// least cost of reaching the part, and Home is its nearest point. It reports whether there is one.
func (s *Space) ResetIn(x []float64, part *Part) bool {
	s.Reset(x)
	for i, f := range s.bounding.columns {
		if s.X[f] == s.X[f] && !s.enter(f, part.at[i], part.costs[i]) {
			return false
		}
	}
	return true
}

// enter keeps the cells of a feature that are within an interval. It takes off their costs what
// reaching the interval costs at least, in norms in which costs add up.
func (s *Space) enter(f int, in span, least float64) bool {
	lo := max(s.Lo[f], s.Grid.Cell(f, in.lo))
	hi := min(s.Hi[f], s.Grid.Cell(f, in.hi))
	cost := s.Cost[s.Grid.First[f]:s.Grid.First[f+1]]
	for ; lo <= hi && cost[lo] == math.Inf(1); lo++ {
	}
	for ; lo <= hi && cost[hi] == math.Inf(1); hi-- {
	}
	if lo > hi {
		return false
	}
	for c := range cost {
		if c := ensemble.Cell(c); c < lo || c > hi {
			cost[c] = math.Inf(1)
		} else if s.Norm != LInf {
			cost[c] = max(0, cost[c]-least)
		}
	}
	s.Lo[f], s.Hi[f], s.Home[f] = lo, hi, min(max(s.Home[f], lo), hi)
	cost[s.Home[f]] = 0
	return true
}

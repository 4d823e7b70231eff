package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// bounding holds links that a method need not obey, but that limit how far an attacker who obeys
// them gets.
type bounding struct {
	links   []Link
	columns []int       // of the links, ascending
	place   map[int]int // index in columns
}

func newBounding(links []Link) *bounding {
	b := &bounding{links: links, place: map[int]int{}}
	for i := range links {
		b.columns = append(b.columns, links[i].Features()...)
	}
	slices.Sort(b.columns)
	b.columns = slices.Compact(b.columns)
	for i, f := range b.columns {
		b.place[f] = i
	}
	return b
}

// derives reports whether a link derives a column.
func (b *bounding) derives(f int) bool { return derives(b.links, f) }

// discrete reports whether all columns that others are derived from have some values only.
func (b *bounding) discrete(c *Constraints) bool {
	return !slices.ContainsFunc(b.columns, func(f int) bool { return !b.derives(f) && !c.Discrete(f) && !is(c.Frozen, f) })
}

// Part is a part of what a victim can be turned into by an attacker who obeys links: each column of
// the links lies within an interval.
type Part struct {
	at    []span    // interval of each column, as the model reads it
	costs []float64 // least cost of each column's change
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

package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// bounding are the links that a method need not obey, but which say how far an attacker
// gets who obeys them.
type bounding struct {
	links   []Link
	columns []int       // of the links, ascending
	place   map[int]int // of a column among them
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

// Part is a part of what a victim can be turned into by who obeys links: the columns of
// the links lie within intervals.
type Part struct {
	at    []span    // of each column, as the model reads it
	costs []float64 // at least, of each column's change
}

// Narrow takes the cells of the columns of links away that no row has which obeys these
// and costs no more than limit: it moves Lo and Hi. Without it, who need not obey moves a
// derived column alone, for nothing where that weighs nothing. It is for bounds about an
// attacker who must obey; spaces of others stay as they are.
func (s *Space) Narrow(limit float64) {
	if s.bounding == nil {
		return
	}
	r := s.bounding.reach(s.Grid.Ensemble, s.Norm, s.constraints, s.X, limit)
	if r.share(); !r.narrow() { // a victim that does not obey itself
		return
	}
	for i, f := range s.bounding.columns {
		s.cut(f, r.at[i].lo, r.at[i].hi)
	}
}

// cut takes the cells of a feature away that end below lo or begin above hi, but for the
// victim's own.
func (s *Space) cut(f int, lo, hi float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	for ; s.Lo[f] < s.Home[f] && cuts[s.Lo[f]] < lo; s.Lo[f]++ {
		s.Cost[s.Grid.ID(f, s.Lo[f])] = math.Inf(1)
	}
	for ; s.Hi[f] > s.Home[f] && above[s.Hi[f]-1] > hi; s.Hi[f]-- {
		s.Cost[s.Grid.ID(f, s.Hi[f])] = math.Inf(1)
	}
}

// ResetIn is [Space.Reset] for a part of what a victim can be turned into: costs count from
// what that costs at least, and Home is the nearest point of the part. It reports whether
// there is one.
func (s *Space) ResetIn(x []float64, part *Part) bool {
	s.Reset(x)
	for i, f := range s.bounding.columns {
		if s.X[f] == s.X[f] && !s.enter(f, part.at[i], part.costs[i]) {
			return false
		}
	}
	return true
}

// enter leaves the cells of a feature that are within an interval, in which a change costs
// something at least.
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

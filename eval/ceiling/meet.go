package ceiling

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
)

// ball is what an attacker can do to a row.
type ball struct {
	norm        attack.Norm
	constraints *attack.Constraints // nil for none
	eps         float64

	problem attack.Problem // of a model without trees
	units   []unit         // features that change together
	kinds   []kind         // by feature; nil if all are numbers that move alone
	levels  []levelTable   // by feature; nil if no levels have prices of their own
	cut     uint32         // 1 if ways to meet were left out, set atomically
}

// meet reports whether some point can be reached from both of two rows, which are within the bounds
// of the constraints. A true result is certain. A false one may be wrong with linked columns, with
// integers and the like in norms that add up costs, and if there are too many ways to try.
func (b *ball) meet(x, y []float64) bool {
	if b.constraints == nil && b.kinds == nil {
		return b.near(x, y)
	}
	s := split{ball: b}
	s.front = append(s.room[:0], way{})
	var some [8]way
	for f := range x {
		if x[f] == y[f] || x[f] != x[f] && y[f] != y[f] || b.kinds != nil && b.kinds[f] == inUnit {
			continue
		}
		if !s.add(b.ways(some[:0], f, x[f], y[f])) {
			return false
		}
	}
	for i := range b.units {
		if u := &b.units[i]; u.differs(x, y) && !s.add(b.unitWays(some[:0], u, x, y)) {
			return false
		}
	}
	return slices.ContainsFunc(s.front, b.affords)
}

// meetAs is meet for rows that may not move, because their class is not attacked or they are outside
// the bounds.
func (b *ball) meetAs(x, y []float64, movesX, movesY bool) bool {
	switch {
	case movesX && movesY:
		return b.meet(x, y)
	case movesX:
		return b.becomes(x, y)
	case movesY:
		return b.becomes(y, x)
	}
	return slices.EqualFunc(x, y, func(v, w float64) bool { return v == w || v != v && w != w })
}

// becomes reports whether a row within the bounds can be changed into another one.
func (b *ball) becomes(from, to []float64) bool {
	switch d := b.problem.Distance(from, to); {
	case d > b.eps*inSteps || b.constraints.Allow(from, to) != nil:
		return false
	case d <= b.eps:
		return true
	}
	total := 0.0 // what counts is which part of the distance is in steps
	for _, c := range b.problem.Changes(from, to) {
		cost := b.norm.Cost(c.Cost)
		if c.Group != nil || c.To != c.To || b.kinds != nil && b.kinds[c.Feature] == level || b.constraints.Discrete(c.Feature) {
			cost = b.costOf(c.Cost)
		}
		total = b.norm.Join(total, cost)
	}
	return total <= b.norm.Budget(b.eps)
}

// near reports whether rows without constraints are within twice eps of each other.
func (b *ball) near(x, y []float64) bool {
	most, cost := 2*b.eps, 0.0
	if b.norm == attack.L2 {
		most *= most
	}
	for f, v := range x {
		w := y[f]
		if v == w || v != v && w != w {
			continue
		}
		if cost = b.norm.Join(cost, b.norm.Cost(v-w)); !(cost <= most) {
			return false
		}
	}
	return true
}

// way is what it costs two rows to become equal in some columns: what each of them has to pay, as
// costs of the norm, and what they can divide between them as they like.
type way struct{ x, y, shared float64 }

// plus adds the cost of other columns.
func (w way) plus(o way) way { return way{w.x + o.x, w.y + o.y, w.shared + o.shared} }

// noDearer reports whether a way costs no more than another one in any respect.
func (w way) noDearer(o way) bool { return w.x <= o.x && w.y <= o.y && w.shared <= o.shared }

// mostWays limits the undominated ways that are kept.
const mostWays = 48

// split holds the undominated costs of points between two rows, as columns are added.
type split struct {
	ball  *ball
	front []way
	room  [1]way
}

// add combines the front with alternative ways in further columns, and reports whether any result is
// affordable.
func (s *split) add(ways []way) bool {
	b := s.ball
	budget := b.norm.Budget(b.eps)
	if b.norm == attack.LInf { // columns are independent
		return slices.ContainsFunc(ways, func(w way) bool { return w.x <= budget && w.y <= budget })
	}
	if len(ways) == 1 {
		for i := range s.front {
			s.front[i] = s.front[i].plus(ways[0])
		}
	} else {
		next := make([]way, 0, len(s.front)*len(ways))
		for _, w := range ways {
			for _, so := range s.front {
				next = append(next, so.plus(w))
			}
		}
		s.front = next
	}
	s.front = slices.DeleteFunc(s.front, func(w way) bool { return !(w.x <= budget && w.y <= budget) })
	if len(ways) > 1 {
		s.front = undominated(s.front)
		if len(s.front) > mostWays {
			s.front = s.front[:mostWays]
			atomic.StoreUint32(&b.cut, 1)
		}
	}
	return len(s.front) > 0
}

// undominated keeps the ways that no other way dominates, sorted by what the row that pays more pays.
func undominated(ways []way) []way {
	slices.SortFunc(ways, func(a, b way) int {
		p, q := max(a.x, a.y)+float64(a.shared/2), max(b.x, b.y)+float64(b.shared/2)
		return cmp.Or(cmp.Compare(p, q), cmp.Compare(a.x, b.x))
	})
	kept := ways[:0]
	for _, w := range ways {
		if !slices.ContainsFunc(kept, func(k way) bool { return k.noDearer(w) }) {
			kept = append(kept, w)
		}
	}
	return kept
}

// affords reports whether both rows can afford a way.
func (b *ball) affords(w way) bool {
	switch b.norm {
	case attack.L1, attack.L0, attack.Cost:
		return w.x <= b.eps && w.y <= b.eps && w.x+w.y+w.shared <= 2*b.eps
	case attack.L2:
		// on the straight line between the rows, each pays its share of the length
		x, y := float64(b.eps*b.eps)-w.x, float64(b.eps*b.eps)-w.y
		return x >= 0 && y >= 0 && math.Sqrt(x)+math.Sqrt(y) >= math.Sqrt(w.shared)
	}
	return true
}

package ceiling

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// ball is what an attacker can do to a row.
type ball struct {
	norm        attack.Norm
	constraints *attack.Constraints // nil for none
	eps         float64

	problem attack.Problem // that of a model without trees
	units   []unit         // what changes together
	kinds   []kind         // of the features, nil: all are numbers that move alone
}

// meet reports whether a point can be reached from both of two rows. If it says
// so, there is one; it may miss some of whole numbers and the like, and of levels, in
// norms where costs add up, and some of linked columns in any.
func (b *ball) meet(x, y []float64) bool {
	if b.constraints == nil && b.kinds == nil {
		return b.near(x, y)
	}
	if !b.constraints.Within(x) || !b.constraints.Within(y) {
		return false // who is outside is not attacked
	}
	var s split
	for f := range x {
		if x[f] == y[f] || x[f] != x[f] && y[f] != y[f] {
			continue
		}
		switch {
		case b.kinds != nil && b.kinds[f] == inUnit:
		case b.kinds != nil && b.kinds[f] == level:
			if !b.level(&s, f, x[f], y[f]) {
				return false
			}
		case !b.feature(&s, f, x[f], y[f]):
			return false
		}
	}
	for i := range b.units {
		if !b.unit(&s, &b.units[i], x, y) {
			return false
		}
	}
	return b.choose(&s) && b.affords(&s)
}

// near reports whether free rows are within twice eps of each other.
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

// split is what a point between two rows costs: what one of them has to pay
// alone, as costs of the norm, what they can share, and what one of the two has to
// pay, whoever.
type split struct {
	x, y, shared float64
	either       []either
}

// feature adds feature f, where the rows have the values x and y, to a split. It
// returns false if there is no value for both.
func (b *ball) feature(s *split, f int, x, y float64) bool {
	if x != x || y != y {
		return false
	}
	c := b.constraints
	weight := max(c.Weigh(f, 1), c.Weigh(f, -1))
	lo, hi := c.Room(f, x)
	least, most := c.Room(f, y)
	lo, hi = max(lo, least, min(x, y)), min(hi, most, max(x, y))
	if b.norm == attack.LInf {
		lo, hi = max(lo, max(x, y)-b.eps/weight), min(hi, min(x, y)+b.eps/weight)
	}
	if !(lo <= hi) {
		return false
	}
	discrete := c.Discrete(f)
	if discrete {
		lo = c.Common(f, x, y, (x+y)/2, lo, hi)
		if hi = lo; lo != lo {
			return false
		}
	}
	if b.norm == attack.LInf {
		return true
	}
	if !discrete && lo < hi {
		s.shared += b.norm.Cost(weight * (x - y))
	} else {
		s.x += b.norm.Cost(weight * (x - lo))
		s.y += b.norm.Cost(weight * (y - lo))
	}
	return true
}

// affords reports whether both rows can pay for a split.
func (b *ball) affords(s *split) bool {
	switch b.norm {
	case attack.L1, attack.L0, attack.Cost:
		return s.x <= b.eps && s.y <= b.eps && s.x+s.y+s.shared <= 2*b.eps
	case attack.L2:
		// on the straight line between the rows, each pays its share of the length
		x, y := float64(b.eps*b.eps)-s.x, float64(b.eps*b.eps)-s.y
		return x >= 0 && y >= 0 && math.Sqrt(x)+math.Sqrt(y) >= math.Sqrt(s.shared)
	}
	return true
}

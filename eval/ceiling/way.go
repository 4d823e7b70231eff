package ceiling

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// ways appends the ways in which two rows that differ in feature f can become equal there: at a number
// between them, at a level that both can have, or by going missing.
func (b *ball) ways(to []way, f int, x, y float64) []way {
	c := b.constraints
	if blank := b.costOf(c.BlankPrice(f)); !math.IsInf(blank, 1) {
		w := way{x: blank, y: blank}
		if x != x {
			w.x = 0
		}
		if y != y {
			w.y = 0
		}
		to = append(to, w)
	}
	switch {
	case x != x || y != y:
		return to
	case b.kinds != nil && b.kinds[f] == level:
		return b.levelWays(to, f, x, y)
	}
	lo, hi := c.Room(f, x)
	least, most := c.Room(f, y)
	lo, hi = max(lo, least), min(hi, most)
	if c.Discrete(f) {
		return b.placeWays(to, f, x, y, lo, hi)
	}
	lo, hi = max(lo, min(x, y)), min(hi, max(x, y))
	switch {
	case !(lo <= hi):
		return to
	case lo == hi:
		return append(to, b.at(f, x, y, lo))
	}
	// x and y can both move, all the way to each other
	rise, fall := c.Weigh(f, 1), c.Weigh(f, -1)
	switch {
	case b.norm == attack.LInf: // meet where both pay the same
		share := fall / (rise + fall)
		if rise+fall == 0 {
			share = 0
		}
		return append(to, b.at(f, x, y, min(x, y)+float64(math.Abs(x-y)*share)))
	case rise != fall && b.norm != attack.L0:
		to = append(to, b.at(f, x, y, x), b.at(f, x, y, y))
	}
	return append(to, way{shared: b.norm.Cost(max(rise, fall) * (x - y))})
}

// at is the way in which the values x and y of a feature meet at z.
func (b *ball) at(f int, x, y, z float64) way {
	cost := func(from float64) float64 {
		if from == z {
			return 0
		}
		weight, change := b.constraints.Weigh(f, z-from), math.Abs(z-from)
		if b.constraints.Discrete(f) {
			return b.costOf(attack.Weighted(weight, max(0, change-b.constraints.StepRounding(f, from))))
		}
		return b.norm.Cost(attack.Weighted(weight, change))
	}
	return way{x: cost(x), y: cost(y)}
}

// placeWays appends ways to meet at an allowed value of a discrete feature between lo and hi: in norm
// inf, one that both can reach if there is any; in other norms, those nearest to one row, to the
// other and to the middle between them.
func (b *ball) placeWays(to []way, f int, x, y, lo, hi float64) []way {
	if b.norm == attack.LInf {
		eps, rounding := b.eps*inSteps, b.constraints.StepRounding(f, x)
		up, down := eps/b.constraints.Weigh(f, 1)+rounding, eps/b.constraints.Weigh(f, -1)+rounding
		if z := b.constraints.Common(f, x, y, (x+y)/2, max(lo, max(x, y)-down), min(hi, min(x, y)+up)); z == z {
			return append(to, way{})
		}
		return to
	}
	for _, near := range [3]float64{x, y, (x + y) / 2} {
		if z := b.constraints.Common(f, x, y, near, lo, hi); z == z {
			to = append(to, b.at(f, x, y, z))
		}
	}
	return to
}

// costOf returns the cost of the price of a step, reduced by as much as steps reach farther, see
// inSteps. An infinite price stays infinite, even in norm 0, where others cost 1.
func (b *ball) costOf(price float64) float64 {
	if math.IsInf(price, 1) {
		return price
	}
	return b.norm.Cost(price) / b.norm.Budget(inSteps)
}

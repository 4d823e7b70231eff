package ltattack

import (
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
)

// harvest makes use of an adversarial point. It reports whether the point has become the best.
func (c *climber) harvest() bool {
	if c.judge != nil && !c.judge() {
		return false
	}
	if c.space.Norm == attack.LInf {
		c.note()
		if c.bestCost > 0 { // a change can be too small to have a cost
			c.narrow(c.bestCost)
		}
		return true
	}
	if c.total >= trimWithin*c.bestCost {
		return false
	}
	if c.judge == nil {
		c.trim()
	}
	if c.cost0() >= c.bestCost*(1-tolerance) { // total drifts if costs are tiny
		return false
	}
	c.note()
	if limit := c.reasonable(); c.width == wide && limit > 0 && limit < rebuildAt*c.limit {
		c.enter(c.scoring, limit, c.best)
	}
	return true
}

// note makes pos the best.
func (c *climber) note() {
	c.stats.Iterations++
	c.bestCost = c.cost0()
	c.cells(c.pos, c.best)
}

// narrow lowers the limit and moves features beyond it back.
func (c *climber) narrow(limit float64) {
	if limit < rebuildAt*c.built {
		c.enter(c.scoring, limit, c.best)
		return
	}
	c.limit = limit
	for f := range c.pos {
		f := ownFeature(f)
		c.soil(f)
		if p := c.inward(f, c.pos[f]); p != c.pos[f] {
			c.put(f, p)
		}
	}
}

// reasonable returns the limit of an arena for L1 and L2, given the best point. A single feature
// may cost as much as all features of the best together, but rarely does.
func (c *climber) reasonable() float64 {
	most := 0.0
	for f, cell := range c.best {
		most = max(most, c.space.Cost[c.grid.ID(f, cell)])
	}
	return min(c.bestCost, c.width*most)
}

// trim moves features towards the victim while the sum suffices, the largest
// saving first.
func (c *climber) trim() {
	for {
		best, at, to := 0.0, ownFeature(-1), ownCell(0)
		for f := range c.pos {
			f := ownFeature(f)
			if saved, cell := c.saving(f, best); saved > best {
				best, at, to = saved, f, cell
			}
		}
		if at < 0 {
			return
		}
		c.put(at, to)
	}
}

// saving returns the largest saving of a move of a feature after which the sum
// suffices, if it is above least, and where the move leads.
func (c *climber) saving(f ownFeature, least float64) (best float64, to ownCell) {
	if c.isLoose(f) {
		return c.savingOfLevels(f, least)
	}
	here := c.pos[f]
	cost := c.cost[here]
	best = least
	sum := c.sum
	for i := here; i < c.home[f] && cost > best; {
		i++
		sum += c.diff[i]
		if saved := cost - c.cost[i]; saved > best && sum >= c.need {
			best, to = saved, i
		}
	}
	for i := here; i > c.home[f] && cost > best; i-- {
		sum -= c.diff[i]
		if saved := cost - c.cost[i-1]; saved > best && sum >= c.need {
			best, to = saved, i-1
		}
	}
	return best, to
}

// adapt raises or lowers the price of distance.
func (c *climber) adapt() {
	if c.price == 0 {
		return
	}
	if c.sum >= c.need {
		c.side++
	} else {
		c.side--
	}
	switch {
	case c.side >= pricePeriod:
		c.price *= priceStep
	case c.side <= -pricePeriod:
		c.price /= priceStep
	default:
		return
	}
	c.side = 0
	for f, live := range c.live {
		if live {
			c.soil(ownFeature(f))
		}
	}
}

// rush goes from the victim towards an adversarial point, always by the move with the best ratio of
// gain to cost, or for L-inf the largest gain. With a generator it chooses at random, better moves
// more often. It returns the number of moves.
func (c *climber) rush(r *rand.Rand) int {
	moves := 0
	for ; c.sum < c.need; moves++ {
		best, at, to := 0.0, ownFeature(-1), ownCell(0)
		for f := range c.pos {
			f := ownFeature(f)
			ratio, cell := c.ratio(f)
			if r != nil {
				ratio *= r.Float64()
			}
			if ratio > best {
				best, at, to = ratio, f, cell
			}
		}
		if at < 0 {
			break
		}
		c.put(at, to)
		if c.space.Norm != attack.LInf {
			c.price = best
		}
	}
	return moves
}

// ratio returns the best ratio of gain to cost of moves of a feature, and where it leads. Gain
// beyond need does not count.
func (c *climber) ratio(f ownFeature) (best float64, to ownCell) {
	if c.isLoose(f) {
		return c.ratioOfLevels(f)
	}
	here := c.cost[c.pos[f]]
	sum := int64(0)
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		sum += c.diff[i]
		if sum <= 0 || c.cost[i] >= c.limit {
			continue
		}
		ratio := float64(min(sum, c.need-c.sum))
		if c.space.Norm != attack.LInf {
			ratio /= max(c.cost[i]-here, tiny)
		}
		if ratio > best {
			best, to = ratio, i
		}
	}
	return best, to
}

// tiny is the cost of a move that costs nothing or less.
const tiny = 1e-300

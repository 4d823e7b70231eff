package ltattack

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rateLevels is rate for a variable, whose gains are not differences.
func (c *climber) rateLevels(f ownFeature) {
	best, at, most := math.Inf(-1), c.pos[f], int64(0)
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		most = max(most, c.diff[i])
		if g := float64(c.diff[i]) - float64(c.price*c.cost[i]); i != c.pos[f] && c.cost[i] < c.limit && g > best {
			best, at = g, i
		}
	}
	c.gain[f], c.cell[f] = best+float64(c.price*c.cost[c.pos[f]]), at
	c.live[f] = most > 0 || c.pos[f] != c.home[f]
}

// crossSet is cross for a node on a variable: any of the cells there will do.
func (c *climber) crossSet(s *spot, left bool) {
	side, right := c.sides(s)
	if !left {
		side = right
	}
	n, to := int32(0), ownCell(-1)
	for cell := side.Next(0); cell >= 0; cell = side.Next(cell + 1) {
		if p := c.first[s.feature] + ownCell(cell); c.cost[p] < c.limit {
			if n++; c.rand.Int32N(n) == 0 {
				to = p
			}
		}
	}
	if to >= 0 {
		c.forbid(s.feature)
		c.put(s.feature, to)
	}
}

// savingOfLevels is saving for a variable.
func (c *climber) savingOfLevels(f ownFeature, least float64) (best float64, to ownCell) {
	best = least
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		if saved := c.cost[c.pos[f]] - c.cost[i]; saved > best && c.sum+c.diff[i] >= c.need {
			best, to = saved, i
		}
	}
	return best, to
}

// ratioOfLevels is ratio for a variable.
func (c *climber) ratioOfLevels(f ownFeature) (best float64, to ownCell) {
	here := c.cost[c.pos[f]]
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		if c.diff[i] <= 0 || c.cost[i] >= c.limit {
			continue
		}
		ratio := float64(min(c.diff[i], c.need-c.sum))
		if c.space.Norm != attack.LInf {
			ratio /= max(c.cost[i]-here, tiny)
		}
		if ratio > best {
			best, to = ratio, i
		}
	}
	return best, to
}

// nearestLevel returns the least cost above 0 of a cell of a variable.
func (s *searcher) nearestLevel(f ensemble.Feature) float64 {
	least := inadmissible
	for _, cost := range s.space.Cost[s.space.Grid.First[f]:s.space.Grid.First[f+1]] {
		if cost > 0 {
			least = min(least, cost)
		}
	}
	return least
}

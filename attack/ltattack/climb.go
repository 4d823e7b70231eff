package ltattack

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// climber looks for the nearest adversarial point in an arena, one feature at a time, through
// points that need not be adversarial. It is a tabu search (Glover, doi:10.1287/ijoc.1.3.190): the
// best move is made even if it makes things worse, and a feature that has moved stays put for a
// while. When that makes no more progress, a kick moves the point into a leaf of a random tree,
// which may move several features at once; now and then the search starts afresh from the best
// point, or from the victim.
//
// For L-inf the arena is the ball in which the search maximises the sum of leaves; a point that
// reaches need becomes the best, and the ball shrinks to what is nearer. For L1 and L2 costs add
// up, and the search maximises the sum minus a price for the cost; the price rises while points are
// adversarial and falls while they are not, so that the search keeps crossing the boundary.
type climber struct {
	*profile
	rand *rand.Rand

	total float64 // cost of pos under L1 and L2
	width float64 // of arenas under L1 and L2, see reasonable
	price float64 // of a unit of cost, in units of the sum; 0 for L-inf
	side  int     // moves on the adversarial side minus those on the other

	gain  []float64 // of the best move of each feature, minus its price
	cell  []ownCell // and where it leads
	live  []bool    // features that differ from the victim or could gain
	until []int     // the move until which a feature is tabu
	moves int

	// judge says whether a point that reaches need is adversarial; nil means yes. If not, it may
	// enter another arena.
	judge func() bool

	best     []ensemble.Cell // the best point, in the model's cells
	bestCost float64         // +Inf if there is none

	stats *attack.Stats
}

// Measured on the reference models (make bench-attack): without kicks L-inf stays 2 to 6 % above
// the optimum on average and L1 and L2 up to 30 %; without fresh starts single rows stay 40 % above
// it. Kicking half as often takes a quarter longer for the same distances. The other values may be
// halved or doubled without much change, but narrower arenas for L1 and L2 miss the optimum on
// images.
const (
	tenure      = 3    // least number of moves that a feature is tabu
	calm        = 10   // moves between kicks
	afresh      = 0.1  // probability to set out from the victim instead
	returning   = 0.3  // probability that a kick starts from the best point
	rushCost    = 8    // what a move of a rush counts as, in moves of the climb
	priceStep   = 1.2  // factor on the price
	pricePeriod = 8    // moves on one side of the boundary before it changes
	wide        = 4    // arenas of L1 and L2, in largest costs of a feature
	rebuildAt   = 0.6  // share of the limit below which an arena is rebuilt
	trimWithin  = 1.25 // of the best cost: points worth trimming
)

// narrow are the widths of arenas that are climbed in before wide ones, with 1/narrowShare of the
// patience.
var narrow = [...]float64{0.5, 0.25}

const narrowShare = 4

func newClimber(s *attack.Space, stats *attack.Stats) *climber {
	return &climber{profile: &profile{arena: newArena(s)}, best: make([]ensemble.Cell, len(s.Home)), stats: stats}
}

// enter builds the arena of a limit and moves to the point in it that is nearest to one in the
// model's cells.
func (c *climber) enter(s *scoring, limit float64, cells []ensemble.Cell) {
	c.build(s, limit)
	m := len(c.feature)
	c.pos = zeros(c.pos, m)
	for i, f := range c.feature {
		c.pos[i] = c.within(ownFeature(i), cells[f])
	}
	c.profile.reset()
	c.gain, c.cell = zeros(c.gain, m), zeros(c.cell, m)
	c.live, c.until = zeros(c.live, m), zeros(c.until, m)
	c.moves, c.side = 0, 0
	c.total = c.cost0()
}

// within returns the own cell in reach that is nearest to a cell of the model.
func (c *climber) within(f ownFeature, cell ensemble.Cell) ownCell {
	if c.isLoose(f) {
		return c.inward(f, c.profile.arena.cell(f, cell))
	}
	p := min(max(c.profile.arena.cell(f, cell), c.first[f]), c.first[f+1]-2)
	return c.inward(f, p)
}

// inward returns the first cell on the way from p to the victim that costs
// less than the limit.
func (c *climber) inward(f ownFeature, p ownCell) ownCell {
	for c.cost[p] >= c.limit {
		if c.isLoose(f) {
			return c.home[f]
		}
		if p < c.home[f] {
			p++
		} else {
			p--
		}
	}
	return p
}

// cost0 returns the cost of pos, added up afresh.
func (c *climber) cost0() float64 {
	total := 0.0
	for _, p := range c.pos {
		total = c.space.Norm.Join(total, c.cost[p])
	}
	return total
}

// climb searches until an allowance of moves brings nothing nearer than the best, or nothing nearer
// is possible.
func (c *climber) climb(patience int) {
	left, quiet := c.allowance(patience), 0
	for left > 0 {
		if c.sum >= c.need && c.harvest() {
			left, quiet = c.allowance(patience), 0
			if c.bestCost == 0 || c.limit == c.bestCost && c.bound < c.need {
				return
			}
			continue
		}
		if quiet++; quiet > calm {
			quiet = 0
			left -= c.escape()
		}
		c.adapt()
		c.advance()
		left--
	}
}

// allowance turns patience per feature into moves.
func (c *climber) allowance(patience int) int { return patience * (10 + len(c.feature)) }

// advance makes the best move that is not tabu.
func (c *climber) advance() {
	for _, f := range c.dirty {
		c.stale[f] = false
		c.rate(f)
	}
	c.dirty = c.dirty[:0]
	best, at := math.Inf(-1), ownFeature(-1)
	for f, g := range c.gain {
		if g > best && c.until[f] <= c.moves {
			best, at = g, ownFeature(f)
		}
	}
	c.moves++
	if at >= 0 {
		c.forbid(at)
		c.put(at, c.cell[at])
	}
}

// forbid makes a feature tabu for a while.
func (c *climber) forbid(f ownFeature) {
	c.until[f] = c.moves + tenure + c.rand.IntN(tenure+len(c.feature)/8)
}

// rate finds the best move of a feature.
func (c *climber) rate(f ownFeature) {
	if c.isLoose(f) {
		c.rateLevels(f)
		return
	}
	first := c.first[f]
	diff := c.diff[first : c.first[f+1]-1]
	cost := c.cost[first:][:len(diff)]
	here := int(c.pos[f] - first)
	best, at := math.Inf(-1), here
	sum, most := int64(0), int64(0)
	for i, d := range diff {
		sum += d
		most = max(most, sum)
		if g := float64(sum) - float64(c.price*cost[i]); g > best && i != here && cost[i] < c.limit {
			best, at = g, i
		}
	}
	c.gain[f], c.cell[f] = best+float64(c.price*cost[here]), first+ownCell(at)
	c.live[f] = most > 0 || first+ownCell(here) != c.home[f]
}

// put moves a feature.
func (c *climber) put(f ownFeature, to ownCell) {
	c.total += c.cost[to] - c.cost[c.pos[f]]
	c.move(f, to)
	c.stats.Neighbors++
	c.stats.Trees += len(c.touched)
}

package bound

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// findGrain returns the largest number of which the costs of all cells are whole multiples: 1 in L0, and
// wherever all that moves are levels at one price. Then no point costs 2.9, and the ball of 2.9 is that
// of 2, whose bound is far lower. It returns 0 if there is no such number, as with most thresholds of
// numbers, and in LInf, where costs do not add up.
func (b *Builder) findGrain() float64 {
	grain := 0.0
	if !b.sum || !b.eachCost(func(cost float64) bool {
		grain = divisor(grain, cost)
		return grain > 0
	}) {
		return 0
	}
	if !b.eachCost(func(cost float64) bool {
		return math.Abs(cost-float64(math.Round(cost/grain)*grain)) <= tolerance/4*cost
	}) {
		return 0
	}
	return grain
}

// finest is about how many grains two costs may be at most: where they are more, balls are no smaller
// for it, and rounding tells no multiples from others.
const finest = 1 << 20

// eachCost calls f for the costs of the cells that the space is filled in for, but 0, until it
// returns false, and reports whether it never did.
func (b *Builder) eachCost(f func(cost float64) bool) bool {
	for _, feature := range b.split {
		first := b.grid.First[feature]
		for _, cost := range b.space.Cost[first+ensemble.CellID(b.space.Lo[feature]) : first+ensemble.CellID(b.space.Hi[feature])+1] {
			if cost > 0 && cost < math.Inf(1) && !f(cost) {
				return false
			}
		}
	}
	return true
}

// divisor returns the greatest common divisor of two costs, by Euclid's algorithm and nearly: 0 if it
// is a small part of them. The first may be 0.
func divisor(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	least, noise := a/(2*finest), float64(a*tolerance)
	for b > noise && a >= least {
		a, b = b, math.Mod(a, b)
	}
	if a < least {
		return 0
	}
	return a
}

// Whole returns the largest cost up to a given one that a point may have, as far as it is known, with
// what rounded sums may add to it.
func (b *Builder) Whole(cost float64) float64 {
	if b.grain == 0 {
		return cost
	}
	return float64(b.times(cost)*b.grain) * (1 + tolerance)
}

// times returns how many whole grains a cost holds, or one more if rounded sums could be all that it lacks:
// less than the tolerance.
func (b *Builder) times(cost float64) float64 {
	return math.Floor(float64(cost/b.grain) * (1 + tolerance/2))
}

// Next returns the least cost above a given one that a point may have, as far as it is known: +Inf
// if there is none.
func (b *Builder) Next(cost float64) float64 {
	switch {
	case !b.sum:
		return b.nextCell(cost)
	case b.grain == 0:
		return max(cost*(1+tolerance), b.nextCell(0))
	}
	if next := float64((b.times(cost) + 1) * b.grain); next <= b.Far()*(1+tolerance) {
		return next
	}
	return math.Inf(1)
}

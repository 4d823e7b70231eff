package exact

import "math"

const (
	aloneNodes = 64 // boxes in LInf before the heuristic is asked: bounds are so tight that they mostly find the example

	// Efforts, in boxes.
	firstEffort     = 400 // of a ball at first
	firstEffortLInf = 16
	effortGrowth    = 4  // from one round of all contests to the next
	raiseShare      = 2  // of the effort for raising the bound one ball takes this part
	outOfReach      = 16 // of the effort a ball that looks too hard takes this part

	// Balls, by their costs.
	probeGrowth = 4.   // from one plain bound to the next, as long as trees rule it out
	probeNear   = 1.2  // plain bounds are not sought closer than this
	firstGrowth = 1.3  // of distances, as long as no example is known
	stride      = 1.5  // the largest step between balls that raise the bound
	leastRaise  = 2    // the smallest, in units of near
	near        = 0.02 // relative difference below which it is better to search harder than between
	nearRoot    = near / 4

	// Sweeps at a box: at least minSweeps, at most maxSweeps, and no more once
	// as much as the last one brought would have to come patience times over.
	minSweeps    = 2
	maxSweeps    = 60
	patience     = 15
	rootSweeps   = 180  // with Root
	rootPatience = 5    // with Root, times patience
	shrunkEnough = 0.95 // share of a box below which what is left of it is bounded anew
)

// unlimited is a number of boxes that no search gets to; sums do not overflow.
const unlimited = math.MaxInt / 8

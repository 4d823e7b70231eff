package exact

import "math"

// Measured with half and twice the value (for 1.3: 1.15 and 1.6) on seven of the reference models,
// 12 rows each, and on both of MNIST, 8 rows each (make bench-prove), by the boxes until the proof
// and the work of all sweeps, which is their number times the size of the graphs. If a value has no
// figures, work changes by at most 3 %.
const (
	aloneNodes = 64 // boxes before the heuristic is asked, or asked again with full patience: in LInf bounds are so tight that they mostly find the example first

	// quickPatience is the heuristic's patience before these boxes, if costs add up. On 180 columns
	// of 0 and 1 they then prove what it finds in a third of the time.
	quickPatience = 1

	// Efforts, in boxes. Models like these are mostly proved within the first one: half or twice of
	// the others only changes MNIST if costs add up, by at most 3 %.
	firstEffort     = 400 // of a ball at first; twice: 5 % less work on MNIST; half: 9 % more for decisions
	firstEffortLInf = 16  // half: 11 % fewer boxes on MNIST, twice: 19 % more, for the same work
	effortGrowth    = 4   // factor from one round of all contests to the next
	raiseShare      = 2   // a ball takes this part of the effort for raising the bound
	outOfReach      = 16  // a ball that looks too hard takes this part of the effort

	// Balls, by their costs.
	probeGrowth = 4.   // from one plain bound to the next, while trees rule it out; 8: 4 to 5 % more work with Root
	probeNear   = 1.2  // ratio below which plain bounds are not refined; 1.1: 5 to 8 % more work with Root
	firstGrowth = 1.3  // of distances, while no example is known; in LInf 1.6: 26 % more work with Root, 6 % more without, MNIST 11 % less
	stride      = 1.5  // the largest step between balls that raise the bound
	leastRaise  = 2    // the smallest, in units of near
	near        = 0.02 // relative difference below which it is better to search harder than in between

	// nearRoot is near for Root: half of it takes 4 % more work in LInf and 16 % more if costs add
	// up, for bounds nearer to the optimum by 0.0001 and 0.001 of it; twice takes 6 and 14 % less,
	// for bounds 0.0005 and 0.002 farther.
	nearRoot = near / 4

	// Sweeps at a box: at least minSweeps, at most maxSweeps, and no more once what is missing is
	// more than patience times what the last one brought.
	minSweeps    = 2    // 1: 2 to 10 % less work, 4 % more boxes if costs add up; 4: 20 to 32 % more work
	maxSweeps    = 60   // hardly ever reached
	patience     = 15   // half: 7 to 10 % less work in 7 to 13 % more boxes; twice: 17 to 21 % more work
	rootSweeps   = 180  // with Root; hardly ever reached
	rootPatience = 5    // with Root, times patience; half: 25 % less work, 0.0003 farther from the optimum; twice: 13 to 20 % more
	shrunkEnough = 0.95 // share of a box below which what is left of it is bounded again, with Root; up to 4 % of work either way
)

// unlimited is a number of boxes that no search reaches; sums of it do not overflow.
const unlimited = math.MaxInt / 8

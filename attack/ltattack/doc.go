// Package ltattack is LT-Attack: the search for the nearest adversarial example among leaf tuples
// (Zhang, Zhang and Hsieh, "An Efficient Adversarial Attack for Tree Ensembles", NeurIPS 2020,
// arXiv:2010.11598), and a search that goes beyond it and is the default.
//
// # The paper
//
// A point falls into one leaf of each tree: its leaf tuple. The intersection
// of the leaves' bounding boxes is again a box, the tuple's prediction holds
// in all of it, and its point nearest to the victim is read off feature by
// feature. So the search goes from adversarial tuple to adversarial tuple,
// each nearer to the victim than the last, changing one leaf at a time.
//
//	attack.go    the options; duel.go what a search has to win
//	tuple.go, tuplelevels.go, splits.go
//	             a leaf tuple, its box, its nearest point, its sums; trees by their cuts
//	neighbor.go, candidate.go
//	             Neighbor_Bound: the neighbours that can be nearer, and what each is worth
//	start.go     random starts, fine binary search
//	noise.go     escape from local optima by noise
//	naive.go     the neighbourhoods that the paper argues against
//	stats.go, remoteness.go, table.go
//	             the sizes and distances of the paper's tables
//
// The box is kept as a count, per cut, of the trees that end there, so the cost of a move depends
// on the path lengths of the moved leaves, not on the number of trees.
//
// # The climb
//
// Near the victim little of a model is in reach: an arena is what is left of the trees when only
// cells nearer than the best example count. In an arena the effect of every change of one feature
// is known and kept up to date, so that a move takes about a microsecond, and a tabu search can
// afford to pass through points that are not adversarial. Kicks into a leaf of a random tree change
// several features at once, which is what leaf tuples are about.
//
//	rival.go     the classes that can win, and what is known about each
//	approach.go  the order of arenas: a first example, then the climb
//	arena.go, crossings.go
//	             the trees near the victim, and which of them a move concerns
//	profile.go   the effects of all changes of one feature
//	levels.go, profile_levels.go, climb_levels.go  the same for cells without an order
//	climb.go, kick.go
//	             the tabu search; its kicks and fresh starts
//	harvest.go   adversarial points: shrink the ball, or trim and set the price
//	targeted.go  several contrasts at once
//
// An arena also bounds: if the best leaves of all trees together do not suffice, nothing in reach
// is adversarial. That gives lower bounds, now and then a proof of optimality, and the proof that
// there is no example at all.
//
// Examples count only once the plain predictor agrees, see search.go.
package ltattack

// Package bound bounds the largest margin in a ball around a victim by
// message passing.
//
// # The graph
//
// Finding the point of a ball that wins by the largest margin is MAP inference in a factor graph: a
// variable per feature, a factor per tree. Only what the ball leaves open counts: trees with
// several leaves in reach, the features that they split there, and for each feature the segments
// between the cuts that occur. A tree sees coarse segments, between its own cuts.
//
//	feature 3   |  0  |  1  | 2 |   3   |      fine segments
//	tree 17     |     0     |     1     |      coarse segments of a pair
//	tree 40     |  0  |        1        |
//
// # The bound
//
// A tree sends a message to each of its features: an integer per coarse segment, subtracted from
// its leaves (a leaf gives up the least it could) and added to the belief of the feature. Whatever
// the messages, the best belief of each feature plus the best reweighted leaf of each tree bound
// the margin.
//
// Messages pass feature by feature, back and forth: sequential reweighted message passing (SRMP;
// Kolmogorov, "A New Look at Reweighted Message Passing", IEEE TPAMI 37(5), 2015, arXiv:1309.5655),
// block coordinate descent on the dual linear program. A feature collects all that its trees know
// of it, its max-marginals, and sends equal shares of the sum to those trees that have other
// features still to come, so that what is learnt on the way reaches the end in one sweep. Handing
// everything to the features tree by tree instead, as in MPLP (Globerson and Jaakkola, NIPS 2007),
// takes many more sweeps to the same bound on a thousand trees of images. The bound falls with
// every feature (except for rounded shares), and is known after each.
//
// A leaf or a segment that cannot be part of an answer, given the bound and the margin needed, is
// dead: in the graph, and in every part cut from it.
//
// All values are integers. Units are scaled down to 42 bits, with leaves rounded up and the need
// rounded down, so that the bound is sound as it stands.
//
// The cells of a variable (package ensemble) have no order: each cell in the ball is a fine
// segment, a coarse one is a class of cells that the tree does not tell apart, and a side is a list
// of such classes.
//
// # Costs
//
// In LInf a ball is a box. If costs add up, a price lambda per unit of cost goes into the beliefs.
// A point of the ball pays at most lambda times the limit, so for each lambda, margins minus prices
// bound the margin once this is added. Between sweeps lambda moves to where the point that the
// features prefer, each by the sum it has collected, costs exactly the limit.
//
// # Names
//
//	g graph      p pair (tree, feature)   j coarse segment   k fine segment, side
//	i feature    l leaf                   q reweighted leaves of a tree
//
//	graph.go               what a graph holds; build.go, segments.go make it of the grid
//	child.go, copy.go      a part of a graph
//	sweep.go, messages.go  the hot loop   pairs.go   pairs by feature
//	span.go    many changes and maxima of spans at once
//	grain.go   costs that are whole multiples of one
//	price.go   lambda                     ball.go    which cells and leaves a ball holds
//	point.go   the point that features prefer, where to cut in two
//	climb.go   moving points feature by feature
//	margin.go  the largest margin of a ball
//	dive.go    points without a graph
//	levels.go, sweeplevels.go, splitlevels.go, cutlevels.go, copylevels.go  all of
//	           these for cells without an order
package bound

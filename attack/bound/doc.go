// Package bound bounds the largest margin in a ball around a victim by
// message passing.
//
// # The graph
//
// Which point of a ball wins by the largest margin is MAP inference in a
// factor graph: a variable per feature, a factor per tree. Only what the ball
// leaves open counts: trees with several leaves in reach, the features that
// they split there, and of each feature the segments between the cuts that
// occur. A tree sees coarse segments, between its own cuts.
//
//	feature 3   |  0  |  1  | 2 |   3   |      fine segments
//	tree 17     |     0     |     1     |      coarse segments of a pair
//	tree 40     |  0  |        1        |
//
// # The bound
//
// A tree hands a message to each of its features: an integer per coarse
// segment, taken off its leaves (a leaf gives up the least it could) and added
// to the belief of the feature. Whatever the messages, the best belief of each
// feature plus the best reweighted leaf of each tree bound the margin. A step
// takes a tree's messages back and hands everything it knows to its features,
// pair after pair: block coordinate descent on the dual linear program, as in
// MPLP (Globerson and Jaakkola, NIPS 2007), with messages that leave nothing
// behind as in MPLP++ (Tourani et al., ECCV 2018). The bound only falls, it is
// known after every tree, and a tree keeps reweighted leaves of at most 0.
// Handing pair after pair instead of all at once, and taking trees back and
// forth, halve the boxes that a proof needs.
//
// Everything is in integers. Units are cut down to 42 bits, leaves rounded up
// and what is needed rounded down, so that the bound is sound as it stands.
//
// # Costs
//
// In LInf a ball is a box. Where costs add up, a price lambda per unit of cost
// goes into the beliefs: a point of the ball pays at most lambda times the
// limit, so margins less prices plus that bound the margin, for each lambda.
// Between sweeps lambda moves to the best one for the beliefs as they are.
//
// # Names
//
//	g graph      p pair (tree, feature)   j coarse segment   k fine segment, side
//	i feature    l leaf                   q reweighted leaves of a tree
//
//	build.go   a graph from the grid      child.go  a part of a graph
//	sweep.go   messages, the hot loop     price.go  lambda
//	point.go   the point believed in, where to cut in two
//	climb.go   moving points feature by feature
package bound

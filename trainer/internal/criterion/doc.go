// Package criterion says which split of a node is the best.
//
// A [Criterion] sees one feature at a time: the sums of the values of the node's
// rows by bin ([Sums]), from which it picks the best [Split]. It is called once
// per node and feature, so a new one costs the loops that sum nothing. A row
// adds its value to the sums of its channel: boosting has one channel and packs
// gradient and hessian into the value (quantise.go); a forest has one per class
// and adds weights, or packs two classes into one value.
//
//	newton.go, constrained.go                  boosting
//	impurity.go, binary_impurity.go            classification forests
//	robust.go, robust_impurity.go              both in the worst case
//
// What newton.go and binary_impurity.go search is in pair.go, and how levels of
// categories become something to search in levels.go and moved_levels.go.
//
// # Robust splits
//
// An adversary moves values within a [bins.Reach], and for each threshold a
// [bins.Window] says which bins he can move across it. With a channel for each
// side that he pushes rows to, the worst case of a threshold is a difference of
// running sums. So it is of levels, which have no windows: there the sums of where rows
// stay and of where they can be brought to run apart from those of where they are.
package criterion

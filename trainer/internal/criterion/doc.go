// Package criterion decides which split of a node is the best.
//
// A [Criterion] sees one feature at a time: the sums of the values of the node's rows by bin ([Sums]),
// from which it picks the best [Split]. It is called once per node and feature, so that the loops that
// do the summing need not know it. A row adds its value to the sums of its channel: boosting has one
// channel and packs gradient and hessian into the value (quantise.go); a forest has one per class and
// adds weights, or packs two classes into one value.
//
//	newton.go, constrained.go                  boosting
//	impurity.go, binary_impurity.go            classification forests
//	robust.go, robust_impurity.go              both in the worst case; where it puts the rows of a
//	                                           forest is in robust_placement.go
//
// The search that newton.go and binary_impurity.go share is in pair.go; levels.go and moved_levels.go
// turn the levels of categories into something to search.
//
// # Robust splits
//
// The attacker moves values within a [bins.Reach], and for each threshold a [bins.Window] says which
// bins can be moved across it. With a channel for each side that rows are pushed to, the worst case of
// a threshold is a difference of running sums. The same works for levels, which have no windows: there
// running sums of where rows are sure to stay and of where they can be brought take the place of
// windows.
package criterion

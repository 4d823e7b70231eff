// Package hist grows trees on binned data: what gbdt and forest share.
//
// # The data
//
// A feature is cut into at most 255 bins at thresholds between its values
// (sample.go, slots.go, distinct.go, cuts.go), and a bin is one byte (bins.go, table.go, put.go).
// Eight features share a uint64 per row: a block. Histograms are sums of
// integers by bin (sweep.go), so that they do not depend on the order of rows
// or on threads. A row adds its value to the histogram of its channel: boosting
// has one channel and packs gradient and hessian into the value (quantise.go);
// a forest has one per class and adds weights. Of sparse data the cells outside the commonest bin of
// their slot are listed row by row, and only these are summed (sparse.go,
// tiles.go); with few bins their histograms are narrow, and small enough to be
// kept for every node.
//
// # Growing
//
// A [Grower] splits node by node (grow.go). The rows of a node are a range of
// one array, in ascending order, with their values beside them; a split
// parts the range (partition.go). Of two children the smaller one's
// histogram is summed and the other one's is what remains of the parent's.
// Nodes with fewer rows than bins are summed feature by feature, touching only
// the bins that their rows are in (small.go). Where nodes try few features, as
// in forests, all are, from a copy of the bins by column. A [Criterion] picks the best
// split of a feature from its histogram; it is called once per node and
// feature, so a new one costs the loops nothing: newton.go and constrained.go
// for boosting, impurity.go and binary_impurity.go for forests, robust.go and
// robust_impurity.go for the worst case under an adversary, whose reach.go says
// what can move. What newton.go and binary_impurity.go search is in pair.go.
//
// Memory decides the speed. A node deep in the tree has its rows strewn over
// the whole data, so a subtree works on a copy of its rows, side by side
// (base.go), and trees grow depth first, so that few histograms and copies are
// alive at a time (frontier.go). Where the leaf with the largest gain comes
// first, the subtrees share one copy instead. With several threads, the top of
// a tree is grown by all of them together, each summing a stretch of the rows,
// and its subtrees by one each (fork.go). Growers leave their memory to those of
// the next training run (memory.go).
//
// # Robust splits
//
// An adversary moves values within a [Reach]. For each threshold a [Window]
// says which bins he can move across it (reach.go), so that with a channel
// for each side that he pushes rows to, the worst case of a threshold is a
// difference of running sums: [Robust] for boosting (robust.go), and
// [RobustImpurity] for forests. Rows are parted by where they are, so all else
// is as in natural training, or go to every child that they can be brought to
// (both.go). Children then overlap, and what is left of a parent's histogram
// without the rows of the other child alone is that of a child.
//
// # Names
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
//	h  histogram   v  value of a row
package hist

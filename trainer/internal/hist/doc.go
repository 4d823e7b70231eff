// Package hist grows trees on binned data: what gbdt and forest share.
//
// # The data
//
// A feature is cut into at most 255 bins at thresholds between its values
// (cuts.go), and a bin is one byte (bins.go). Eight features share a uint64
// per row: a block. Histograms are sums of integers by bin (sweep.go), so
// that they do not depend on the order of rows or on threads. A row adds its
// value to the histogram of its channel: boosting has one channel and packs
// gradient and hessian into the value (quantise.go); a forest has one per
// class and adds weights.
//
// # Growing
//
// A [Grower] splits node by node (grow.go). The rows of a node are a range of
// one array, in ascending order, with their values beside them; a split
// parts the range (partition.go). Of two children the smaller one's
// histogram is summed and the other one's is what remains of the parent's.
// Nodes with fewer rows than bins are summed feature by feature, touching only
// the bins that their rows are in (small.go). A [Criterion] picks the best
// split of a feature from its histogram; it is called once per node and
// feature, so a new one costs the loops nothing.
//
// # Names
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
//	h  histogram   v  value of a row
package hist

// Package grow grows trees on binned data, for both gbdt and forest. It sums the values of a node's
// rows by bin (package bins) and asks a criterion (package criterion) for the best split.
//
// # Structure
//
// A [Grower] grows one tree after another (grow.go), with a worker for each goroutine. Each type below
// is embedded in the next one, and has its methods in the files named:
//
//	view        what a worker sees: rows, bins, layout of histograms (layout.go)
//	histograms  sums the rows of nodes, keeps the memory (histogram.go)
//	search      the best split of a node: from its histogram (search.go), or from
//	            few rows slot by slot (small.go, tiles.go), by several goroutines
//	            if slots are many (share.go)
//	worker      splits nodes and partitions their rows (worker.go, both.go)
//
// # Histograms
//
// Histograms are sums of integers by channel, slot and bin (sweep.go), so that they do not depend on
// the order of rows or on threads. The rows of a node are a range of one array, in ascending order,
// with their values beside them; a split partitions the range (partition.go). After a split the
// histogram of the smaller child is summed, and that of the larger one is the rest of the parent's.
// Nodes with few rows are summed slot by slot, touching only the bins that occur. If nodes try few
// features, as in forests, all nodes are summed that way, from a copy of the bins by column; columns.go
// draws the features. For sparse data only the cells that package bins lists are summed;
// with few bins such histograms are narrow, and small enough to be kept for every node.
//
// # Memory decides the speed
//
// The rows of a node deep in the tree are scattered over the whole data, so a subtree works on a copy
// of its rows, side by side (base.go), and trees grow depth first, so that few histograms and copies
// are alive at the same time (frontier.go). If the leaf with the largest gain comes first, the subtrees
// share one copy instead. With several threads, all of them grow the top of a tree together, each
// summing a stretch of the rows, or some of the slots if these are many, and then one subtree each
// (fork.go). Growers leave their memory to those of the next training run (memory.go).
//
// # Robust splits
//
// Rows are partitioned by where they are, so that everything else is as in natural training, or go to
// every child that the attacker can bring them to (both.go). Then children overlap, and the histogram
// of a child is the parent's minus the rows that are only in the other child.
//
// # Names
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
//	h  histogram   v  value of a row
package grow

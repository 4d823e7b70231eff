// Package grow grows trees on binned data: what gbdt and forest share. It sums
// the bins of the rows of a node, which package bins has made, and asks a
// criterion of package criterion for the best split.
//
// # Who does what
//
// A [Grower] grows one tree after another (grow.go), with a worker for each
// goroutine. Each type below is embedded in the next one, and has its methods
// in the files that are named:
//
//	view        what a worker sees: rows, bins, layout of histograms (layout.go)
//	histograms  sums the rows of nodes, keeps the memory (histogram.go)
//	search      the best split of a node: from its histogram (search.go), or from
//	            few rows slot by slot (small.go, tiles.go)
//	worker      splits nodes and parts their rows (worker.go, both.go)
//
// # Histograms
//
// Histograms are sums of integers by channel, slot and bin (sweep.go), so that
// they do not depend on the order of rows or on threads. The rows of a node are
// a range of one array, in ascending order, with their values beside them; a
// split parts the range (partition.go). Of two children the smaller one's
// histogram is summed and the other one's is what remains of the parent's.
// Nodes with fewer rows than bins are summed slot by slot, touching only the
// bins that their rows are in. Where nodes try few features, as in forests, all
// are, from a copy of the bins by column; columns.go draws the features. Of
// sparse data only the cells that bins lists are summed; with few bins such
// histograms are narrow, and small enough to be kept for every node.
//
// # Memory decides the speed
//
// A node deep in the tree has its rows strewn over the whole data, so a subtree
// works on a copy of its rows, side by side (base.go), and trees grow depth
// first, so that few histograms and copies are alive at a time (frontier.go).
// Where the leaf with the largest gain comes first, the subtrees share one copy
// instead. With several threads, the top of a tree is grown by all of them
// together, each summing a stretch of the rows, and its subtrees by one each
// (fork.go). Growers leave their memory to those of the next training run
// (memory.go).
//
// # Robust splits
//
// Rows are parted by where they are, so all else is as in natural training, or
// go to every child that an adversary can bring them to (both.go). Children then
// overlap, and what is left of a parent's histogram without the rows of the
// other child alone is that of a child.
//
// # Names
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
//	h  histogram   v  value of a row
package grow

package grow

import (
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Work below these sizes is not worth a second goroutine.
const (
	manyCells = 100_000 // rows times slots of a histogram
	manyRows  = 50_000  // rows to partition

	manyBlocks = 8 // of a histogram, for each of the threads
)

// fork puts a node aside for any worker, if several grow the tree and the node's share of it is small
// enough for them to end at about the same time.
func (w *worker) fork(f *frontier, n *node) bool {
	g := w.g
	if w.threads == 1 || g.Both || f.order != depthFirst || n.Rows*2*w.threads > len(g.rows.row) {
		return false
	}
	g.forks = append(g.forks, n)
	return true
}

// expandForks grows the subtrees that were put aside, the largest first. It shares out the free
// histograms among the workers.
func (g *Grower) expandForks() {
	if len(g.forks) == 0 {
		return
	}
	slices.SortStableFunc(g.forks, func(a, b *node) int { return b.Rows - a.Rows })
	free := g.workers[0].free
	for i, w := range g.workers {
		lo, hi := len(free)*i/len(g.workers), len(free)*(i+1)/len(g.workers)
		w.threads, w.free, w.helpers = 1, free[lo:hi:hi], nil
	}
	parallel.Workers(g.Threads, len(g.forks), func(worker, i int) {
		g.workers[worker].expand(g.forks[i])
	})
	g.forks = g.forks[:0]
}

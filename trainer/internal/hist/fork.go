package hist

import "sync"

// Work below these sizes is not worth a second goroutine.
const (
	manyCells = 100_000 // rows times slots of a histogram
	manyRows  = 50_000  // rows to part
)

// fork puts a node aside for any worker, if the tree is grown by several and
// the node's share of it is small enough that they end together.
func (w *worker) fork(f *frontier, n *Node) bool {
	g := w.g
	if w.threads == 1 || f.order != depthFirst || n.Len()*4*w.threads > len(g.rows.row) {
		return false
	}
	g.forks = append(g.forks, n)
	return true
}

// expandForks grows the subtrees that were put aside.
func (g *Grower) expandForks() {
	for _, w := range g.workers {
		w.threads = 1
	}
	ParallelWorkers(g.Threads, len(g.forks), func(worker, i int) {
		g.expand(g.workers[worker], g.forks[i])
	})
	g.forks = g.forks[:0]
}

// pool holds histograms that were given back.
type pool struct {
	mutex sync.Mutex
	free  [][]block
}

// take returns a cleared histogram of a number of blocks.
func (p *pool) take(size int) []block {
	p.mutex.Lock()
	var h []block
	if last := len(p.free) - 1; last >= 0 {
		h, p.free = p.free[last], p.free[:last]
	}
	p.mutex.Unlock()
	if len(h) != size {
		return make([]block, size)
	}
	clear(h)
	return h
}

func (p *pool) put(h []block) {
	p.mutex.Lock()
	p.free = append(p.free, h)
	p.mutex.Unlock()
}

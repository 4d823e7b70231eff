package grow

import "sync"

// memory is what a grower works in. Where many small models are trained, to
// make it anew for each would cost more than to grow some trees.
type memory struct {
	rows    rows
	moved   base // copies of the rows of small nodes, see baseOf
	columns columns
	workers []*worker
	forks   []*node // subtrees for the workers to share out
	tree    Tree
}

// memories are those that growers have left to others.
var memories = sync.Pool{New: func() any { return &memory{} }}

// Release leaves the memory of a grower, with its last tree, to others.
func (g *Grower) Release() {
	if g.memory == nil {
		return
	}
	g.columns.Sampling, g.columns.slots = Sampling{}, nil
	for _, w := range g.workers {
		w.g, w.criterion, w.limits, w.view = nil, nil, nil, view{} // which the data hang on
	}
	memories.Put(g.memory)
	g.memory = nil
}

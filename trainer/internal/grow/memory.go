package grow

import "sync"

// memory is the working memory of a grower. For many small models, making it anew for each would cost
// more than growing some trees.
type memory struct {
	rows    rows
	moved   base // copies of the rows of small nodes, see baseOf
	columns columns
	workers []*worker
	forks   []*node // subtrees to be shared out among workers
	tree    Tree
}

// memories are kept for later growers.
var memories = sync.Pool{New: func() any { return &memory{} }}

// Release leaves the memory of a grower, including its last tree, to others.
func (g *Grower) Release() {
	if g.memory == nil {
		return
	}
	g.columns.Sampling, g.columns.slots = Sampling{}, nil
	for _, w := range g.workers {
		w.g, w.criterion, w.limits, w.helpers, w.view = nil, nil, nil, nil, view{} // these refer to the data
	}
	memories.Put(g.memory)
	g.memory = nil
}

package hist

import (
	"slices"
	"sync"
)

// memory is what a grower works in. Where many small models are trained, to
// make it anew for each would cost more than to grow some trees.
type memory struct {
	rows    rows
	moved   base // copies of the rows of small nodes, see baseOf
	columns columns
	workers []*worker
	forks   []*Node // subtrees for the workers to share out
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
		w.g, w.criterion, w.base = nil, nil, nil // which the data hang on
	}
	memories.Put(g.memory)
	g.memory = nil
}

// Extend returns s with n more values, whatever they are. Soon as many rows are
// added as there were, so memory is doubled; what is not used yet costs nothing.
func Extend[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		s = slices.Grow(s, max(n, len(s)))
	}
	return s[:len(s)+n]
}

// Resize returns s with n values, or others in its place, whatever they are. Rows
// are added from round to round, so what has to grow gets room to grow on.
func Resize[T any](s []T, n int) []T {
	if have := cap(s); have < n {
		room := n
		if have > 0 {
			room += n / 4
		}
		s = make([]T, n, room)
	}
	return s[:n]
}

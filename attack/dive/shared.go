package dive

import (
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// shared is what plans share: if each leaf has one value, trees are laid out once for all contrasts of
// the same units.
type shared struct {
	grid  *ensemble.Grid
	first []int32  // for each leaf of the grid, its first side
	laid  sync.Map // by the first of the units, a func() *laid
}

// laid is all trees, laid out for when they speak for the rival and for when they speak for the class.
type laid struct {
	nodes       []node
	plus, minus []tree
}

// of returns the trees laid out in some units.
func (s *shared) of(units []int64) *laid {
	all, _ := s.laid.LoadOrStore(&units[0], sync.OnceValue(func() *laid {
		l, trees := newLayout(s.grid, s.first), len(s.grid.Root)
		l.nodes = slices.Grow(l.nodes, 2*(2*len(units)-trees))
		of := &laid{}
		for t := range trees {
			of.plus = append(of.plus, l.lay(int32(t), ensemble.Values{Plus: units}))
			of.minus = append(of.minus, l.lay(int32(t), ensemble.Values{Minus: units}))
		}
		of.nodes = l.nodes
		return of
	}))
	return all.(func() *laid)()
}

// tree returns a tree as it counts in a contrast.
func (l *laid) tree(t int32, v ensemble.Values) tree {
	if v.Minus == nil {
		return l.plus[t]
	}
	return l.minus[t]
}

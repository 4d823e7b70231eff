package smoothing

import (
	"maps"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tree is a model of one tree.
type tree struct {
	grid  *ensemble.Grid
	sides [][]ensemble.Side // of each leaf
}

func newTree(g *ensemble.Grid) *tree {
	t := &tree{grid: g}
	for l := range g.NumLeaves() {
		t.sides = append(t.sides, g.LeafSides(ensemble.Leaf(l)))
	}
	return t
}

// wins reports whether a class is certainly the one predicted in a leaf.
func (t *tree) wins(l int, label int) bool {
	for rival := range t.grid.Ensemble.Classes {
		if rival == label {
			continue
		}
		if c := t.grid.Contrast(label, rival); c.Base+c.Values(0).At(ensemble.Leaf(l)) >= c.Need {
			return false
		}
	}
	return true
}

// probability returns how often noise moves a row to a leaf of the class.
func (t *tree) probability(near []chances, label int) float64 {
	total := 0.0
	for l, sides := range t.sides {
		if !t.wins(l, label) {
			continue
		}
		p := 1.0
		for _, s := range sides {
			within := 0.0
			for c := s.Lo; c <= s.Hi; c++ {
				within += near[s.Feature][c]
			}
			p *= within
		}
		total += p
	}
	return total
}

// ofTree returns the radius of a row that the structure of a single tree proves, -1 if the model is not
// a single tree.
func (s *Smoother) ofTree(x []float64, label int) float64 {
	t, ok := s.exact.(*tree)
	if !ok {
		return -1
	}
	w := worst{tree: t, x: x, label: label, keep: s.noise.(Flip).Keep, side: map[ensemble.Feature]bool{}}
	const enough = 64
	split := t.grid.NumCells() - len(x) // columns
	w.most = min(split, enough)
	radius := -1
	for _, p := range w.below(t.grid.Root[0]).least {
		if p-slack <= 0.5 {
			return float64(radius)
		}
		radius++
	}
	if w.most == split { // all columns that matter may change
		radius = len(x)
	}
	return float64(radius)
}

// worst finds the smallest probability of a class when columns of a row are changed, from the leaves
// up (Lee et al. 2019).
type worst struct {
	*tree
	x     []float64
	label int
	keep  float64
	most  int // largest number of changes considered

	side map[ensemble.Feature]bool // on the path to a node: whether a column went left
}

// subtree is what is known about the rows below a node.
type subtree struct {
	least    []float64                 // lower bound on the probability of the class, by number of changes
	features map[ensemble.Feature]bool // features that are split there
}

func (w *worst) below(n int32) subtree {
	s := subtree{make([]float64, w.most+1), map[ensemble.Feature]bool{}}
	if n < 0 {
		if w.wins(int(^n), w.label) {
			for i := range s.least {
				s.least[i] = 1
			}
		}
		return s
	}
	node := w.grid.Nodes[n]
	if left, known := w.side[node.Feature]; known { // the column was split above
		if left {
			return w.below(node.Left)
		}
		return w.below(node.Right)
	}
	w.side[node.Feature] = true
	near := w.below(node.Left)
	w.side[node.Feature] = false
	far := w.below(node.Right)
	delete(w.side, node.Feature)
	if w.x[node.Feature] > w.grid.Cuts[node.Feature][node.Cut] {
		near, far = far, near
	}
	apart := true // no column is split below both children
	for f := range near.features {
		apart = apart && !far.features[f]
	}
	for r := range s.least {
		s.least[r] = mix(w.keep, near.least, far.least, r, apart)
		if r > 0 {
			s.least[r] = min(s.least[r], mix(1-w.keep, near.least, far.least, r-1, apart))
		}
	}
	maps.Copy(s.features, near.features)
	maps.Copy(s.features, far.features)
	s.features[node.Feature] = true
	return s
}

// mix returns the smallest probability when r changes are divided between the sides of a split, the
// first of which is taken with probability p. If a column is split on both sides, one change serves
// both, so each side may have all r: the result is then a lower bound.
func mix(p float64, a, b []float64, r int, apart bool) float64 {
	if !apart {
		return float64(p*a[r]) + float64((1-p)*b[r])
	}
	least := math.Inf(1)
	for i := range r + 1 {
		least = min(least, float64(p*a[i])+float64((1-p)*b[r-i]))
	}
	return least
}

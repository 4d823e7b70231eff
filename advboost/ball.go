package advboost

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Ball is what an adversary can make of a row: all rows within Eps of it that
// the constraints allow.
type Ball struct {
	Norm        attack.Norm
	Eps         float64
	Constraints *attack.Constraints // nil for none
}

func (b *Ball) check() error {
	if !(b.Eps >= 0) || math.IsInf(b.Eps, 1) {
		return fmt.Errorf("advboost: eps %v is not a distance", b.Eps)
	}
	return nil
}

// Robust makes a trainer's splits robust at a fraction of the ball's eps, 0
// to 1. A split expects that every feature moves by as much at once. That is
// what happens in the inf norm, where the fraction to take is 1; in the others
// it is too much to expect, and a smaller one serves better.
func (b *Ball) Robust(p *trainer.Params, features int, fraction float64) {
	p.RobustEps, p.RobustDown = make([]float64, features), make([]float64, features)
	for f := range features {
		p.RobustDown[f], p.RobustEps[f] = b.Reach(f)
		p.RobustDown[f] *= fraction
		p.RobustEps[f] *= fraction
	}
}

// Box returns the ball of the inf norm in which every feature moves by a
// fraction of the eps of b. In the other norms a tree-wise bound lets each tree
// spend all of eps on its own features, so that training it gives up; a box of
// a fraction that splits are made robust at serves instead, and proves nothing.
func (b Ball) Box(fraction float64) Ball {
	return Ball{Norm: attack.LInf, Eps: fraction * b.Eps, Constraints: b.Constraints}
}

// Reach returns how far feature f moves down and up.
func (b *Ball) Reach(f int) (down, up float64) {
	down, up = b.Eps, b.Eps
	c := b.Constraints
	if c == nil {
		return down, up
	}
	if c.Weight != nil {
		down, up = down/c.Weight[f], up/c.Weight[f]
	}
	if c.Frozen != nil && c.Frozen[f] {
		return 0, 0
	}
	if c.Increase != nil && c.Increase[f] {
		down = 0
	}
	if c.Decrease != nil && c.Decrease[f] {
		up = 0
	}
	return down, up
}

// change returns what it costs to bring feature f from v to the side of a
// threshold, +Inf if that cannot be done within the ball.
func (b *Ball) change(f int32, v, threshold float64, left bool) float64 {
	if v != v || (v <= threshold) == left {
		return 0
	}
	down, up := b.Reach(int(f))
	if c := b.Constraints; c != nil && (left && c.Lo != nil && c.Lo[f] > threshold || !left && c.Hi != nil && c.Hi[f] <= threshold) {
		return math.Inf(1)
	}
	// The far side of a threshold is nearer than the next number above it:
	// as far as training goes, it is as good as there.
	if left && v-down > threshold || !left && v+up <= threshold {
		return math.Inf(1)
	}
	move := threshold - v
	if c := b.Constraints; c != nil && c.Weight != nil {
		move *= c.Weight[f]
	}
	return b.Norm.Cost(move)
}

// crossing is a change on the way from the root to a leaf.
type crossing struct {
	feature int32
	cost    float64
}

// walker finds the leaves of trees that a row can be moved to.
type walker struct {
	*Ball
	limit float64 // on the cost
	path  []crossing
	x     []float64
	tree  *ensemble.Tree
	visit func(leaf int)
}

func newWalker(b *Ball) *walker { return &walker{Ball: b, limit: b.Norm.Cost(b.Eps)} }

// leaves calls visit for each leaf of t with a point in the ball around x. It
// may also call it for leaves of trees that split a feature twice on a path
// where no value fits both splits.
func (w *walker) leaves(t *ensemble.Tree, x []float64, visit func(leaf int)) {
	if len(t.Splits) == 0 {
		visit(0)
		return
	}
	w.tree, w.x, w.path, w.visit = t, x, w.path[:0], visit
	w.walk(0, 0)
}

// walk visits the leaves below a node that was reached at a cost.
func (w *walker) walk(n int32, cost float64) {
	for n >= 0 {
		s := &w.tree.Splits[n]
		v := w.x[s.Feature]
		left := v <= s.Threshold || s.DefaultLeft && v != v
		here, there := s.Right, s.Left
		if left {
			here, there = there, here
		}
		if v == v {
			if c := w.change(s.Feature, v, s.Threshold, !left); c <= w.limit {
				w.turn(there, s.Feature, c, cost)
			}
		}
		n = here
	}
	w.visit(int(^n))
}

// turn goes to a child that costs a change.
func (w *walker) turn(n, feature int32, change, cost float64) {
	total := w.Norm.Join(cost, change)
	if w.Norm != attack.LInf { // a feature changed before counts once
		for _, s := range w.path {
			if s.feature == feature {
				total = cost + max(0, change-s.cost)
				change = max(change, s.cost)
			}
		}
	}
	if total > w.limit {
		return
	}
	w.path = append(w.path, crossing{feature, change})
	w.walk(n, total)
	w.path = w.path[:len(w.path)-1]
}

package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// walker finds the leaves of trees that a row can be moved to.
type walker struct {
	*Ball
	limit float64 // on the cost
	most  float64 // the largest value that a row can hold
	path  []crossing
	x     []float64
	tree  *ensemble.Tree
	found []int32
	later []int32 // nodes still to go to

	only   []ensemble.Feature // that move, a group by its first; nil for all
	sets   []setSide          // on the way from the root
	moves  bool               // some split of the tree is on levels that change
	reach  [][2]float64       // of each feature, down and up
	levels []bool             // features whose levels change
	units  []ensemble.Feature // buffer of way
	window []window           // by split of the tree; empty if reach says it all
	groups []*group           // whose levels change
	member []member           // of these, by feature
}

// crossing is a change on the way from the root to a leaf.
type crossing struct {
	feature ensemble.Feature
	cost    float64
}

func newWalker(b *Ball) *walker {
	w := &walker{Ball: b, limit: b.Norm.Budget(attack.Reach(b.Eps)), most: math.MaxFloat64}
	w.groups, w.member = membersOf(b)
	if b.single {
		w.most = math.MaxFloat32
	}
	return w
}

// leaves returns the leaves of t with a point in the ball around x, a row of a class,
// until the next call. Where a path splits a feature twice, it may also return leaves
// that no value of the feature reaches.
func (w *walker) leaves(t *ensemble.Tree, x []float64, class int) []int32 {
	w.found = w.found[:0]
	if !w.all && !w.Constraints.Moves(x, class) {
		return append(w.found, int32(t.Leaf(x)))
	}
	if len(t.Splits) == 0 {
		return append(w.found, 0)
	}
	if len(w.reach) != len(x) {
		w.reach, w.levels = make([][2]float64, len(x)), make([]bool, len(x))
		for f := range w.reach {
			w.reach[f][0], w.reach[f][1] = w.Reach(f)
			w.levels[f] = w.movesLevel(ensemble.Feature(f))
		}
	}
	if w.tree != t {
		w.tree, w.moves = t, (w.groups != nil || slices.Contains(w.levels, true)) && slices.ContainsFunc(t.Splits, func(s ensemble.Split) bool { return w.onLevels(&s) })
		w.windows()
	}
	w.x, w.path, w.sets = x, w.path[:0], w.sets[:0]
	for _, g := range w.groups {
		g.known = false
	}
	switch {
	case w.Norm != attack.LInf || w.moves || w.only != nil:
		w.walk(0, 0)
	case w.groups != nil || w.Constraints != nil && w.Constraints.Blank != nil:
		w.box()
	default:
		w.plainBox()
	}
	return w.found
}

// plainBox is box where numbers move, and nothing else.
func (w *walker) plainBox() {
	splits, x, reach, found, later := w.tree.Splits, w.x, w.reach, w.found, append(w.later[:0], 0)
	windows := w.window
	for len(later) > 0 {
		n := later[len(later)-1]
		later = later[:len(later)-1]
		for n >= 0 {
			s := &splits[n]
			v, to, r := x[s.Feature], s.Threshold, &reach[s.Feature]
			switch {
			case s.Set != nil || v != v:
				if n = s.Right; s.GoesLeft(v) {
					n = s.Left
				}
			case v <= to:
				rises := v+r[1] > to && to < w.most
				if len(windows) > 0 && windows[n].rise == windows[n].rise {
					rises = v >= windows[n].rise
				}
				if n = s.Left; rises {
					later = append(later, s.Right)
				}
			default:
				falls := v-r[0] <= to && to >= -w.most
				if len(windows) > 0 && windows[n].fall == windows[n].fall {
					falls = v <= windows[n].fall
				}
				if n = s.Right; falls {
					later = append(later, n)
					n = s.Left
				}
			}
		}
		found = append(found, ^n)
	}
	w.found, w.later = found, later
}

// box finds the leaves in the inf norm, in which features do not share a radius.
func (w *walker) box() {
	splits := w.tree.Splits
	later := append(w.later[:0], 0)
	for len(later) > 0 {
		n := later[len(later)-1]
		later = later[:len(later)-1]
		for n >= 0 {
			s := &splits[n]
			v := w.x[s.Feature]
			left, right := s.GoesLeft(v), false
			switch r := &w.reach[s.Feature]; {
			case s.Set != nil || w.groupOf(s.Feature) != nil: // levels that do not change
			case left:
				right = w.move(n, v, r, false) < math.Inf(1) || w.blank(s, false) <= w.limit && v == v
			default:
				right, left = true, w.move(n, v, r, true) < math.Inf(1) || w.blank(s, true) <= w.limit && v == v
			}
			n = s.Right
			if left {
				n = s.Left
				if right {
					later = append(later, s.Right)
				}
			}
		}
		w.found = append(w.found, ^n)
	}
	w.later = later
}

// windows finds the values that cross the thresholds of a tree.
func (w *walker) windows() {
	if w.window = w.window[:0]; !w.windowed() {
		return
	}
	for _, s := range w.tree.Splits {
		w.window = append(w.window, w.Ball.window(s.Feature, s.Threshold, &w.reach[s.Feature]))
	}
}

// move returns how far value v has to go to cross the split of node n, +Inf if it cannot. reach
// is how far it can go down and up.
func (w *walker) move(n int32, v float64, reach *[2]float64, left bool) float64 {
	to := w.tree.Splits[n].Threshold
	// The far side of a threshold is nearer than the next number above it:
	// as far as training goes, it is as good as there.
	crosses := left && v-reach[0] <= to && to >= -w.most || !left && v+reach[1] > to && to < w.most
	if len(w.window) > 0 {
		switch of := &w.window[n]; {
		case left && of.fall == of.fall:
			crosses, to = v <= of.fall, of.below
		case !left && of.rise == of.rise:
			crosses, to = v >= of.rise, of.above
		}
	}
	if !crosses {
		return math.Inf(1)
	}
	return math.Abs(to - v)
}

// change returns the cost of taking the feature of the split of node n from v to the other
// side, +Inf if that cannot be done within the ball.
func (w *walker) change(n int32, v float64, left bool) float64 {
	f, sign := int(w.tree.Splits[n].Feature), 1.0
	if left {
		sign = -1
	}
	move := w.move(n, v, &w.reach[f], left)
	if move == math.Inf(1) {
		return move
	}
	return w.Norm.Cost(w.Constraints.Weigh(f, sign) * move)
}

// blank returns the cost of taking a feature to a side of a split by making it missing, +Inf if
// that does not take it there.
func (b *Ball) blank(s *ensemble.Split, left bool) float64 {
	if b.Constraints == nil || b.Constraints.Blank == nil || s.DefaultLeft != left {
		return math.Inf(1)
	}
	return b.blankCost(s.Feature)
}

// walk finds the leaves below a node that was reached at a cost.
func (w *walker) walk(n int32, cost float64) {
	for n >= 0 {
		s := &w.tree.Splits[n]
		v := w.x[s.Feature]
		free := v == v && (w.only == nil || slices.Contains(w.only, w.unit(s.Feature)))
		if free && w.onLevels(s) {
			w.walkSet(s, cost)
			return
		}
		left := s.GoesLeft(v)
		here, there := s.Right, s.Left
		if left {
			here, there = there, here
		}
		if free && s.Set == nil && w.groupOf(s.Feature) == nil {
			if c := min(w.change(n, v, !left), w.blank(s, !left)); c <= w.limit {
				w.turn(there, s.Feature, c, cost)
			}
		}
		n = here
	}
	w.found = append(w.found, ^n)
}

// turn goes to a child that costs a change. A feature changed before is charged only once.
func (w *walker) turn(n int32, f ensemble.Feature, change, cost float64) {
	total := w.Norm.Join(cost, change)
	for _, s := range w.path {
		if s.feature == f && w.Norm != attack.LInf {
			total = cost + max(0, change-s.cost)
			change = max(change, s.cost)
		}
	}
	if total > w.limit {
		return
	}
	w.path = append(w.path, crossing{f, change})
	w.walk(n, total)
	w.path = w.path[:len(w.path)-1]
}

// way returns the leaf of a row, and the features (a group by its first) that splits on the way
// to it are on, until the next call.
func (w *walker) way(t *ensemble.Tree, x []float64) (units []ensemble.Feature, leaf int32) {
	w.units = w.units[:0]
	if len(t.Splits) == 0 {
		return w.units, 0
	}
	n := int32(0)
	for n >= 0 {
		s := &t.Splits[n]
		if f := w.unit(s.Feature); !slices.Contains(w.units, f) {
			w.units = append(w.units, f)
		}
		if n = s.Right; s.GoesLeft(x[s.Feature]) {
			n = s.Left
		}
	}
	return w.units, ^n
}

// worst returns the leaf value of t in the ball around x, a row of a class, that is worst for it
// in a model with the given number of outputs.
func (w *walker) worst(t *ensemble.Tree, x []float64, class, outputs int) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range w.leaves(t, x, class) {
		low, high = min(low, t.Leaves[l]), max(high, t.Leaves[l])
	}
	if pushedDown(class, t.Output, outputs) {
		return low
	}
	return high
}

package ceiling

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Bounds on the effort. Pairs beyond them are left out, so that limits are upper bounds only.
const (
	mostPairs   = 1e6 // of all rows
	fewestPairs = 16  // that each row may have in any case
	mostEffort  = 5e7 // of the search, about a second
)

// tree holds rows of a table in boxes within boxes.
type tree struct {
	t     *data.Table
	norm  attack.Norm
	scale []float64 // weights of the features, nil for 1
	level []bool    // features with levels, which are all equally far apart; nil for none
	still []bool    // rows that do not move: of classes not attacked, or outside the bounds
	out   []bool    // rows outside the bounds, to which no row can move either
	slack float64   // by how much rounding may put rows apart that differ by steps
	order []int32   // the rows, with those of a box side by side
	boxes []box
}

// box is the smallest box around some rows.
type box struct {
	from, to    int32 // in the order
	left, right int32 // boxes inside, 0 for none
	class       int   // of all rows, -1 if they are of more than one
	lo, hi      []float64
}

// leafRows is the number of rows up to which a box is not divided further.
const leafRows = 12

// newTree returns a tree of some rows.
func newTree(t *data.Table, of []int32, norm attack.Norm, c *attack.Constraints) *tree {
	r := &tree{t: t, norm: norm, order: slices.Clone(of), still: make([]bool, t.Rows), out: make([]bool, t.Rows)}
	r.weigh(c)
	for i := range r.out {
		r.out[i] = !c.Within(t.Row(i))
		r.still[i] = r.out[i] || !c.Attacks(t.Y[i])
	}
	if rows := len(of); rows > 0 {
		r.boxes = make([]box, 0, boxesOf(rows)) // boxes are large: avoid copying them
		r.grow(0, int32(rows))
	}
	return r
}

// boxesOf returns the largest number of boxes that a number of rows is divided into.
func boxesOf(rows int) int {
	if rows <= leafRows {
		return 1
	}
	return 1 + boxesOf(rows/2) + boxesOf(rows-rows/2)
}

// weigh sets the weights of the features, lower bounds on what their changes cost.
func (r *tree) weigh(c *attack.Constraints) {
	cols := r.t.Cols
	if c != nil {
		r.scale = make([]float64, cols)
		for f := range cols {
			if r.scale[f] = min(c.Weigh(f, 1), c.Weigh(f, -1)); !math.IsInf(c.BlankPrice(f), 1) {
				r.scale[f] = 0 // rows meet there however far apart they are
			}
		}
		for f := range cols {
			if c.Discrete(f) {
				r.slack += float64(2 * r.scale[f] * c.StepRounding(f, r.farthest(f)))
			}
		}
		for _, u := range unitsOf(c) {
			for _, f := range u.features {
				r.scale[f] = 0
			}
		}
	}
	if column.Count(r.t.Columns, column.Categorical) > 0 {
		r.level = make([]bool, cols)
		for f := range cols {
			r.level[f] = r.t.Columns[f].Kind == column.Categorical
		}
	}
}

// farthest returns the value of a feature that is farthest from 0.
func (r *tree) farthest(f int) float64 {
	farthest := 0.0
	for i := range r.t.Rows {
		if v := r.t.At(i, f); math.Abs(v) > math.Abs(farthest) {
			farthest = v
		}
	}
	return farthest
}

// grow appends the box of the rows order[from:to] and those inside it, and returns its index.
func (r *tree) grow(from, to int32) int32 {
	b := r.bound(from, to)
	at := int32(len(r.boxes))
	r.boxes = append(r.boxes, b)
	widest, width := -1, 0.0
	for f := range b.lo {
		if w := r.weight(f) * (b.hi[f] - b.lo[f]); w > width && !math.IsInf(w, 1) {
			widest, width = f, w
		}
	}
	if to-from <= leafRows || widest < 0 {
		return at
	}
	slices.SortFunc(r.order[from:to], func(i, j int32) int {
		a, b := r.t.At(int(i), widest), r.t.At(int(j), widest)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return int(i - j)
	})
	middle := (from + to) / 2
	left, right := r.grow(from, middle), r.grow(middle, to)
	r.boxes[at].left, r.boxes[at].right = left, right
	return at
}

func (r *tree) weight(f int) float64 {
	if r.scale == nil {
		return 1
	}
	return r.scale[f]
}

// bound returns the box of rows. It is unbounded in features that are missing in some row.
func (r *tree) bound(from, to int32) box {
	b := box{from: from, to: to, class: r.t.Y[r.order[from]], lo: make([]float64, r.t.Cols), hi: make([]float64, r.t.Cols)}
	for f := range b.lo {
		b.lo[f], b.hi[f] = math.Inf(1), math.Inf(-1)
	}
	for _, i := range r.order[from:to] {
		if r.t.Y[i] != b.class {
			b.class = -1
		}
		for f, v := range r.t.Row(int(i)) {
			b.lo[f], b.hi[f] = min(b.lo[f], v), max(b.hi[f], v)
		}
	}
	for f := range b.lo {
		if b.lo[f] != b.lo[f] { // min and max keep a missing value
			b.lo[f], b.hi[f] = math.Inf(-1), math.Inf(1)
		}
	}
	return b
}

// cost returns a lower bound on the cost of moving a row to the nearest point of a box, or some number
// above most.
func (r *tree) cost(x []float64, b *box, most float64) float64 {
	cost := 0.0
	for f, v := range x {
		way := max(b.lo[f]-v, v-b.hi[f])
		if !(way > 0) {
			continue
		}
		if r.level != nil && r.level[f] {
			way = 1 // whatever the codes are
		}
		if cost = r.norm.Join(cost, r.norm.Cost(r.weight(f)*way)); cost > most {
			break
		}
	}
	return cost
}

// apart reports whether moving one row to another costs more than most.
func (r *tree) apart(x, y []float64, most float64) bool {
	cost := 0.0
	for f, v := range x {
		way := math.Abs(v - y[f])
		if !(way > 0) {
			continue
		}
		if r.level != nil && r.level[f] {
			way = 1 // whatever the codes are
		}
		if cost = r.norm.Join(cost, r.norm.Cost(r.weight(f)*way)); cost > most {
			return true
		}
	}
	return false
}

// pairs returns, for each of some rows, the rows of other classes in the tree that it meets, and
// whether these are all.
func (r *tree) pairs(ctx context.Context, b *ball, left []int32, threads int) ([][]int32, bool, error) {
	meet := make([][]int32, len(left))
	if len(r.boxes) == 0 { // all rows are of one class
		return meet, true, ctx.Err()
	}
	var cut atomic.Bool
	parallel.For(threads, len(left), func(i int) {
		if ctx.Err() != nil {
			return
		}
		q := query{tree: r, ball: b, row: left[i], x: r.t.Row(int(left[i])), y: make([]float64, r.t.Cols), pairs: max(fewestPairs, int(mostPairs)/len(left)), effort: int(mostEffort) / len(left)}
		if !r.out[q.row] { // rows outside the bounds meet only equal ones
			q.most = b.norm.Budget(float64(2*b.eps*inSteps) + r.slack)
		}
		q.visit(0)
		if q.pairs <= 0 || q.effort <= 0 {
			cut.Store(true)
		}
		if q.pairs <= 0 {
			q.spread()
		}
		slices.Sort(q.found)
		meet[i] = slices.Compact(q.found)
	})
	return meet, !cut.Load(), ctx.Err()
}

// query looks for the rows that a row meets.
type query struct {
	*tree
	ball   *ball
	row    int32
	x, y   []float64 // the row, and memory for another one
	most   float64   // largest cost to a box to look into
	pairs  int       // number that may still be found
	effort int       // effort left
	found  []int32
	turn   uint32 // 0 for the nearest rows, then for rows from anywhere
}

// spread replaces half of the pairs of a row that meets too many by pairs with rows from anywhere. The
// nearest rows are also those of the row's neighbours, so that few pairs would have no row in common.
func (q *query) spread() {
	const atOnce = 4
	near := q.found
	for q.found = nil; len(q.found) < len(near)/2 && q.effort > 0; {
		q.turn++
		q.pairs = min(atOnce, len(near)/2-len(q.found))
		q.visit(0)
	}
	q.found = append(q.found, near[:len(near)-len(q.found)]...)
}

func (q *query) visit(at int32) {
	b, x, class := &q.boxes[at], q.x, q.t.Y[q.row]
	if b.class == class || q.pairs <= 0 || q.effort <= 0 {
		return
	}
	if b.left == 0 {
		rows, from := q.order[b.from:b.to], 0
		if q.turn > 0 { // rows that are alike are in one box, however many they are
			from = int(q.chance(at) % uint32(len(rows)))
		}
		for k := range rows {
			i := rows[(from+k)%len(rows)]
			if q.t.Y[i] == class || q.pairs <= 0 {
				continue
			}
			q.effort -= 1 + len(x)/16 // most rows are far apart in one of the first features
			if q.out[i] != q.out[q.row] {
				continue
			}
			if y := q.t.RowIn(q.y, int(i)); !q.apart(x, y, q.most) && q.ball.meetAs(x, y, !q.still[q.row], !q.still[i]) {
				q.found = append(q.found, i)
				q.pairs--
			}
		}
		return
	}
	q.effort -= 2 + len(x)/4
	first, second := b.left, b.right
	a, c := q.cost(x, &q.boxes[first], q.most), q.cost(x, &q.boxes[second], q.most)
	// the nearer one first, if any; ties are broken at random, so that rows do not all find the same
	// ones if there are too many
	if q.turn == 0 && c < a || (q.turn > 0 || c == a) && q.chance(at)>>31 == 1 {
		first, second, a, c = second, first, c, a
	}
	if a <= q.most {
		q.visit(first)
	}
	if c <= q.most {
		q.visit(second)
	}
}

// chance returns a random number for the row, the turn and a box.
func (q *query) chance(at int32) uint32 {
	row := uint32(q.row) ^ q.turn*0x27d4eb2f
	return (row*0x9e3779b1 ^ uint32(at)*0x85ebca6b) * 0xc2b2ae35
}

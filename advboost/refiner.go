package advboost

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// refiner holds the trees of a classifier, each with one output, and the places where rows count.
type refiner struct {
	*RefineOptions
	rows    *data.Table
	bound   *Ball         // in which each tree does its worst by itself
	x       [][]float64   // the rows, as the model rounds them
	worst   [][][]float64 // worst rows found in the ball of each row
	outputs int
	trees   []ensemble.Tree
	scale   float64    // factor on the leaf values of the model
	start   []float64  // margins without any tree
	places  [][]placed // by row
	refined int        // trees, over all sweeps
	fit     *fit
}

// placed is a place where a row counts, and its margins there: in the worst case if that is a ball.
type placed struct {
	spot
	weight  float64
	margins []float64
}

// voteScale is the margin that all votes of a forest together count as.
const voteScale = 8

func newRefiner(e *ensemble.Ensemble, rows *data.Table, o *RefineOptions) *refiner {
	r := &refiner{
		RefineOptions: o, rows: rows, bound: &o.Ball, x: make([][]float64, rows.Rows), worst: make([][][]float64, rows.Rows),
		outputs: e.Outputs, scale: 1, start: make([]float64, e.Outputs), places: make([][]placed, rows.Rows),
		fit: &fit{threads: o.Threads, lambda: o.Lambda},
	}
	if o.Bound != nil {
		own := *o.Bound
		r.bound = &own
	}
	for _, ball := range []*Ball{&o.Ball, r.bound} {
		if ball.single = e.Input == ensemble.Float32; ball.single && ball.Constraints != nil {
			ball.Constraints = singleBounds(ball.Constraints)
		}
	}
	if e.Average {
		r.scale = voteScale / float64(max(1, e.TreesOf(0)))
	}
	for i := range e.Trees {
		for k := range e.Outputs {
			if t := &e.Trees[i]; t.Output == k || t.Output == ensemble.VectorLeaves {
				r.trees = append(r.trees, ensemble.Tree{Splits: t.Splits, Leaves: r.leaves(t, k), Output: k})
			}
		}
	}
	for k, base := range e.Base {
		if r.outputs == 1 {
			base -= e.Cutoff
		}
		if r.start[k] = r.scale * base; e.Average {
			r.start[k] *= float64(e.TreesOf(k))
		}
	}
	for i := range r.x {
		r.x[i] = slices.Clone(e.Rounded(rows.Row(i)))
	}
	return r
}

// place decides where the rows count: anywhere in the ball of the bound, where they are, and at the worst
// rows found. It computes their margins there.
func (r *refiner) place(ctx context.Context) {
	parallel.Split(r.Threads, len(r.x), func(lo, hi int) {
		w := newWalker(r.bound)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			weight := r.rows.Weight(i)
			if r.ClassWeight != nil {
				weight *= r.ClassWeight[r.rows.Y[i]]
			}
			places := r.places[i][:0]
			add := func(x []float64, ball bool, weight float64) {
				if weight > 0 {
					places = append(places, placed{spot: spot{x, ball}, weight: weight})
				}
			}
			worst := (1 - r.Clean) * weight
			found := len(r.worst[i])
			if found > 0 {
				worst /= 2
			}
			add(r.x[i], true, worst)
			add(r.x[i], false, r.Clean*weight)
			for _, x := range r.worst[i] {
				add(x, false, worst/float64(found))
			}
			margins := make([]float64, len(places)*r.outputs)
			for k := range places {
				places[k].margins = margins[k*r.outputs : (k+1)*r.outputs]
				r.marginsAt(w, places[k].spot, r.rows.Y[i], places[k].margins)
			}
			r.places[i] = places
		}
	})
}

// marginsAt writes the margins of a row of a class at a place to margins.
func (r *refiner) marginsAt(w *walker, at spot, class int, margins []float64) {
	copy(margins, r.start)
	for t := range r.trees {
		tree := &r.trees[t]
		if at.ball {
			margins[tree.Output] += w.worst(tree, at.x, class, r.outputs)
		} else {
			margins[tree.Output] += tree.Leaves[tree.Leaf(at.x)]
		}
	}
}

// atOnce is the number of rows whose worst row is searched for each time; of larger tables others have
// their turn the next time.
const atOnce = 5000

// search looks for the worst rows in the balls around rows, in the model so far.
func (r *refiner) search(ctx context.Context, e *ensemble.Ensemble, number int) error {
	refined := r.ensemble(e)
	probe, err := newProbe(refined, &r.Ball)
	if err != nil {
		return err
	}
	every := (len(r.x) + atOnce - 1) / atOnce
	parallel.Split(r.Threads, len(r.x), func(lo, hi int) {
		b := bound.NewBall(probe.problem)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			x, class, found := r.x[i], r.rows.Y[i], r.worst[i]
			if i%every != number%every || !probe.whole(x) || !r.Ball.Constraints.Moves(x, class) {
				continue
			}
			var start []float64
			if len(found) > 0 {
				start = found[len(found)-1]
			}
			point := probe.point(b, x, class, start)
			if point == nil {
				continue
			}
			point = slices.Clone(refined.Rounded(point))
			same := func(a, b float64) bool { return a == b || a != a && b != b } // missing levels
			if !slices.ContainsFunc(found, func(other []float64) bool { return slices.EqualFunc(other, point, same) }) {
				r.worst[i] = append(found, point)
			}
		}
	})
	return ctx.Err()
}

// sweep refines all trees.
func (r *refiner) sweep(ctx context.Context) error {
	for t := range r.trees {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.refine(&r.trees[t])
		if r.refined++; r.Progress != nil {
			r.Progress(r.refined, (r.Sweeps+r.Searches)*len(r.trees))
		}
	}
	return nil
}

// singleBounds returns constraints whose bounds are rounded as the rows are: in float32 a row at 0.3 is
// beyond a bound of 0.3. Steps and listed values allow for rounding themselves.
func singleBounds(c *attack.Constraints) *attack.Constraints {
	rounded := *c
	for _, bounds := range []*[]float64{&rounded.Lo, &rounded.Hi} {
		*bounds = slices.Clone(*bounds)
		for f, v := range *bounds {
			if !c.Discrete(f) {
				(*bounds)[f] = float64(float32(v))
			}
		}
	}
	return &rounded
}

// leaves returns the leaf values of an output, as margins.
func (r *refiner) leaves(t *ensemble.Tree, output int) []float64 {
	leaves := make([]float64, t.NumLeaves())
	for l := range leaves {
		if t.Output == ensemble.VectorLeaves {
			leaves[l] = r.scale * t.Leaves[l*r.outputs+output]
		} else {
			leaves[l] = r.scale * t.Leaves[l]
		}
	}
	return leaves
}

// refine gives a tree the leaf values that are best beside the other trees.
func (r *refiner) refine(t *ensemble.Tree) {
	n := len(r.places)
	f := r.fit
	f.order = ordering(t, r.Monotone)
	f.units = slices.Grow(f.units[:0], (n+refitRows-1)/refitRows)[:(n+refitRows-1)/refitRows]
	each := func(i int, do func(row int, at *placed)) {
		for row := i * refitRows; row < min(n, (i+1)*refitRows); row++ {
			for k := range r.places[row] {
				do(row, &r.places[row][k])
			}
		}
	}
	parallel.Split(r.Threads, len(f.units), func(lo, hi int) {
		w := newWalker(r.bound)
		for i := lo; i < hi; i++ {
			f.units[i].init(2*refitRows, t.NumLeaves())
			each(i, func(row int, at *placed) { r.add(&f.units[i], w, t, r.rows.Y[row], at) })
		}
	})
	if leaves := f.descend(t.Leaves, r.Steps); leaves != nil {
		t.Leaves = leaves
	} else {
		t.Leaves = make([]float64, len(t.Leaves)) // zeros are as good
	}
	f.each(func(i int, u *fitUnit) {
		k := 0
		each(i, func(_ int, at *placed) {
			at.margins[t.Output] += t.Leaves[u.worst(k, t.Leaves)]
			k++
		})
	})
}

// add adds a row of a class at a place to a unit, with its margins without the tree.
func (r *refiner) add(u *fitUnit, w *walker, t *ensemble.Tree, class int, at *placed) {
	sign := -1.0
	if pushedDown(class, t.Output, r.outputs) {
		sign = 1
	}
	u.sign, u.weight = append(u.sign, sign), append(u.weight, at.weight)
	if at.ball {
		u.at = append(u.at, w.leaves(t, at.x, class)...)
	} else {
		u.at = append(u.at, int32(t.Leaf(at.x)))
	}
	u.from = append(u.from, int32(len(u.at)))
	at.margins[t.Output] -= t.Leaves[u.worst(len(u.sign)-1, t.Leaves)]
	u.odds = append(u.odds, safeExp(-sign*lead(at.margins, t.Output)))
}

// ensemble returns the classifier with the leaf values found.
func (r *refiner) ensemble(e *ensemble.Ensemble) *ensemble.Ensemble {
	refined := *e
	refined.Trees = slices.Clone(e.Trees)
	scale := 1 / r.scale
	next := 0
	for i := range refined.Trees {
		t := &refined.Trees[i]
		t.Leaves = slices.Clone(t.Leaves)
		if t.Output != ensemble.VectorLeaves {
			for l := range t.Leaves {
				t.Leaves[l] = scale * r.trees[next].Leaves[l]
			}
			next++
			continue
		}
		for k := range r.outputs {
			for l, v := range r.trees[next].Leaves {
				t.Leaves[l*r.outputs+k] = scale * v
			}
			next++
		}
	}
	if e.Average && e.Cutoff == 0 && slices.Max(e.Base) == 0 && slices.Min(e.Base) == 0 {
		votes(refined.Trees, r.outputs)
	}
	for i := range refined.Trees {
		for l, v := range refined.Trees[i].Leaves {
			if e.Sum == ensemble.Float32 {
				refined.Trees[i].Leaves[l] = float64(float32(v))
			}
		}
	}
	return &refined
}

// votes turns the leaf values of a forest into shares of the classes: a constant added to all
// outputs of a leaf, and a factor on all leaves, change no decision.
func votes(trees []ensemble.Tree, outputs int) {
	most := 0.0
	for i := range trees {
		t := &trees[i]
		if t.Output != ensemble.VectorLeaves {
			for _, v := range t.Leaves {
				most = max(most, 2*math.Abs(v))
			}
			continue
		}
		for l := 0; l < len(t.Leaves); l += outputs {
			of := t.Leaves[l : l+outputs]
			least, sum := slices.Min(of), 0.0
			for k := range of {
				of[k] -= least
				sum += of[k]
			}
			most = max(most, sum)
		}
	}
	most = max(most, 1)
	for i := range trees {
		t := &trees[i]
		for l := range t.Leaves {
			t.Leaves[l] /= most
		}
		if t.Output != ensemble.VectorLeaves {
			continue
		}
		for l := 0; l < len(t.Leaves); l += outputs {
			of, sum := t.Leaves[l:l+outputs], 0.0
			for _, v := range of {
				sum += v
			}
			for k := range of {
				of[k] = max(0, of[k]+(1-sum)/float64(outputs)) // a sum may be rounded past 1
			}
		}
	}
}

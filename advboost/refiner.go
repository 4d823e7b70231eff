package advboost

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// refiner holds the trees of a classifier, each with one output, and their margins of rows.
type refiner struct {
	*RefineOptions
	rows    *data.Table
	x       [][]float64 // the rows, as the model rounds them
	outputs int
	trees   []ensemble.Tree
	scale   float64   // factor on the leaf values of the model
	worst   []float64 // margins in the worst case, outputs per row
	own     []float64 // and of the rows as they are
	fit     *fit
}

// voteScale is the margin that all votes of a forest together count as.
const voteScale = 8

func newRefiner(ctx context.Context, e *ensemble.Ensemble, rows *data.Table, o *RefineOptions) *refiner {
	r := &refiner{RefineOptions: o, rows: rows, outputs: e.Outputs, scale: 1, fit: &fit{threads: o.Threads, lambda: o.Lambda}}
	if o.Ball.single = e.Input == ensemble.Float32; o.Ball.single && o.Ball.Constraints != nil {
		o.Ball.Constraints = singleBounds(o.Ball.Constraints)
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
	r.x = make([][]float64, rows.Rows)
	r.worst, r.own = make([]float64, rows.Rows*r.outputs), make([]float64, rows.Rows*r.outputs)
	parallel.Split(o.Threads, rows.Rows, func(lo, hi int) {
		w := newWalker(&o.Ball)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			r.x[i] = slices.Clone(e.Rounded(rows.Row(i)))
			worst, own := r.worst[i*r.outputs:(i+1)*r.outputs], r.own[i*r.outputs:(i+1)*r.outputs]
			for k, base := range e.Base {
				if r.outputs == 1 {
					base -= e.Cutoff
				}
				worst[k], own[k] = r.scale*base, r.scale*base
			}
			if e.Average {
				for k := range worst {
					worst[k], own[k] = worst[k]*float64(e.TreesOf(k)), own[k]*float64(e.TreesOf(k))
				}
			}
			for t := range r.trees {
				tree := &r.trees[t]
				worst[tree.Output] += w.worst(tree, r.x[i], rows.Y[i], r.outputs)
				own[tree.Output] += tree.Leaves[tree.Leaf(r.x[i])]
			}
		}
	})
	return r
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
	n := r.rows.Rows
	f := r.fit
	f.order = ordering(t, r.Monotone)
	f.units = slices.Grow(f.units[:0], (n+refitRows-1)/refitRows)[:(n+refitRows-1)/refitRows]
	parallel.Split(r.Threads, len(f.units), func(lo, hi int) {
		w := newWalker(&r.Ball)
		for i := lo; i < hi; i++ {
			f.units[i].init(2*refitRows, t.NumLeaves())
			for row := i * refitRows; row < min(n, (i+1)*refitRows); row++ {
				r.add(&f.units[i], w, t, row)
			}
		}
	})
	if leaves := f.descend(t.Leaves, r.Steps); leaves != nil {
		t.Leaves = leaves
	} else {
		t.Leaves = make([]float64, len(t.Leaves)) // zeros are as good
	}
	f.each(func(i int, u *fitUnit) {
		k := 0
		for row := i * refitRows; row < min(n, (i+1)*refitRows); row++ {
			at := row*r.outputs + t.Output
			r.worst[at] += t.Leaves[u.worst(k, t.Leaves)]
			r.own[at] += t.Leaves[u.at[u.from[k+1]]]
			k += 2
		}
	})
}

// add adds a row to a unit, with its margins without the tree: in the worst case, and as it is.
func (r *refiner) add(u *fitUnit, w *walker, t *ensemble.Tree, row int) {
	class, weight, sign := r.rows.Y[row], r.rows.Weight(row), -1.0
	if r.ClassWeight != nil {
		weight *= r.ClassWeight[class]
	}
	if pushedDown(class, t.Output, r.outputs) {
		sign = 1
	}
	one := func(leaves []int32, margins []float64, weight float64) {
		u.sign, u.weight = append(u.sign, sign), append(u.weight, weight)
		u.at = append(u.at, leaves...)
		u.from = append(u.from, int32(len(u.at)))
		k := len(u.sign) - 1
		margins[t.Output] -= t.Leaves[u.worst(k, t.Leaves)]
		u.odds = append(u.odds, safeExp(-sign*lead(margins, t.Output)))
	}
	at, end := row*r.outputs, (row+1)*r.outputs
	one(w.leaves(t, r.x[row], class), r.worst[at:end], (1-r.Clean)*weight)
	one([]int32{int32(t.Leaf(r.x[row]))}, r.own[at:end], r.Clean*weight)
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

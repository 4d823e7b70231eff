package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// draw chooses the victims before a round, and returns how many rows were passed over because
// no example can be within Eps, or because their class is not attacked.
func (a *onExamples) draw(r *trainer.Round) (safe int) {
	n := r.Rows.Table()
	attacked := func(row int) bool { return a.Constraints.Attacks(r.Rows.Class(row)) }
	switch a.rows = slices.Grow(a.rows, n-len(a.rows)); {
	case !math.IsInf(a.Eps, 1):
		a.rows = a.rows[:0]
		a.margins.ball.Columns = r.Ensemble.Columns
		_, replaces := a.keep.(replaced)
		a.margins.update(r, replaces)
		a.margins.doubt = max(1e-9, 2*r.Ensemble.Doubt()) // of the predictor's sums, and of ours
		if a.all() {
			a.margins.doubt = sure
		}
		for row := range n {
			if a.margins.safe(row, r.Rows.Class(row)) {
				a.changes = a.keep.drop(a.changes, r.Rows, row)
			} else if attacked(row) {
				a.rows = append(a.rows, row)
			}
		}
		a.change(r.Rows)
	case len(a.rows) == 0:
		for row := range n {
			if attacked(row) {
				a.rows = append(a.rows, row)
			}
		}
	}
	const rounding = 1e-9 // of a share such as 100 of 700 rows, of which 101 would be drawn
	a.choose(r, int(math.Ceil(float64(a.Share*float64(n))-rounding)))
	return n - len(a.rows)
}

// choose makes some of the rows that can be attacked the victims. They come class by class, as
// attacks look at the same things for rows of one class, and within a class in their order.
func (a *onExamples) choose(r *trainer.Round, some int) {
	random := seed.At(a.Seed, r.Number)
	a.drawn = a.drawn[:0]
	for i, row := range a.rows {
		if random.IntN(len(a.rows)-i) < some-len(a.drawn) {
			a.drawn = append(a.drawn, row)
		}
	}
	a.victims = slices.Grow(a.victims[:0], len(a.drawn))
	for class := range r.Ensemble.Classes {
		for _, row := range a.drawn {
			if r.Rows.Class(row) == class {
				a.victims = append(a.victims, attack.Victim{Row: row, Label: class})
			}
		}
	}
	parallel.Split(a.Threads, len(a.victims), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if v := &a.victims[i]; a.NoWarmStart || !a.start(r, v) {
				v.X, v.Margins = a.keep.first(r.Rows, v.Row)
			}
		}
	})
	a.victims = slices.DeleteFunc(a.victims, func(v attack.Victim) bool { return v.X == nil })
	a.standing = len(a.drawn) - len(a.victims)
}

// fresh says when an example is fresh: if it was found anew in the last third of the rounds so
// far. Few older examples are still near. One that was found from a fresh example is not found
// anew: each row is searched from scratch now and then, or training learns less.
const fresh = 3

// start gives a victim its last example to start from, and reports whether that will do as it
// is: it is fresh and still misclassified, and need not be near.
func (a *onExamples) start(r *trainer.Round, v *attack.Victim) (standing bool) {
	cells, margins, found := a.keep.start(r.Rows, v.Row)
	if cells == nil {
		return false
	}
	v.Start, v.Fresh = cells, fresh*(r.Number-found) < r.Number
	return v.Fresh && margins != nil && r.Ensemble.ClassOf(margins) != v.Label && math.IsInf(a.Eps, 1) && a.DistanceWeight == 0
}

// Package attacktest holds the oracle that every attack is tested against:
// the optimum by trying every cell. It is for ensembles as small as those of
// ensembletest.
package attacktest

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Oracle knows what is adversarial and what is nearest, by brute force.
type Oracle struct {
	problem   *attack.Problem
	contrasts [][]*ensemble.Contrast // [class][rival]
	space     *attack.Space
}

// NewOracle returns the oracle of a problem.
func NewOracle(p *attack.Problem) *Oracle {
	o := &Oracle{problem: p, space: attack.NewSpace(p)}
	for class := range p.Ensemble.Classes {
		o.contrasts = append(o.contrasts, make([]*ensemble.Contrast, p.Ensemble.Classes))
		for rival := range p.Ensemble.Classes {
			if rival != class {
				o.contrasts[class][rival] = ensemble.NewContrast(p.Grid, class, rival)
			}
		}
	}
	return o
}

// Adversarial reports whether a point of cells is adversarial for a victim of
// the class label, by exact arithmetic alone.
func (o *Oracle) Adversarial(cells []int32, label int) bool {
	beats := func(rival, class int) bool {
		c := o.contrasts[class][rival]
		return c.Sum(o.problem.Grid, cells) >= c.Need
	}
	target := o.problem.Target
	for rival := range o.contrasts {
		switch {
		case target == attack.Untargeted && rival != label && beats(rival, label):
			return true
		case target != attack.Untargeted && rival != target && !beats(target, rival):
			return false
		}
	}
	return target != attack.Untargeted
}

// Optimum returns the smallest cost of an adversarial point for a victim, as
// [attack.Space.Total] counts it, and the point; +Inf and nil if there is
// none. The plain predictor has to agree with the exact arithmetic.
func (o *Oracle) Optimum(v attack.Victim) (float64, []int32) {
	o.space.Reset(v.X)
	best, at := math.Inf(1), []int32(nil)
	o.each(func(cells []int32) {
		cost := o.space.Total(cells)
		if cost < best && o.Adversarial(cells, v.Label) && o.agrees(cells, v.Label) {
			best, at = cost, append(at[:0], cells...)
		}
	})
	return best, at
}

// agrees asks the plain predictor.
func (o *Oracle) agrees(cells []int32, label int) bool {
	got := o.problem.Ensemble.Class(o.space.Example(cells))
	return got != label && (o.problem.Target == attack.Untargeted || got == o.problem.Target)
}

// each calls visit for every point of cells.
func (o *Oracle) each(visit func(cells []int32)) {
	g := o.problem.Grid
	cells := make([]int32, len(g.Cuts))
	for {
		visit(cells)
		f := 0
		for f < len(cells) && cells[f] == g.Last(int32(f)) {
			cells[f] = 0
			f++
		}
		if f == len(cells) {
			return
		}
		cells[f]++
	}
}

// Victim returns a random row with the class that the model gives it.
func Victim(r *rand.Rand, e *ensemble.Ensemble) attack.Victim {
	x := ensembletest.Row(r, e)
	return attack.Victim{Row: r.IntN(1000), X: x, Label: e.Class(x)}
}

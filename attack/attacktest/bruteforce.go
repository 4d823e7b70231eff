// Package attacktest holds what attacks are tested against: the optimum, by trying every cell
// ([Oracle]) or every row ([Nearest]) of ensembles as small as those of ensembletest, and random
// attackers who can do all that a threat file can say ([Draw]).
//
//	bruteforce.go            every cell of a grid
//	nearest.go, choices.go   every row, and what columns can become in it
//	draw.go                  random attackers
//	constraints.go, groups.go, links.go, blank.go, missing.go  what they can do, piece by piece
//	problems.go              random problems of every shape; certified.go counts what is proved of one
package attacktest

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Oracle knows what is adversarial and what is nearest, by brute force: it asks the plain predictor
// about every cell. It takes from the grid which levels share a cell; [Nearest] needs no grid.
type Oracle struct {
	problem *attack.Problem
	space   *attack.Space
}

// NewOracle returns the oracle of a problem.
func NewOracle(p *attack.Problem) *Oracle { return &Oracle{p, attack.NewSpace(p)} }

// Optimum returns the smallest cost of an adversarial point for a victim, as [attack.Space.Total]
// counts it, and the point; +Inf and nil if there is none. [attack.Norm.Distance] turns the cost
// into a distance.
func (o *Oracle) Optimum(v attack.Victim) (float64, []ensemble.Cell) {
	o.space.Reset(v.X)
	best, at := math.Inf(1), []ensemble.Cell(nil)
	o.each(func(cells []ensemble.Cell) {
		if cost := o.space.Total(cells); cost < best && o.adversarial(cells, v.Label) {
			best, at = cost, append(at[:0], cells...)
		}
	})
	return best, at
}

// adversarial reports whether the model gives a point another class than label,
// or the target.
func (o *Oracle) adversarial(cells []ensemble.Cell, label int) bool {
	got := o.problem.Ensemble.Class(o.space.Example(cells))
	return got != label && (o.problem.Target == attack.Untargeted || got == o.problem.Target)
}

// each calls visit for every point of cells.
func (o *Oracle) each(visit func(cells []ensemble.Cell)) {
	g := o.problem.Grid
	cells := make([]ensemble.Cell, len(g.Cuts))
	for {
		visit(cells)
		f := 0
		for f < len(cells) && cells[f] == g.Last(f) {
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

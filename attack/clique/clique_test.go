package clique_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/clique"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Bounds never exceed the optimum, and with one group of all trees they reach it up to the last
// bisection.
func TestBoundAgainstBruteForce(t *testing.T) {
	shapes := maps.Clone(ensembletest.Shapes)
	maps.Copy(shapes, ensembletest.SetShapes)
	delete(shapes, "byte") // which has too many points for this
	for name, shape := range shapes {
		for _, norm := range attack.Norms {
			t.Run(fmt.Sprintf("%s/%v", name, norm), func(t *testing.T) {
				for i := range 10 {
					r := seed.At(1, i)
					p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
					v := attacktest.Victim(r, p.Ensemble)
					cost, _ := attacktest.NewOracle(p).Optimum(v)
					best := norm.Distance(cost)
					for _, a := range []clique.Attack{{}, {Levels: 1}, {Levels: 3, Size: 3, Limit: 20}, {Levels: 1, Size: 100, Steps: 40, Limit: math.MaxInt}} {
						results := attacktest.Run(t, p, a, []attack.Victim{v}, attack.RunOptions{Threads: 1})
						got := results[0].LowerBound
						if got > best*(1+1e-9) {
							t.Errorf("%+v: bound %v, the optimum is %v", a, got, best)
						}
						if a.Size == 100 && got < best*(1-1e-6) && got != best {
							t.Errorf("one group of all trees: bound %v, the optimum is %v", got, best)
						}
					}
				}
			})
		}
	}
}

// A row that cannot change has no example, however far.
func TestFrozenRow(t *testing.T) {
	r := seed.At(2)
	p := attacktest.NewProblem(t, ensembletest.Random(r, ensembletest.Shapes["plain"]), attack.L2)
	p.Constraints = &attack.Constraints{Frozen: slices.Repeat([]bool{true}, p.Ensemble.Features)}
	results := attacktest.Run(t, p, clique.Attack{}, []attack.Victim{attacktest.Victim(r, p.Ensemble)}, attack.RunOptions{Threads: 1})
	if got := results[0].LowerBound; !math.IsInf(got, 1) {
		t.Errorf("bound %v of %v", got, results[0].Status)
	}
}

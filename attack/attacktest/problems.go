package attacktest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// NewProblem returns the problem of a model that can be attacked in a norm.
func NewProblem(t testing.TB, e *ensemble.Ensemble, norm attack.Norm) *attack.Problem {
	t.Helper()
	p, err := attack.NewProblem(e, norm)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Prepare prepares a method for a problem that it supports.
func Prepare(t testing.TB, p *attack.Problem, method attack.Attack) *attack.Adversary {
	t.Helper()
	adversary, err := attack.Prepare(p, method)
	if err != nil {
		t.Fatal(err)
	}
	return adversary
}

// Run runs a method on victims of a problem that it supports.
func Run(t testing.TB, p *attack.Problem, method attack.Attack, victims []attack.Victim, o attack.RunOptions) []attack.Result {
	t.Helper()
	results, err := attack.Run(t.Context(), p, method, victims, o)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// EachProblem runs a property on n random problems of every shape, norm and kind
// of target, every other one with constraints.
func EachProblem(t *testing.T, n int, property func(t *testing.T, p *attack.Problem, victims []attack.Victim)) {
	EachOf(t, ensembletest.Shapes, n, property)
}

// EachOf is EachProblem for other shapes.
func EachOf(t *testing.T, shapes map[string]ensembletest.Shape, n int, property func(t *testing.T, p *attack.Problem, victims []attack.Victim)) {
	for name, shape := range shapes {
		for _, norm := range attack.AllNorms {
			for _, targeted := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/targeted=%v", name, norm, targeted), func(t *testing.T) {
					for i := range n {
						r := seed.At(1, i)
						p := NewProblem(t, ensembletest.Random(r, shape), norm)
						if targeted {
							p.Target = r.IntN(p.Ensemble.Classes)
						}
						if i%2 == 1 {
							Constrain(r, p)
						}
						property(t, p, threeVictims(r, p))
					}
				})
			}
		}
	}
}

// threeVictims draws three rows, and leaves out those of the target's class.
func threeVictims(r *rand.Rand, p *attack.Problem) (victims []attack.Victim) {
	for range 3 {
		v := Victim(r, p.Ensemble)
		if p.Constraints != nil {
			Confine(p.Constraints, v.X)
			v.Label = p.Ensemble.Class(v.X)
		}
		if v.Label != p.Target {
			victims = append(victims, v)
		}
	}
	return victims
}

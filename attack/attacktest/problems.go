package attacktest

import (
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

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
						p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
						if err != nil {
							t.Fatal(err)
						}
						if targeted {
							p.Target = r.IntN(p.Ensemble.Classes)
						}
						if i%2 == 1 {
							Constrain(r, p)
						}
						var victims []attack.Victim
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
						property(t, p, victims)
					}
				})
			}
		}
	}
}

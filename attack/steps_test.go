package attack_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Steps of whole numbers, scaled by a range of 20, come to 0.05 with an error in the last
// place, or add up to it: all are within 0.05, and one step more is not.
func TestStepsAreWithinTheRadiusThatTheyMake(t *testing.T) {
	for _, steps := range []int{1, 3} {
		for k := 0; k+steps <= 20; k++ {
			for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost} {
				e := ensembletest.Stumps()
				e.Features, e.Base = 1, []float64{-0.5}
				at := float64(k+steps)/20 - 0.025
				e.Trees = []ensemble.Tree{{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: at}}, Leaves: []float64{0, 1}}}
				p, err := attack.NewProblem(e, norm)
				if err != nil {
					t.Fatal(err)
				}
				unit := 1.0
				p.Constraints = &attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{20}}
				if norm == attack.Cost {
					unit = 20
					p.Constraints.Weight = []float64{unit}
				}
				adversary, err := attack.Prepare(p, exact.Attack{})
				if err != nil {
					t.Fatal(err)
				}
				v := []attack.Victim{{X: []float64{float64(k) / 20}}}
				for eps, want := range map[float64]attack.Verdict{
					float64(steps) * 0.05 * unit: attack.Broken, (float64(steps)*0.05 - 1e-6) * unit: attack.Certified,
				} {
					d, err := adversary.Decide(t.Context(), v, eps, attack.RunOptions{Threads: 1})
					if err != nil {
						t.Fatal(err)
					}
					if d[0].Verdict != want {
						t.Errorf("%d steps from %d in norm %v: %v within %v, at %v", steps, k, norm, d[0].Verdict, eps, d[0].Distance)
					}
				}
				still := p.Still(func(yield func([]float64) bool) { yield(v[0].X) }, 0.05*unit)
				if len(still) != 0 {
					t.Errorf("from %d in norm %v: %v cannot move within one step", k, norm, still)
				}
			}
		}
	}
}

// A number that has to pass a threshold at just eps does not within eps, also where
// another column comes in steps.
func TestNumbersBeyondTheRadiusAreNotSteps(t *testing.T) {
	e := ensembletest.Stumps()
	e.Features, e.Base = 2, []float64{-0.5}
	e.Trees = []ensemble.Tree{{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: 0.75}}, Leaves: []float64{0, 1}}}
	for _, integer := range [][]bool{nil, {false, true}} {
		p, err := attack.NewProblem(e, attack.LInf)
		if err != nil {
			t.Fatal(err)
		}
		p.Constraints = &attack.Constraints{Integer: integer}
		adversary, err := attack.Prepare(p, exact.Attack{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := adversary.Decide(t.Context(), []attack.Victim{{X: []float64{0.5, 1}}}, 0.25, attack.RunOptions{Threads: 1})
		if err != nil || d[0].Verdict != attack.Certified {
			t.Errorf("%v: %v at %v, %v", integer, d[0].Verdict, d[0].Distance, err)
		}
	}
}

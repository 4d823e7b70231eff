package attack_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A change made of steps costs what its steps do, as their distance says: six of 0.05 at 100 a unit
// are 30, where the difference of the values gives 30.000000000000004.
func TestChangeOfStepsCost(t *testing.T) {
	p := &attack.Problem{
		Ensemble: &ensemble.Ensemble{
			Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
			Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.3, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
		},
		Norm:        attack.Cost,
		Constraints: &attack.Constraints{Step: []float64{0.05, 0}, Weight: []float64{100, 1}},
	}
	changes := p.Changes([]float64{0.1, 1}, []float64{0.4, 1.5})
	if len(changes) != 2 || changes[0].Cost != 30 || changes[1].Cost != 0.5 {
		t.Errorf("changes are %+v, must cost 30 and 0.5", changes)
	}
}

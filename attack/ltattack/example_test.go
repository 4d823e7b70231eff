package ltattack_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The nearest point that a model of two stumps takes for class 0.
func Example() {
	stump := func(feature int32, threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{
			Splits: []ensemble.Split{{Feature: feature, Threshold: threshold, Left: ^0, Right: ^1}},
			Leaves: []float64{left, right},
		}
	}
	model := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{stump(0, 0.5, -2, 1), stump(1, 0.25, -3, 1)},
	}
	problem, err := attack.NewProblem(model, attack.LInf)
	if err != nil {
		fmt.Println(err)
		return
	}
	victim := attack.Victim{X: []float64{0.75, 1}, Label: 1}
	results, err := attack.Run(context.Background(), problem, ltattack.Attack{}, []attack.Victim{victim}, attack.RunOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := results[0]
	fmt.Println(r.Example, r.Distance, r.Status)
	// Output: [0.5 1] 0.25 optimal
}

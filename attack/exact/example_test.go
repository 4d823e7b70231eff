package exact_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Two stumps vote; class 1 wins where their sum is above 0.
func stumps() *ensemble.Ensemble {
	stump := func(f int32, threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{
			Splits: []ensemble.Split{{Feature: f, Threshold: threshold, Left: ^0, Right: ^1}},
			Leaves: []float64{left, right},
		}
	}
	return &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{stump(0, 0.5, -2, 1), stump(1, 0.25, -1, 1.5)},
	}
}

func Example() {
	problem, err := attack.NewProblem(stumps(), attack.LInf)
	if err != nil {
		panic(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, exact.Attack{}, victims, attack.RunOptions{})
	if err != nil {
		panic(err)
	}
	r := results[0]
	fmt.Printf("%v: %v at distance %v\n", r.Status, r.Example, r.Distance)
	// Output: optimal: [0.5 0.75] at distance 0.25
}

func Example_decide() {
	problem, err := attack.NewProblem(stumps(), attack.L2)
	if err != nil {
		panic(err)
	}
	adversary, err := attack.Prepare(problem, exact.Attack{})
	if err != nil {
		panic(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	for _, eps := range []float64{0.2, 0.3} {
		decisions, err := adversary.Decide(context.Background(), victims, eps, attack.RunOptions{})
		if err != nil {
			panic(err)
		}
		fmt.Println(eps, decisions[0].Verdict)
	}
	// Output:
	// 0.2 certified
	// 0.3 broken
}

package exact_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
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
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.L2)
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

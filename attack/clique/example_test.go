package clique_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/clique"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// No example is nearer than the bound.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, clique.Attack{Levels: 1, Size: 2, Steps: 20}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Printf("%v, lower bound %.3f\n", r.Status, r.LowerBound)
	// Output: none, lower bound 0.250
}

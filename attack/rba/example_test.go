package rba_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The nearest point of the region of a training row that the model gives the other class.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.L2)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, rba.Attack{Rows: [][]float64{{0.1, 0.9}, {0.9, 0.1}}}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Println(r.Status, r.Example, r.Distance)
	// Output: found [0.5 0.75] 0.25
}

package attacktest_test

import (
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// What an attack on a tiny model has to find, by trying every cell.
// EachProblem hands out such problems for the tests of an attack.
func ExampleOracle() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	oracle := attacktest.NewOracle(problem)
	cost, cells := oracle.Optimum(attack.Victim{X: []float64{0.75, 0.75}, Label: 1})
	fmt.Println(cost, cells)
	// Output: 0.25 [0 1]
}

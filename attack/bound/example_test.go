package bound_test

import (
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// How much class 0 can win by within 0.2 of a row of class 1, and within 0.3.
func ExampleBall() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	ball := bound.NewBall(problem)
	ball.Reset([]float64{0.75, 0.75})
	rival := problem.Grid.Contrast(1, 0)
	for _, eps := range []float64{0.2, 0.3} {
		most := ball.Most(rival, problem.Norm.Budget(eps))
		margin, cells := ball.Best(nil)
		fmt.Printf("within %v: at most %v, %v at %v\n", eps, most, margin, ball.Example(cells))
	}
	// Output:
	// within 0.2: at most -2.5, -2.5 at [0.75 0.75]
	// within 0.3: at most 0.5, 0.5 at [0.5 0.75]
}

package milp_test

import (
	"log"
	"os"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The program of a row, for your own solver. To run an installed one, use attack.Run(ctx, problem,
// milp.Attack{}, ...).
func ExampleWrite() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.L1)
	if err != nil {
		log.Fatal(err)
	}
	space := attack.NewSpace(problem)
	space.Reset([]float64{0.75, 0.75})
	if err := milp.Write(os.Stdout, space, problem.Grid.Contrast(1, 0)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// \ nearest point of class 0 for a victim of class 1, norm 1
	// Minimize
	//  cost: +0 b +0.25 p0_0 +0.5 p1_0 +0 l0 +0 l1 +0 l2 +0 l3
	// Subject To
	//  margin: +0.5 l0 -0.25 l1 +0.25 l2 -0.375 l3 >= 9.9999999999999995e-07
	//  t0: +1 l0 +1 l1 = 1
	//  n0_l: +1 l0 - p0_0 <= 0
	//  n0_r: +1 l1 + p0_0 <= 1
	//  t1: +1 l2 +1 l3 = 1
	//  n1_l: +1 l2 - p1_0 <= 0
	//  n1_r: +1 l3 + p1_0 <= 1
	// Bounds
	//  b = 1
	// Binary
	//  p0_0
	//  p1_0
	// End
}

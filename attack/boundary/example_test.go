package boundary_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/boundary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A walk along the boundary by classes alone. It ends at the nearest point of the
// part where it began, so that five of them find what one may miss.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.L2)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, blackbox.New(boundary.Method{Starts: 5}), victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Printf("class %d at distance %.3f, after questions: %t\n", r.Class, r.Distance, r.Stats.Queries > 0)
	// Output: class 0 at distance 0.250, after questions: true
}

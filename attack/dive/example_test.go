package dive_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The fastest attack: it finds a near example, mostly not the nearest.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, dive.Attack{}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Println(r.Status, r.Example, r.Distance)
	// Output: found [0.5 0.75] 0.25
}

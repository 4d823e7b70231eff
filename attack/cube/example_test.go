package cube_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The faces of a cube around the row, which gets smaller and smaller.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, blackbox.New(cube.Method{}), victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Printf("class %d at distance %.3f, after questions: %t\n", r.Class, r.Distance, r.Stats.Queries > 0)
	// Output: class 0 at distance 0.250, after questions: true
}

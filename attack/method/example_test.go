package method_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A method by its name, as in flags and specs.
func ExampleNew() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	for _, name := range []string{"lt", "exact"} {
		method, err := method.New(name, method.Settings{Nodes: 1000})
		if err != nil {
			log.Fatal(err)
		}
		results, err := attack.Run(context.Background(), problem, method, victims, attack.RunOptions{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, results[0].Distance)
	}
	// Output:
	// lt 0.25
	// exact 0.25
}

// The methods for a task.
func ExampleNames() {
	fmt.Println(method.Names(method.Decide))
	fmt.Println(method.Check("clique", method.Find, attack.LInf) == nil)
	// Output:
	// [auto exact bound]
	// false
}

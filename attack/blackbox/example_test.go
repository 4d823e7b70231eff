package blackbox_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/signopt"
)

// diagonal is a model that can only be queried: class 1 if the sum of the features is above 1.
type diagonal struct{}

func (diagonal) Features() int { return 2 }
func (diagonal) Classes() int  { return 2 }
func (diagonal) Scores(x, out []float64) {
	out[0], out[1] = 1, x[0]+x[1]
}

// Any model that answers can be attacked.
func ExampleRun() {
	victims := []attack.Victim{{X: []float64{0.25, 0.25}, Label: 0}}
	results, err := blackbox.Run(context.Background(), diagonal{}, signopt.Method{}, victims, blackbox.Options{Norm: attack.L2})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Printf("class %d at distance %.2f\n", r.Class, r.Distance) // the root of 1/8
	// Output: class 1 at distance 0.35
}

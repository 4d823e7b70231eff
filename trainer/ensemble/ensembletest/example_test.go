package ensembletest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A random ensemble of each shape, and a row for it: what searches are tested
// on.
func Example() {
	r := rand.New(rand.NewPCG(1, 2))
	for name, shape := range ensembletest.Shapes {
		e := ensembletest.Random(r, shape)
		x := ensembletest.Row(r, e)
		if err := e.Validate(); err != nil || len(x) != e.Features {
			fmt.Println(name, err)
		}
	}
	// Output:
}

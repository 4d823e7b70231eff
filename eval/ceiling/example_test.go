package ceiling_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
)

// The rows at 0.4 and 0.5 are of different classes. An attacker that moves rows
// by 0.1 can make one look like the other, so that one of them is lost for any
// classifier.
func Example() {
	table := &data.Table{
		Rows: 4, Cols: 1, X: []float64{0.1, 0.4, 0.5, 0.9}, Y: []int{0, 0, 1, 1},
		Features: []string{"size"}, Classes: []string{"small", "large"}, Source: "example",
	}
	limits, err := ceiling.Of(context.Background(), table, []float64{0.01, 0.1}, ceiling.Options{Norm: attack.LInf, Threads: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range limits {
		fmt.Println("within", l.Eps, "at most", l.Robust, "of the rows")
	}
	// Output:
	// within 0.01 at most 1 of the rows
	// within 0.1 at most 0.75 of the rows
}

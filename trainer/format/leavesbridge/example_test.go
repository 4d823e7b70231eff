package leavesbridge_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// A second opinion on a model of one split.
func Example() {
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}},
			Leaves: []float64{-1, 2},
		}},
	}
	p, err := leavesbridge.New(e)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []float64{0.5, 0.6} {
		fmt.Println(x, p.Class([]float64{x}))
	}
	// Output:
	// 0.5 0
	// 0.6 1
}

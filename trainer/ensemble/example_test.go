package ensemble_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rings is two trees of one split each: older than 40, and more than 3 rings.
func rings() *ensemble.Ensemble {
	tree := func(f ensemble.Feature, threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{
			Splits: []ensemble.Split{{Feature: f, Threshold: threshold, Left: ^0, Right: ^1}},
			Leaves: []float64{left, right},
		}
	}
	return &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{tree(0, 40, -1, 0.5), tree(1, 3, -0.25, 1)},
	}
}

// An ensemble made by hand, checked, and asked for a row.
func Example() {
	e := rings()
	if err := e.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	margin := make([]float64, 1)
	x := []float64{35, 7}
	e.Margins(x, margin)
	fmt.Println("margin", margin[0], "class", e.Class(x))

	e.Trees[0].Splits[0].Right = ^0 // both branches lead to one leaf
	fmt.Println(e.Validate())
	// Output:
	// margin 0 class 0
	// tree 0: node 0 has child -1, which has another parent
}

// The grid turns thresholds into whole numbers, which searches work on.
func ExampleGrid() {
	g, err := ensemble.NewGrid(rings())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("cells:", g.NumCells(), "leaves:", g.NumLeaves())
	fmt.Println("age 40 is in cell", g.Cell(0, 40), "and 40.5 in cell", g.Cell(0, 40.5))
	// Output:
	// cells: 4 leaves: 4
	// age 40 is in cell 0 and 40.5 in cell 1
}

// Many rows at once, on two threads.
func ExamplePredictor() {
	p := ensemble.NewPredictor(rings())
	margins := make([]float64, 3)
	p.Margins([]float64{35, 7, 60, 1, 60, 7}, margins, 2)
	fmt.Println(margins)
	// Output: [0 0.25 1.5]
}

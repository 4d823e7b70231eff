package experiment_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// Both tables are scaled by the range of the training rows, so that one eps
// means the same in every feature; test rows may lie outside [0,1].
func ExamplePrepare() {
	table := func(x []float64, y []int) *data.Table {
		return &data.Table{
			Rows: len(x), Cols: 1, X: x, Y: y, Source: "example",
			Features: []string{"size"}, Classes: []string{"small", "large"},
		}
	}
	train, test := table([]float64{10, 20, 30}, []int{0, 0, 1}), table([]float64{15, 35}, []int{0, 1})
	rows, err := experiment.Prepare(train, test, experiment.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rows.Train.X, rows.Test.X)
	// Output: [0 0.5 1] [0.25 1.25]
}

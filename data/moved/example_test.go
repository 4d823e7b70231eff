package moved_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data/moved"
)

// An example is kept as the few cells in which it differs from its row.
func Example() {
	row := []float64{5.1, 3.5, 1.4}
	example := []float64{5.1, 3.25, 1.4}
	cells := moved.Cells{}.Diff(example, row)
	fmt.Println(cells)
	fmt.Println(cells.Of(row))
	// Output:
	// [{1 3.25}]
	// [5.1 3.25 1.4]
}

package column_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Levels without an order are held as their codes.
func Example() {
	colour := column.Named([]string{"red", "green", "blue"})
	fmt.Println(colour.Kind, colour.Codes, colour.Name(2))
	// Output: categorical [0 1 2] blue
}

// The number that stands for a word in a row, such as one that a server is asked about.
func ExampleColumn_Code() {
	colour := column.Named([]string{"red", "green", "blue"})
	fmt.Println(colour.Code("blue"))
	fmt.Println(colour.Code("violet"))
	// Output:
	// 2 true
	// 0 false
}

package paper_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/eval/paper"
)

// The data sets of the paper; Run repeats its tables for those whose public
// files are in a folder.
func ExampleNames() {
	fmt.Println(paper.Names())
	fmt.Println(paper.CheckNames([]string{"diabets"}))
	// Output:
	// [breast-cancer diabetes MNIST2-6 ijcnn MNIST F-MNIST covtype HIGGS]
	// unknown data set "diabets": did you mean "diabetes"?
}

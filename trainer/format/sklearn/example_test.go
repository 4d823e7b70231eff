package sklearn_test

import (
	"compress/gzip"
	"fmt"
	"os"

	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// A random forest of scikit-learn. Its margins are the mean class shares of
// the leaves. format.ReadFile unpacks a file, and knows whose it is.
func Example() {
	file, err := os.Open("../testdata/foreign/skl-forest-classes.json.gz")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := sklearn.Read(plain)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.Origin.Source, "with", len(model.Trees), "trees for", model.Classes, "classes")
	// Output: scikit-learn 1.2.1 with 3 trees for 10 classes
}

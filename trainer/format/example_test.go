package format_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/trainer/format"
)

// A model of XGBoost becomes one of hardwood, with the same predictions.
func Example() {
	e, err := format.ReadFile(filepath.Join("testdata", "foreign", "xgb1.7-softprob.json.gz"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Origin.Source, e.Classes, "classes", e.Features, "features")
	fmt.Println("class", e.Class([]float64{0.1, 0.9, 0.8, 0.2, 0.5, 0.5}))

	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := format.WriteFile(filepath.Join(dir, "model.json.zst"), e, format.Hardwood); err != nil {
		fmt.Println(err)
	}
	// LightGBM adds in another precision
	fmt.Println(format.Losses(e, format.LightGBM))
	// Output:
	// xgboost 1.7.4 3 classes 6 features
	// class 2
	// [the model adds in float32, LightGBM in float64]
}

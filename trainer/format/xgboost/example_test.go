package xgboost_test

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// A tree that XGBoost dumped. It goes left where x < 3, so 3 goes right, and
// the largest float32 below it left.
func ExampleReadDump() {
	const dump = `[{"nodeid": 0, "split": "f0", "split_condition": 3, "yes": 1, "no": 2, "missing": 1, "children": [
		{"nodeid": 1, "leaf": -0.5}, {"nodeid": 2, "leaf": 0.5}]}]`
	model, err := xgboost.ReadDump(strings.NewReader(dump), xgboost.Dump{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("x <=", model.Trees[0].Splits[0].Threshold)
	fmt.Println(model.Class([]float64{3}), model.Class([]float64{2.9999998}))
	// Output:
	// x <= 2.999999761581421
	// 1 0
}

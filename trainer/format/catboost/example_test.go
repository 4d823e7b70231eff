package catboost_test

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/format/catboost"
)

// A model of one symmetric tree, as save_model("model.json", format="json") writes
// it. format.ReadFile reads a file, and knows whose it is.
func Example() {
	model, err := catboost.Read(strings.NewReader(`{
		"features_info": {"float_features": [{"feature_index": 0, "flat_feature_index": 0, "borders": [0.5]}]},
		"oblivious_trees": [{"leaf_values": [-1, 2], "splits": [
			{"border": 0.5, "float_feature_index": 0, "split_index": 0, "split_type": "FloatFeature"}]}],
		"scale_and_bias": [1, [0]]}`), func(warning string) { fmt.Println(warning) })
	if err != nil {
		fmt.Println(err)
		return
	}
	out := make([]float64, model.Outputs)
	model.Margins(model.Rounded([]float64{0.6}), out)
	fmt.Println(model.Origin.Source, "predicts", out[0])
	// Output: catboost predicts 2
}

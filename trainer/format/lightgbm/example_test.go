package lightgbm_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// A model in the text that LightGBM loads.
func Example() {
	model := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{{Threshold: 6.5, Left: ^0, Right: ^1}},
			Leaves: []float64{-0.1, 0.3},
		}},
		Schema: ensemble.Schema{Features: []string{"size"}, Classes: []string{"small", "large"}},
	}
	var file bytes.Buffer
	if err := lightgbm.Write(&file, model); err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(file.String(), "\nTree=0")
	fmt.Println(first)
	again, err := lightgbm.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Class([]float64{6.5}), again.Class([]float64{7}))
	// Output:
	// tree
	// version=v3
	// num_class=1
	// num_tree_per_iteration=1
	// label_index=0
	// max_feature_idx=0
	// objective=binary sigmoid:1
	// feature_names=size
	// feature_infos=[-inf:inf]
	// tree_sizes=182
	//
	// 0 1
}

package onnx_test

import (
	"bytes"
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/onnx"
)

// A model is written for programs that run ONNX, and read again.
func Example() {
	stump := ensemble.Tree{Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 2}}
	model := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic, Trees: []ensemble.Tree{stump},
		Schema: ensemble.Schema{Classes: []string{"no", "yes"}},
	}
	var file bytes.Buffer
	if err := onnx.Write(&file, model); err != nil {
		fmt.Println(err)
		return
	}
	again, err := onnx.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Origin.Source, "says", again.Schema.Classes[again.Class([]float64{0.6})])
	// Output: onnx hardwood says yes
}

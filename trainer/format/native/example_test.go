package native_test

import (
	"bytes"
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
)

// The file has one tree per line, and every number reads back bit for bit.
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
	if err := native.Write(&file, model); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(file.String())
	again, err := native.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Class([]float64{6.5}), again.Class([]float64{7}))
	// Output:
	// {"format":"hardwood-ensemble","version":1,
	// "features":1,"classes":2,"outputs":1,"base":[0],"input":"float64","sum":"float64","link":"logistic",
	// "schema":{"width":0,"height":0,"features":["size"],"classes":["small","large"]},
	// "origin":{"source":"","seed":"0","data":""},
	// "trees":[
	// {"output":0,"feature":[0],"threshold":[6.5],"left":[-1],"right":[-2],"leaf":[-0.1,0.3]}
	// ],"trees_total":1}
	// 0 1
}

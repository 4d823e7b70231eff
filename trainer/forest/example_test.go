package forest_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/forest"
)

func Example() {
	table := &data.Table{
		Rows: 6, Cols: 1, Source: "example",
		X:        []float64{1, 2, 3, 10, 11, 12},
		Y:        []int{0, 0, 0, 1, 1, 1},
		Features: []string{"size"}, Classes: []string{"small", "large"},
	}
	p := trainer.Defaults(trainer.Forest)
	p.Rounds = 20
	t, err := forest.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := t.Train(context.Background(), table)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(model.Trees), "trees")
	fmt.Println(table.Classes[model.Class([]float64{4})], table.Classes[model.Class([]float64{9})])
	// Output:
	// 20 trees
	// small large
}

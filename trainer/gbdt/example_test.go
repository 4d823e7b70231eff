package gbdt_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

func Example() {
	table := &data.Table{
		Rows: 6, Cols: 1, Source: "example",
		X:        []float64{1, 2, 3, 10, 11, 12},
		Y:        []int{0, 0, 0, 1, 1, 1},
		Features: []string{"size"}, Classes: []string{"small", "large"},
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.MinChildWeight = 10, 2, 0
	t, err := gbdt.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := t.Train(context.Background(), table)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Classes[model.Class([]float64{4})], table.Classes[model.Class([]float64{9})])
	fmt.Println("threshold", model.Trees[0].Splits[0].Threshold)
	// Output:
	// small large
	// threshold 6.5
}

// A hook sees every round, and can change the rows that the next one trains
// on.
func Example_hook() {
	table := &data.Table{
		Rows: 4, Cols: 1, Source: "example",
		X: []float64{1, 2, 8, 9}, Y: []int{0, 0, 1, 1},
		Features: []string{"size"}, Classes: []string{"small", "large"},
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight = 2, 0
	t, err := gbdt.New(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		fmt.Println("round", r.Number, "of", r.Of, "has", r.Rows.Len(), "rows")
		r.Rows.Append([]float64{4}, 1, 1)
		return nil
	})
	if _, err := t.Train(context.Background(), table, hook); err != nil {
		fmt.Println(err)
	}
	// Output:
	// round 0 of 2 has 4 rows
	// round 1 of 2 has 5 rows
}

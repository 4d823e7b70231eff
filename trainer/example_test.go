package trainer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// Parameters are fields, or set by the names that XGBoost and LightGBM have
// for them; a wrong name comes back with the nearest right one.
func Example() {
	table, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 20
	fmt.Println(p.Set(trainer.GBDT, "eta", "0.1"), p.LearningRate)
	fmt.Println(p.Set(trainer.GBDT, "max_dept", "3"))

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
	best, importances := 0, trainer.Importances(model)
	for f, i := range importances {
		if i.Gain > importances[best].Gain {
			best = f
		}
	}
	fmt.Println(len(model.Trees), "trees, most of the gain on", table.Features[best])
	// Output:
	// <nil> 0.1
	// unknown parameter "max_dept": did you mean "max-depth"?
	// 20 trees, most of the gain on perimeter_worst
}

// Rows for a model that was trained elsewhere: their columns stand in another order, and
// they lack a level, which would give the others other numbers.
func ExampleLike() {
	table := &data.Table{
		Rows: 6, Cols: 2, Source: "example",
		X:        []float64{0, 7, 0, 9, 1, 8, 1, 7, 2, 9, 2, 8}, // red, green and blue ones of some sizes
		Y:        []int{0, 0, 0, 0, 1, 1},
		Features: []string{"colour", "size"}, Classes: []string{"sour", "sweet"},
		Columns: []column.Column{column.Named([]string{"red", "green", "blue"}), {}},
	}
	p := trainer.Defaults(trainer.GBDT)
	p.MinChildWeight = 0
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
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "new.csv")
	if err := os.WriteFile(path, []byte("size,colour\n8,green\n7,blue\n"), 0o666); err != nil {
		fmt.Println(err)
		return
	}
	rows, err := data.Read(context.Background(), path, trainer.Like(model, data.Options{LabelOptional: true}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range rows.Rows {
		fmt.Println(rows.Row(i), model.Schema.Classes[model.Class(rows.Row(i))])
	}
	// Output:
	// [1 8] sour
	// [2 7] sweet
}

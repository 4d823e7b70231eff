package trainer_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
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

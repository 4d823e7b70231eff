package experiment

import (
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// noisy returns rows of apart, with as many columns of noise in front as asked for.
func noisy(rows, noise int) *data.Table {
	t := apart(rows, 0.1, 0.5)
	wide := *t
	wide.Cols, wide.X, wide.Features = noise+t.Cols, nil, nil
	for f := range wide.Cols {
		wide.Features = append(wide.Features, fmt.Sprint("x", f))
	}
	random := seed.At(4)
	for i := range rows {
		for range noise {
			wide.X = append(wide.X, random.Float64())
		}
		wide.X = append(wide.X, t.Row(i)...)
	}
	return &wide
}

// Of a wide table hardened models see what tells the classes apart, with the threat's entries for these
// columns. Narrow tables, other norms, and groups and images, whose columns belong together, keep all columns.
func TestFewColumns(t *testing.T) {
	const noise = 100
	table := noisy(300, noise)
	params := DefaultParams(trainer.GBDT, attack.LInf, table)
	params.Rounds = 5
	natural, _, err := (&Data{Train: table}).Fit(t.Context(), params, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		t.Fatal(err)
	}
	weight := make([]float64, table.Cols)
	for f := range weight {
		weight[f] = float64(1 + f)
	}
	whole := fold{Data{Train: table, Test: table}, trainer.Params{}, advboost.Strategy{Norm: attack.LInf, Constraints: &attack.Constraints{Weight: weight}}}
	few := whole.fewColumns(natural)
	if few.rows.Train.Cols != radiusColumns || few.rows.Test.Cols != radiusColumns {
		t.Errorf("%d and %d columns, want %d", few.rows.Train.Cols, few.rows.Test.Cols, radiusColumns)
	}
	found := false
	for f, w := range few.strategy.Constraints.Weight {
		if found = found || w == noise+1; few.rows.Train.X[f] != table.X[int(w)-1] {
			t.Errorf("column %d has the weight of column %v, and another value", f, w-1)
		}
	}
	if !found {
		t.Error("the column that tells the classes apart is not among them")
	}

	other := whole
	other.strategy.Norm = attack.L2
	grouped := whole
	grouped.strategy.Constraints = &attack.Constraints{Groups: []attack.Group{{Features: []int{0, 1}}}}
	shifted, mirrored := whole, whole
	shifted.params.ImageShift, mirrored.params.ImageMirror = 1, true
	for name, f := range map[string]fold{"norm 2": other, "groups": grouped, "shifted images": shifted, "mirrored images": mirrored} {
		if got := f.fewColumns(natural); got.rows.Train != table {
			t.Errorf("%s: %d columns, want all", name, got.rows.Train.Cols)
		}
	}
	if got := whole.fewColumns(&ensemble.Ensemble{Features: radiusColumns}); got.rows.Train != table {
		t.Errorf("a table of %d columns is narrowed to %d", radiusColumns, got.rows.Train.Cols)
	}
}

// Columns of noise do not change what a radius has to be.
func TestRadiusOfWideTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	r := radiusOf(t, noisy(300, 100), eval.AimRobust, attack.LInf)
	if r.NotWorthIt || r.Eps < 0.1 || r.Eps > 0.5 {
		t.Errorf("got %+v, want a radius of at least the gap, 0.1", r)
	}
}

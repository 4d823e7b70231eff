package booster_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// The unit and the zero of a target do not change splits, and change predictions only by that unit and
// zero.
func TestUnitAndZeroOfTargets(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 500, Cols: 4}, 1)
	for i, y := range table.Target {
		table.Target[i] = math.Round(y*(1<<10)) / (1 << 15) // so that sums with 2^30 are exact
	}
	with := func(change func(y float64) float64) *data.Table {
		changed := *table
		changed.Target = slices.Clone(table.Target)
		for i, y := range changed.Target {
			changed.Target[i] = change(y)
		}
		return &changed
	}
	const unit, zero = 1.0 / (1 << 40), 1 << 30
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MaxDepth = 10, 4
		want := mustTrain(name, p, table)
		small := mustTrain(name, p, with(func(y float64) float64 { return y * unit }))
		far := mustTrain(name, p, with(func(y float64) float64 { return y + zero }))
		values := 0
		for i := range want.Trees {
			for _, e := range []*ensemble.Ensemble{small, far} {
				if !slices.EqualFunc(want.Trees[i].Splits, e.Trees[i].Splits, sameSplit) {
					t.Fatalf("%s: the splits of tree %d differ", name, i)
				}
			}
			values += len(want.Trees[i].Leaves)
		}
		if values < 100 {
			t.Errorf("%s: %d leaves show nothing", name, values)
		}
		for i := range table.Rows {
			y := predicted(want, table.Row(i))
			if got := predicted(small, table.Row(i)) / unit; math.Abs(got-y) > 1e-9 {
				t.Fatalf("%s, row %d: %v in small units, want %v", name, i, got, y)
			}
			if got := predicted(far, table.Row(i)) - zero; math.Abs(got-y) > 1e-5 {
				t.Fatalf("%s, row %d: %v from another zero, want %v", name, i, got, y)
			}
		}
	}
}

// sameSplit ignores the gain, which has the unit of the target.
func sameSplit(a, b ensemble.Split) bool {
	a.Gain, b.Gain = 0, 0
	return a == b
}

func predicted(e *ensemble.Ensemble, x []float64) float64 {
	y := make([]float64, 1)
	e.Margins(x, y)
	return y[0]
}

// A split whose loss reduction is just gamma is made, as by XGBoost, whatever the number of rows.
func TestGainOfJustGamma(t *testing.T) {
	for _, name := range booster.Names {
		for n := 4; n < 200; n += 4 {
			table := &data.Table{Rows: n, Cols: 1, Features: []string{"x"}}
			for i := range n {
				table.X, table.Target = append(table.X, float64(i%2)), append(table.Target, float64(i%2))
			}
			p := trainer.Defaults(name)
			p.Rounds, p.Lambda, p.Bootstrap = 1, 0, false
			for gamma, want := range map[float64]int{float64(n) / 4: 1, float64(n)/4 + 0.001: 0} {
				p.Gamma = gamma
				if got := len(traintest.Train(t, name, p, table).Trees[0].Splits); got != want {
					t.Errorf("%s, %d rows, gamma %v: %d splits, want %d", name, n, gamma, got, want)
				}
			}
		}
	}
}

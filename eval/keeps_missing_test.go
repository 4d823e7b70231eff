package eval

import (
	"context"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A model of one threshold in a column that can only rise, and is missing in every row of one class: no
// row has an example, and that rests on nobody filling a cell in.
func TestKeepsMissing(t *testing.T) {
	nan := math.NaN()
	with := func(x []float64, c attack.Constraints) string {
		table := &data.Table{Rows: 4, Cols: 1, Features: []string{"x"}, Classes: []string{"low", "high"}, X: x, Y: []int{0, 0, 1, 1}}
		model := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
			Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5, DefaultLeft: true}}, Leaves: []float64{-1, 1}}}}
		r, err := Evaluate(context.Background(), []Model{{Name: "hardened", Ensemble: model}}, table,
			Options{Attack: bruteForce{}, Eps: []float64{0.1}, Resamples: 1, Constraints: &c})
		if err != nil {
			t.Fatal(err)
		}
		return r.KeepsMissing
	}
	rises, half := attack.Constraints{Increase: []bool{true}}, []float64{nan, nan, 0.7, 0.9}
	const says = "Rows without an example may owe that to which values are missing, as no attacker fills one in, or removes one unless a threat file says so (may-blank): 4 of 4 of the hardened model."
	if got := with(half, rises); got != says {
		t.Error(got)
	}
	const blanks = "Rows without an example may owe that to which values are missing, as no attacker fills one in: 2 of 4 of the hardened model."
	if got := with(half, attack.Constraints{Increase: []bool{true}, Blank: []float64{1}}); got != blanks {
		t.Error(got)
	}
	for name, got := range map[string]string{
		"all there":   with([]float64{0.1, 0.2, 0.7, 0.9}, attack.Constraints{Frozen: []bool{true}}),
		"none there":  with([]float64{nan, nan, nan, nan}, rises),
		"nobody may":  with(half, attack.Constraints{Frozen: []bool{true}}),
		"all present": with([]float64{0.6, 0.8, 0.7, 0.9}, rises),
	} {
		if got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

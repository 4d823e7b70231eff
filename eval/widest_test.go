package eval

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The largest change of a column is one that the constraints allow in an attacked row.
func TestWidest(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	const eps = 0.3
	for name, c := range map[string]struct {
		min, max float64   // what 0 and 1 stand for
		column   []float64 // as the model reads it
		can      attack.Constraints
		want     float64
	}{
		"a weight for each way":              {0, 10, []float64{0.5}, attack.Constraints{Weight: []float64{3}, Fall: []float64{2}}, 1.5},
		"the cheap way is forbidden":         {0, 10, []float64{0.5}, attack.Constraints{Weight: []float64{3}, Fall: []float64{2}, Increase: []bool{true}}, 1},
		"to a bound":                         {10, 30, []float64{0.9, 0.95}, attack.Constraints{Hi: []float64{1}, Increase: []bool{true}}, 2},
		"a row outside the bounds":           {0, 1, []float64{0.2, 0.9}, attack.Constraints{Lo: []float64{0.1}, Hi: []float64{0.4}}, 0.2},
		"to a listed value":                  {0, 20, []float64{0.2, 0.45}, attack.Constraints{Values: [][]float64{{5, 7}}, Min: []float64{0}, Range: []float64{20}}, 4}, // 9 to 5
		"no listed value is near":            {0, 20, []float64{1}, attack.Constraints{Values: [][]float64{{5, 7}}, Min: []float64{0}, Range: []float64{20}}, 0},
		"whole numbers":                      {0, 9, []float64{0, 1}, attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{9}}, 2},
		"steps that are eps but for a digit": {0, 100, []float64{0.15}, attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{100}}, 30},
		"steps from a number":                {0, 100, []float64{0, 1}, attack.Constraints{Step: []float64{7}, StepFrom: []float64{3}, Lo: []float64{0}, Hi: []float64{1}, Min: []float64{0}, Range: []float64{100}}, 27}, // 100 to 73
		"steps from the row":                 {0, 1, []float64{0.6, 0.95}, attack.Constraints{Step: []float64{0.1}, StepFrom: []float64{nan}, Increase: []bool{true}, Hi: []float64{0.85}}, 0.2},
		"only missing":                       {0, 1, []float64{0.5, nan}, attack.Constraints{Lo: []float64{0.5}, Hi: []float64{0.5}, Blank: []float64{0.3}}, OnlyBlank},
		"missing is too dear":                {0, 1, []float64{0.5, nan}, attack.Constraints{Lo: []float64{0.5}, Hi: []float64{0.5}, Blank: []float64{0.4}}, 0},
		"missing already":                    {0, 1, []float64{nan}, attack.Constraints{Blank: []float64{0.1}, Weight: []float64{1}}, 0},
		"unbounded":                          {0, 1, []float64{0.5}, attack.Constraints{Lo: []float64{-inf}, Hi: []float64{inf}}, 0.3},
		"another class":                      {0, 1, []float64{0.5}, attack.Constraints{Attackers: []bool{false, true}}, 0},
	} {
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Schema: ensemble.Schema{Min: []float64{c.min}, Max: []float64{c.max}}}
		table := &data.Table{Rows: len(c.column), Cols: 1, X: c.column, Y: make([]int, len(c.column)), Classes: []string{"a", "b"}}
		got := widest(&attack.Problem{Ensemble: e, Norm: attack.LInf, Constraints: &c.can}, table, []float64{0, eps})
		if got[0][0] != 0 || math.Abs(got[1][0]-c.want) > 1e-9 {
			t.Errorf("%s: by %v at eps 0 and %v at eps %v, want 0 and %v", name, got[0][0], got[1][0], eps, c.want)
		}
	}
	free := widest(&attack.Problem{Ensemble: &ensemble.Ensemble{Features: 1}, Norm: attack.L2}, &data.Table{Rows: 1, Cols: 1, X: []float64{1e9}}, []float64{eps})
	if math.Abs(free[0][0]-eps) > 1e-9 {
		t.Errorf("without constraints: by %v, want %v", free[0][0], eps)
	}
}

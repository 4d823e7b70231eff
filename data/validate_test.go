package data_test

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Each inconsistency of a table is told by itself.
func TestValidate(t *testing.T) {
	fresh := func() *data.Table {
		return &data.Table{
			Source: "t", Rows: 2, Cols: 2, X: []float64{0, 1, 2, math.NaN()}, Y: []int{0, 1},
			Features: []string{"a", "b"}, Classes: []string{"x", "y"},
			Columns: []column.Column{{}, column.Named([]string{"u", "v"})},
		}
	}
	if err := fresh().Validate(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*data.Table){
		"has sparse rows and others":             func(t *data.Table) { t.Sparse = &data.Sparse{Start: []int{0, 0, 0}} },
		"the cells of sparse rows do not fit":    func(t *data.Table) { t.X, t.Sparse = nil, &data.Sparse{Start: []int{0, 0}} },
		"4 values do not make 3 rows of 2":       func(t *data.Table) { t.Rows = 3 },
		"4 values do not make -2 rows of -2":     func(t *data.Table) { t.Rows, t.Cols = -2, -2 },
		"1 labels for 2 rows":                    func(t *data.Table) { t.Y = t.Y[:1] },
		"3 target values for 2 rows":             func(t *data.Table) { t.Target = make([]float64, 3) },
		"0 weights for 2 rows":                   func(t *data.Table) { t.Weights = []float64{} },
		"1 positions for 2 rows":                 func(t *data.Table) { t.Positions = make([]int, 1) },
		"3 raw values for 4 scaled ones":         func(t *data.Table) { t.Raw = make([]float64, 3) },
		"scaling of 1 and 0 columns for 2":       func(t *data.Table) { t.Scaling = &data.Scaling{Min: []float64{0}} },
		"1 feature names for 2 columns":          func(t *data.Table) { t.Features = t.Features[:1] },
		"kinds of 1 columns for 2":               func(t *data.Table) { t.Columns = t.Columns[:1] },
		"images of 3x1 do not fit 2 columns":     func(t *data.Table) { t.Image = data.Shape{Width: 3, Height: 1} },
		`two columns are called "a"`:             func(t *data.Table) { t.Features[1] = "a" },
		`two classes are called "x"`:             func(t *data.Table) { t.Classes[1] = "x" },
		"row 0: b is 0.5, not the code of a lev": func(t *data.Table) { t.X[1] = 0.5 },
		"row 1: column 1: infinite value":        func(t *data.Table) { t.X[3] = math.Inf(-1) },
		"row 1: column 0: 1e+308 is too large":   func(t *data.Table) { t.X[2] = 1e308 },
		"cell 0: infinite value": func(t *data.Table) {
			t.X, t.Sparse = nil, &data.Sparse{Start: []int{0, 1, 1}, Column: []int32{0}, Value: []float64{math.Inf(1)}}
		},
		"has class labels in Y and targets": func(t *data.Table) { t.Target = make([]float64, 2) },
		"row 1: class 2 is not one of 2":    func(t *data.Table) { t.Y[1] = 2 },
	} {
		table := fresh()
		change(table)
		if err := table.Validate(); err == nil || !strings.HasPrefix(err.Error(), "t: "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Infinite values would become missing ones by scaling.
func TestInfiniteValuesAreNotScaled(t *testing.T) {
	table := &data.Table{Source: "t", Rows: 2, Cols: 1, X: []float64{1, math.Inf(1)}, Features: []string{"a"}}
	err := data.FitScaling(table).Apply(table)
	if err == nil || err.Error() != "t: row 1: column 0: infinite value" || table.Scaling != nil {
		t.Error(err, table)
	}
}

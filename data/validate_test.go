package data_test

import (
	"bytes"
	"io"
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
		"has sparse rows and others":                  func(t *data.Table) { t.Sparse = &data.Sparse{Start: []int{0, 0, 0}} },
		"the cells of sparse rows do not fit":         func(t *data.Table) { t.X, t.Sparse = nil, &data.Sparse{Start: []int{0, 0}} },
		"4 values do not make 3 rows of 2":            func(t *data.Table) { t.Rows = 3 },
		"4 values do not make -2 rows of -2":          func(t *data.Table) { t.Rows, t.Cols = -2, -2 },
		"1 labels for 2 rows":                         func(t *data.Table) { t.Y = t.Y[:1] },
		"3 target values for 2 rows":                  func(t *data.Table) { t.Target = make([]float64, 3) },
		"0 weights for 2 rows":                        func(t *data.Table) { t.Weights = []float64{} },
		"1 positions for 2 rows":                      func(t *data.Table) { t.Positions = make([]int, 1) },
		"3 raw values for 4 scaled ones":              func(t *data.Table) { t.Raw = make([]float64, 3) },
		"scaling of 1 and 0 columns for 2":            func(t *data.Table) { t.Scaling = &data.Scaling{Min: []float64{0}} },
		"column 1 is scaled by Min 0 and Max NaN":     func(t *data.Table) { t.Scaling = &data.Scaling{Min: []float64{0, 0}, Max: []float64{1, math.NaN()}} },
		"column 0 is scaled by Min 2 and Max 1":       func(t *data.Table) { t.Scaling = &data.Scaling{Min: []float64{2, 0}, Max: []float64{1, 0}} },
		"1 feature names for 2 columns":               func(t *data.Table) { t.Features = t.Features[:1] },
		"kinds of 1 columns for 2":                    func(t *data.Table) { t.Columns = t.Columns[:1] },
		"images of -1x-2 do not fit 2 columns":        func(t *data.Table) { t.Image = data.Shape{Width: -1, Height: -2} },
		"column 1 has unknown kind 9":                 func(t *data.Table) { t.Columns[1].Kind = 9 },
		`column 1 has dates of an unknown kind, "us"`: func(t *data.Table) { t.Columns[1].Dates = "us" },
		"column 1 has 1 names for 2 levels":           func(t *data.Table) { t.Columns[1].Names = []string{"x"} },
		"column 0 is numeric and has levels":          func(t *data.Table) { t.Columns[0] = column.Column{Codes: []int32{0}} },
		"column 1 has levels that do not ascend":      func(t *data.Table) { t.Columns[1].Codes = []int32{1, 0} },
		`column 1 has two levels called "x"`:          func(t *data.Table) { t.Columns[1] = column.Named([]string{"x", "x"}) },
		"images of 3x1 do not fit 2 columns":          func(t *data.Table) { t.Image = data.Shape{Width: 3, Height: 1} },
		`two columns are called "a"`:                  func(t *data.Table) { t.Features[1] = "a" },
		`two classes are called "x"`:                  func(t *data.Table) { t.Classes[1] = "x" },
		"row 0: b is 0.5, not the code of a lev":      func(t *data.Table) { t.X[1] = 0.5 },
		"row 1: column 1: infinite value":             func(t *data.Table) { t.X[3] = math.Inf(-1) },
		"row 1: column 0: 1e+308 is too large":        func(t *data.Table) { t.X[2] = 1e308 },
		"cell 0: infinite value": func(t *data.Table) {
			t.X, t.Sparse = nil, &data.Sparse{Start: []int{0, 1, 1}, Column: []int32{0}, Value: []float64{math.Inf(1)}}
		},
		"has class labels in Y and targets": func(t *data.Table) { t.Target = make([]float64, 2) },
		"row 1: class 2 is not one of 2":    func(t *data.Table) { t.Y[1] = 2 },
		"row 1: group -1, must be at least": func(t *data.Table) { t.Groups = []int{0, -1} },
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

// Nor is anything scaled by a scaling that reverses values, or makes them missing.
func TestScalingsThatAreNone(t *testing.T) {
	for want, s := range map[string]data.Scaling{
		"t: column 0 is scaled by Min NaN and Max 1, must be finite and ascend":  {Min: []float64{math.NaN()}, Max: []float64{1}},
		"t: column 0 is scaled by Min 3 and Max 1, must be finite and ascend":    {Min: []float64{3}, Max: []float64{1}},
		"t: column 0 is scaled by Min 0 and Max +Inf, must be finite and ascend": {Min: []float64{0}, Max: []float64{math.Inf(1)}},
	} {
		table := &data.Table{Source: "t", Rows: 2, Cols: 1, X: []float64{1, 2}, Features: []string{"a"}}
		if err := s.Apply(table); err == nil || err.Error() != want || table.X[0] != 1 || table.Scaling != nil {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A table that is nil is an error where there is one to return.
func TestNoTable(t *testing.T) {
	var none *data.Table
	var out bytes.Buffer
	_, _, split := none.Split(0.5, 0)
	_, folds := none.Folds(2, 0)
	for what, err := range map[string]error{
		"split": split, "folds": folds, "scaling": data.Scaling{}.Apply(none),
		"CSV": data.WriteCSV(&out, none), "LIBSVM": data.WriteLIBSVM(&out, none),
	} {
		if err == nil || err.Error() != "no table is given" {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Rows and columns that do not exist end the program with their numbers. A slice of X may
// have room for a row more, whose values mean nothing.
func TestRowsThatDoNotExist(t *testing.T) {
	table := &data.Table{Source: "t", Rows: 2, Cols: 2, X: make([]float64, 4, 8), Y: []int{0, 0}, Features: []string{"a", "b"}, Classes: []string{"x"}}
	for want, do := range map[string]func(){
		"data: row 2 of a table of 2 rows":                           func() { table.Row(2) },
		"data: row -1 of a table of 2 rows":                          func() { table.Subset([]int{0, -1}) },
		"data: row 3 of a table of 2 rows":                           func() { table.Subset([]int{1, 3}) },
		"data: columns [1 2] of a table of 2, must ascend from 0 on": func() { table.Select([]int{1, 2}) },
		"data: columns [1 0] of a table of 2, must ascend from 0 on": func() { table.Select([]int{1, 0}) },
	} {
		func() {
			defer func() {
				if said := recover(); said != want {
					t.Errorf("%v, want %q", said, want)
				}
			}()
			do()
		}()
	}
}

// A broken table is not written: rows from the memory beyond it once were.
func TestBrokenTablesAreNotWritten(t *testing.T) {
	table := &data.Table{Source: "t", Rows: 3, Cols: 1, X: make([]float64, 2, 4), Features: []string{"a"}}
	var out bytes.Buffer
	for _, write := range []func(io.Writer, *data.Table) error{data.WriteCSV, data.WriteLIBSVM} {
		if err := write(&out, table); err == nil || err.Error() != "t: 2 values do not make 3 rows of 1 columns" || out.Len() > 0 {
			t.Error(err, out.String())
		}
	}
}

// Messages about a table that was made without a source begin with a name nevertheless.
func TestName(t *testing.T) {
	for source, want := range map[string]string{"": "the table", "a.csv": "a.csv", data.Stdin: "standard input"} {
		table := &data.Table{Source: source, Rows: 1, Cols: 1}
		if err := table.Validate(); table.Name() != want || err == nil || !strings.HasPrefix(err.Error(), want+": ") {
			t.Errorf("%q is called %q: %v", source, table.Name(), err)
		}
	}
}

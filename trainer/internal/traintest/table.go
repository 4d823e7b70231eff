// Package traintest generates tables for tests and benchmarks of trainers, and
// trains on them.
package traintest

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Shape is what a generated table looks like.
type Shape struct {
	Rows, Cols, Classes int     // Classes 0: a table with targets
	Values              int     // different values of a feature, 0: any
	Missing             float64 // share of missing values
	Zeros               float64 // share of zeros
	Levels              int     // number of levels in every other column, from the first; 0: all are numbers
}

// Table returns a table whose labels depend on products and thresholds of the
// first features, with some noise.
func Table(s Shape, number int) *data.Table {
	r := seed.At(7, number)
	t := &data.Table{Rows: s.Rows, Cols: s.Cols, X: make([]float64, s.Rows*s.Cols), Source: "generated"}
	for f := range s.Cols {
		t.Features = append(t.Features, fmt.Sprintf("f%d", f))
	}
	if s.Levels > 0 {
		t.Columns = make([]column.Column, s.Cols)
		for f := 0; f < s.Cols; f += 2 {
			var names []string
			for l := range s.Levels {
				names = append(names, fmt.Sprintf("l%d", l))
			}
			t.Columns[f] = column.Named(names)
		}
	}
	for c := range s.Classes {
		t.Classes = append(t.Classes, fmt.Sprintf("c%d", c))
	}
	for i := range s.Rows {
		x := t.Row(i)
		for f := range x {
			x[f] = float64(float32(r.Float64()))
			if s.Values > 0 {
				x[f] = float64(r.IntN(s.Values))
			}
			if r.Float64() < s.Zeros {
				x[f] = 0
			}
		}
		codes := make([]float64, s.Cols)
		for f := range t.Columns {
			if t.Columns[f].Kind == column.Categorical { // in an order that is not that of the codes
				code := r.IntN(s.Levels)
				codes[f], x[f] = float64(code), math.Mod(float64(code)*0.618, 1)
			}
		}
		scale := float64(max(1, s.Values))
		z := 4*(x[0]/scale-0.5)*(x[1%s.Cols]/scale-0.5) + x[2%s.Cols]/scale - 0.5 + 0.2*r.NormFloat64()
		switch {
		case s.Classes == 0:
			t.Target = append(t.Target, z)
		default:
			share := 1 / (1 + math.Exp(-2*z))
			t.Y = append(t.Y, min(int(share*float64(s.Classes)), s.Classes-1))
		}
		for f := range x {
			if column.KindOf(t.Columns, f) == column.Categorical {
				x[f] = codes[f]
			}
			if r.Float64() < s.Missing {
				x[f] = math.NaN()
			}
		}
	}
	return t
}

// Small returns a table of 100 rows, 3 features and 2 classes.
func Small() *data.Table { return Table(Shape{Rows: 100, Cols: 3, Classes: 2}, 1) }

// Accuracy returns the share of rows that class predicts right.
func Accuracy(t *data.Table, class func(x []float64) int) float64 {
	right := 0
	for i, y := range t.Y {
		if class(t.Row(i)) == y {
			right++
		}
	}
	return float64(right) / float64(t.Rows)
}

// Sparse returns the table with sparse rows, in which one value is absent: 0 or NaN.
func Sparse(t *data.Table, absent float64) *data.Table {
	s := *t
	s.X, s.Sparse = nil, &data.Sparse{Start: []int{0}, Absent: absent}
	for i := range t.Rows {
		for f, v := range t.Row(i) {
			if v != absent && !(v != v && absent != absent) {
				s.Sparse.Column, s.Sparse.Value = append(s.Sparse.Column, int32(f)), append(s.Sparse.Value, v)
			}
		}
		s.Sparse.Start = append(s.Sparse.Start, len(s.Sparse.Value))
	}
	return &s
}

package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// columns returns a table with columns of 1,000 rows by name: even, the values
// 0 to 999; outliers, the same but for three of a million; mostly, 0 but for 15
// rows; constant; and codes, even again.
func columns() *data.Table {
	t := &data.Table{Rows: 1000, Cols: 5, Features: []string{"even", "outliers", "mostly", "constant", "codes"}, Source: "t.csv"}
	t.Columns = make([]column.Column, 5)
	t.Columns[4].Kind = column.Categorical
	order := rand.New(rand.NewPCG(1, 1)).Perm(1000)
	for i, v := range order {
		row := []float64{float64(v), float64(v), 0, 7, float64(v)}
		if i < 3 {
			row[1] = 1e6
		}
		if i < 15 {
			row[2] = float64(v)
		}
		t.X = append(t.X, row...)
	}
	return t
}

func TestFitQuantiles(t *testing.T) {
	s := data.FitQuantiles(columns())
	for f, width := range []float64{900, 900} {
		if got := s.Unit(f); math.Abs(got-width) > 4 {
			t.Errorf("column %d has the unit %v, want about %v", f, got, width)
		}
	}
	// 5 to 95 % are 0 here, and 1 to 99 % are not
	if s.Min[2] != 0 || s.Max[2] <= 0 || s.Max[2] >= 1000 {
		t.Errorf("mostly 0: %v to %v", s.Min[2], s.Max[2])
	}
	if s.Unit(3) != 1 || s.Min[4] != 0 || s.Max[4] != 1 {
		t.Errorf("a constant has the unit %v, codes are scaled by %v to %v", s.Unit(3), s.Min[4], s.Max[4])
	}
}

// Columns that are not asked for are scaled by their range, in sparse rows too.
func TestFitQuantilesOf(t *testing.T) {
	dense := columns()
	sparse := &data.Table{Rows: dense.Rows, Cols: dense.Cols, Features: dense.Features, Columns: dense.Columns, Sparse: &data.Sparse{Start: []int{0}}}
	for i := range dense.Rows {
		for f, v := range dense.Row(i) {
			if v != 0 {
				sparse.Sparse.Column, sparse.Sparse.Value = append(sparse.Sparse.Column, int32(f)), append(sparse.Sparse.Value, v)
			}
		}
		sparse.Sparse.Start = append(sparse.Sparse.Start, len(sparse.Sparse.Value))
	}
	for name, table := range map[string]*data.Table{"dense": dense, "sparse": sparse} {
		all, none := data.FitQuantiles(table), data.FitScaling(table)
		of := data.FitQuantilesOf(table, []int{1, 3})
		for f := range table.Cols {
			want := none
			if f == 1 || f == 3 {
				want = all
			}
			if of.Min[f] != want.Min[f] || of.Max[f] != want.Max[f] {
				t.Errorf("%s, column %d: %v to %v, want %v to %v", name, f, of.Min[f], of.Max[f], want.Min[f], want.Max[f])
			}
		}
	}
}

func TestFitDeviation(t *testing.T) {
	table := columns()
	if err := data.FitDeviation(table).Apply(table); err != nil {
		t.Fatal(err)
	}
	for f := range 3 {
		sum, squares := 0.0, 0.0
		for i := range table.Rows {
			v := table.Row(i)[f]
			sum, squares = sum+v, squares+v*v
		}
		if math.Abs(sum) > 1e-6 || math.Abs(squares/1000-1) > 1e-9 {
			t.Errorf("column %d: the mean is %v, the variance %v", f, sum/1000, squares/1000)
		}
	}
}

// Very large and very small values have a deviation too, although not their squares.
func TestFitDeviationOfExtremes(t *testing.T) {
	for _, unit := range []float64{1e300, 1e-170, 1e-290} {
		table := &data.Table{Rows: 4, Cols: 1, X: []float64{-unit, unit, unit, -unit}, Features: []string{"x"}}
		if s := data.FitDeviation(table); s.Min[0] != 0 || math.Abs(s.Unit(0)/unit-1) > 1e-12 {
			t.Errorf("1 and -1 times %v are scaled by %v to %v", unit, s.Min, s.Max)
		}
	}
}

// Only the range of the column with outliers means nothing, by the limit in the
// definition.
func TestFitTypical(t *testing.T) {
	table := columns()
	s, stretched := data.FitTypical(table)
	whole, middle := data.FitScaling(table), data.FitQuantiles(table)
	var want []int
	for f := range table.Cols {
		of := whole
		if whole.Unit(f) > 20*middle.Unit(f) {
			of = middle
			want = append(want, f)
		}
		if s.Min[f] != of.Min[f] || s.Max[f] != of.Max[f] {
			t.Errorf("column %s is scaled by %v to %v", table.Features[f], s.Min[f], s.Max[f])
		}
	}
	if !slices.Equal(stretched, want) || !slices.Contains(want, 1) || slices.Contains(want, 0) {
		t.Errorf("stretched are %v, want %v", stretched, want)
	}
	// any tail: the quick look never contradicts the definition
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		rows, tail := 1+random.IntN(200), 3*random.Float64()
		one := &data.Table{Rows: rows, Cols: 1, Features: []string{"x"}, Source: "one"}
		for range rows {
			v := math.Exp(tail * random.NormFloat64())
			if random.IntN(20) == 0 {
				v = math.NaN()
			}
			one.X = append(one.X, math.Round(10*v))
		}
		_, got := data.FitTypical(one)
		whole, middle := data.FitScaling(one), data.FitQuantiles(one)
		if stretched := whole.Unit(0) > 20*middle.Unit(0); stretched != (got != nil) {
			t.Fatalf("%v: stretched is %v, want %v", one.X, got, stretched)
		}
	}
	image := &data.Table{Rows: 100, Cols: 1, X: make([]float64, 100), Features: []string{"p"}, Image: data.Shape{Width: 1, Height: 1, White: 255}}
	image.X[3] = 255
	if _, stretched := data.FitTypical(image); stretched != nil {
		t.Error("pixels are stretched")
	}
}

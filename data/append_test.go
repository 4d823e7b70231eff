package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
)

// Two parts of a table are the table again, dense or sparse, with weights or without.
func TestAppend(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, absent := range []float64{0, math.NaN()} {
		dense := &data.Table{Rows: 9, Cols: 4, Features: []string{"a", "b", "c", "d"}, Classes: []string{"no", "yes"}, Source: "t.csv"}
		sparse := *dense
		sparse.Sparse = &data.Sparse{Start: []int{0}, Absent: absent}
		for range dense.Rows {
			dense.Y, dense.Weights = append(dense.Y, r.IntN(2)), append(dense.Weights, r.Float64())
			for f := range dense.Cols {
				v := absent
				if r.IntN(2) == 0 {
					v = 1 + r.Float64()
					sparse.Sparse.Column, sparse.Sparse.Value = append(sparse.Sparse.Column, int32(f)), append(sparse.Sparse.Value, v)
				}
				dense.X = append(dense.X, v)
			}
			sparse.Sparse.Start = append(sparse.Sparse.Start, len(sparse.Sparse.Value))
		}
		sparse.Y = dense.Y
		for name, whole := range map[string]*data.Table{"dense": dense, "sparse": &sparse} {
			if err := whole.Validate(); err != nil {
				t.Fatal(err)
			}
			first, last := whole.Subset([]int{0, 1, 2, 3}), whole.Subset([]int{4, 5, 6, 7, 8})
			got, err := first.Append(last)
			if err != nil {
				t.Fatal(err)
			}
			for i := range whole.Rows {
				if d := cmp.Diff(whole.Row(i), got.Row(i), cmpopts.EquateNaNs()); d != "" || got.Position(i) != i {
					t.Errorf("%s, row %d at %d: %s", name, i, got.Position(i), d)
				}
			}
			if got.Rows != whole.Rows || !slices.Equal(got.Y, whole.Y) || !slices.Equal(got.Weights, whole.Weights) {
				t.Errorf("%s: %d rows, labels %v, weights %v", name, got.Rows, got.Y, got.Weights)
			}
		}
	}
}

// Rows without weights get 1 if the others have weights.
func TestAppendWeights(t *testing.T) {
	weighed := &data.Table{Rows: 1, Cols: 1, X: []float64{7}, Weights: []float64{3}, Y: []int{0}, Classes: []string{"a"}}
	plain := &data.Table{Rows: 2, Cols: 1, X: []float64{8, 9}, Y: []int{0, 0}, Classes: []string{"a"}}
	for want, of := range map[float64][2]*data.Table{3: {weighed, plain}, 1: {plain, weighed}} {
		got, err := of[0].Append(of[1])
		if err != nil {
			t.Fatal(err)
		}
		if sum := got.Weights[0] + got.Weights[1] + got.Weights[2]; got.Weights[0] != want || sum != 5 {
			t.Errorf("weights %v", got.Weights)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	a := &data.Table{Rows: 1, Cols: 1, X: []float64{7}, Y: []int{0}, Classes: []string{"a"}}
	for name, b := range map[string]*data.Table{
		"no table":   nil,
		"columns":    {Rows: 1, Cols: 2, X: []float64{7, 8}, Y: []int{0}, Classes: []string{"a"}},
		"classes":    {Rows: 1, Cols: 1, X: []float64{7}, Y: []int{0}, Classes: []string{"a", "b"}},
		"unlabelled": {Rows: 1, Cols: 1, X: []float64{7}, Classes: []string{"a"}},
		"sparse":     {Rows: 1, Cols: 1, Sparse: &data.Sparse{Start: []int{0, 0}}, Y: []int{0}, Classes: []string{"a"}},
	} {
		if got, err := a.Append(b); err == nil || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
